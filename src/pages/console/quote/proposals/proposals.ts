import { MAX_LENGTH } from '../../../../domain/field-limits.ts';
import { type Html, html } from '../../../../domain/markup/html.ts';
import { formatMoney, formatPercent } from '../../../../i18n/format.ts';
import { PAGE } from '../../../../i18n/messages.ts';
import { renderChangedParts } from '../../../customer/quote/changes.ts';
import { fill } from '../../../shell.ts';
import { type QuoteViewer, renderName, renderWhen } from '../../quote-viewer.ts';
import type { ProposedChanges, QuoteView } from '../quote-view.ts';
import { renderSeen } from '../steps/next-step.ts';

/** What customers ask for, before all else, with the ways to answer. */
export function renderProposals(view: QuoteView): Html | false {
  const { proposals, t } = view;
  return (
    proposals.length > 0 &&
    html`${proposals.map((asked) => {
      const { proposal } = asked;
      const id = `p-${proposal.id}`;
      return html`<section class="panel asked" aria-labelledby="${id}"><h2 id="${id}">${fill(t.proposal.title, { name: renderName(proposal.author) })}</h2>
<p class="prose" dir="auto">${proposal.text}</p>
<p class="muted small">${renderWhen(view, proposal.createdAt)}</p>
${renderDifferences(view, asked)}
${view.canWrite && renderAnswers(view, asked)}</section>\n`;
    })}`
  );
}

/** The differences item by item, of the total and, for people who may see it, of the margin. */
export function renderDifferences(
  { t, locale }: Pick<QuoteViewer, 't' | 'locale'>,
  { proposed, changes, margins }: ProposedChanges,
): Html {
  const page = { quote: proposed, locale, t: PAGE[locale.language] };
  const isSame = changes.lines.length === 0 && changes.before.total === proposed.total;
  const money = (minor: number | null) => formatMoney(minor ?? 0, proposed.currency, locale);
  const percent = (value: number | null) => (value === null ? '' : ` (${formatPercent(value, locale)})`);
  const difference = proposed.total - changes.before.total;
  return html`<div class="changes">${isSame ? html`<p>${t.proposal.onlyText}</p>` : renderChangedParts(page, changes)}
${difference !== 0 && html`<p>${t.proposal.difference} <strong><bdi>${formatMoney(difference, proposed.currency, locale)}</bdi></strong></p>`}
${
  margins &&
  html`<p>${t.proposal.margin} <bdi>${money(margins.before.margin)}${percent(margins.before.marginPercent)}</bdi> → <strong><bdi>${money(margins.after.margin)}${percent(margins.after.marginPercent)}</bdi></strong></p>`
}</div>`;
}

function renderAnswers(view: QuoteView, { proposal: { id } }: ProposedChanges): Html {
  const { base, quote, t } = view;
  const path = `${base}/quotes/${quote.id}`;
  const text = `answer-${id}`;
  return html`<form class="step" method="post" action="${path}/proposals/${id}/apply">${renderSeen(view)}
<button class="button quiet" type="submit">${t.proposal.apply}</button>
<p class="hint">${t.proposal.applyHint}</p></form>
<p><a href="${path}/edit?proposal=${id}">${t.proposal.adjust}</a></p>
<details class="ask"><summary>${t.proposal.decline}</summary>
<form class="step" method="post" action="${path}/proposals/${id}/decline">${renderSeen(view)}
<div class="field"><label for="${text}">${t.proposal.answer}</label>
<textarea id="${text}" name="text" rows="3" maxlength="${MAX_LENGTH.message}" required dir="auto"></textarea></div>
<button class="button quiet bad" type="submit">${t.proposal.declineButton}</button></form></details>`;
}
