import { type Html, html } from '../../../domain/markup/html.ts';
import type { ContentChanges } from '../../../domain/quote/changes.ts';
import { SHOW_ALL, type Show } from '../../../domain/quote/line/show.ts';
import { type ContentSums, computeRecurringSums } from '../../../domain/quote/recurring/recurring-fields.ts';
import { type ChangeText, describeChange, pickShown } from '../../../i18n/quote/describe-change.ts';
import { fill } from '../../shell.ts';
import { renderPayments } from './totals.ts';
import type { QuotePage } from './view.ts';

/** The changes for a customer who has seen an earlier revision. */
export function renderChanges(page: QuotePage): Html | null {
  const { changes, quote, t, locale } = page;
  if (!changes) return null;
  return html`<section class="card changes" aria-labelledby="changes">
<h2 id="changes">${t.changes}</h2>
<p class="muted">${t.changesSince}</p>
${renderChangedParts({ quote, t, locale, show: pickShown(changes.before.show ?? SHOW_ALL, quote.show) }, changes)}
</section>`;
}

/** The changes between two revisions, line by line. */
export function renderChangedParts(
  { quote, t, locale, show }: ChangedText,
  { before, lines, isContentChanged }: ContentChanges,
): Html {
  const reading = {
    ...{ locale, t },
    before: { currency: before.currency, show: show?.before ?? SHOW_ALL },
    now: { currency: quote.currency, show: show?.now ?? SHOW_ALL },
  };
  const [old, now] = [before, quote].map((content) =>
    renderPayments({ currency: content.currency, locale }, computeRecurringSums(content), t),
  );
  const sums =
    old?.toString() !== now?.toString() &&
    html`<dl class="totals">
<div><dt>${t.totalBefore}</dt><dd>${old}</dd></div>
<div class="grand"><dt>${t.totalNow}</dt><dd>${now}</dd></div>
</dl>`;
  return html`${lines.length > 0 && html`<ul>${lines.map((line) => renderLine(t, line.kind, describeChange(line, reading)))}</ul>`}
${isContentChanged && html`<p>${t.textChanged}</p>`}
${sums}`;
}

/** Data that the changes need. Without `show`, the viewer sees everything. */
type ChangedText = Pick<QuotePage, 't' | 'locale'> & {
  quote: ContentSums;
  show?: { before: Show; now: Show };
};

function renderLine(
  t: QuotePage['t'],
  kind: ContentChanges['lines'][number]['kind'],
  { label, name, figures, before }: ChangeText,
): Html {
  const previously = before.length > 0 && fill(t.previously, { value: joinParts(before) });
  return html`<li class="${kind}"><span class="tag">${label}</span> <span><bdi class="name">${name}</bdi>
${figures.length > 0 && html`<span class="price muted">${joinParts(figures)}</span>`}${previously && html` <span class="price muted">${previously}</span>`}</span></li>
`;
}

function joinParts(parts: readonly string[]): Html {
  return html`${parts.map((part, index) => html`${index > 0 && ' · '}<bdi class="money">${part}</bdi>`)}`;
}
