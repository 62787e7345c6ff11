import { type Html, html } from '../../../domain/markup/html.ts';
import { formatQuantity } from '../../../i18n/format.ts';
import { PAGE } from '../../../i18n/messages.ts';
import { renderChangedParts } from '../../customer/quote/changes.ts';
import { fill } from '../../shell.ts';
import { renderWhen } from '../quote-viewer.ts';
import type { QuoteView, SentRevision } from './quote-view.ts';

/** The sent revisions, newest first, each with its changes. */
export function renderRevisions(view: QuoteView): Html | false {
  const { t, revisions, changesNow, quote } = view;
  if (revisions.length === 0) return false;
  return html`<section class="revisions" aria-labelledby="revisions"><h2 id="revisions">${t.quote.revisions}</h2>
<ol>
${changesNow && html`<li><h3>${t.quote.revisionNow}</h3>${renderChanged(view, { changes: changesNow, quote })}</li>`}
${revisions.map((revision) => renderRevision(view, revision))}</ol></section>`;
}

function renderRevision(view: QuoteView, revision: SentRevision): Html {
  const { base, quote, t, locale } = view;
  const n = formatQuantity(revision.revision, locale);
  const title = fill(t.quote.revisionSent, { n, to: html`<bdi>${revision.sentTo}</bdi>` });
  return html`<li><h3>${title}</h3>
<p class="muted small">${renderWhen(view, revision.sentAt)} · <a href="${base}/quotes/${quote.id}/revisions/${revision.index}/pdf">${fill(t.quote.revisionPdf, { n })}</a></p>
${renderChanged(view, revision)}</li>
`;
}

/** Describes the changes to a user of the account. */
export function renderChanged(
  view: QuoteView,
  { changes, quote }: Pick<SentRevision, 'changes' | 'quote'>,
  same = view.t.quote.revisionSame,
): Html {
  const { t, locale } = view;
  if (!changes) return html`<p>${t.quote.revisionFirst}</p>`;
  const isSame =
    changes.lines.length === 0 && !changes.isContentChanged && changes.before.total === quote.total;
  if (isSame) return html`<p>${same}</p>`;
  const page = { quote, locale, t: { ...PAGE[locale.language], textChanged: t.quote.textChanged } };
  return html`<div class="changes">${renderChangedParts(page, changes)}</div>`;
}
