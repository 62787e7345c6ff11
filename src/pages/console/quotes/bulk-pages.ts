import type { ReminderPreview } from '../../../actions/sending/outbox/preview-reminder.ts';
import { type Html, type HtmlValue, html } from '../../../domain/markup/html.ts';
import { pickPlural } from '../../../i18n/console/plural.ts';
import { formatQuantity } from '../../../i18n/format.ts';
import { fill } from '../../shell.ts';
import type { FormState } from '../forms/field.ts';
import { renderCaptures, renderCaptureWarning } from '../not-delivered.ts';
import { renderRight, renderWrong } from '../picks.ts';
import { getWordFields, renderContacts, renderWordFields } from '../quote/steps/reminder.ts';
import type { QuoteViewer } from '../quote-viewer.ts';
import type { ConsolePage } from '../shell.ts';
import { money, statusBadge } from '../viewer.ts';
import { buildQuoteListPath } from './list-url.ts';
import type { ListedQuote } from './list-view.ts';
import { PICK_PREFIX } from './rows.ts';

/** Bulk actions that need confirmation. */
export const BULK_ACTIONS = ['send', 'remind', 'delete'] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

type Named = Pick<ListedQuote, 'id' | 'number' | 'title' | 'customerName' | 'status' | 'total' | 'currency'>;

export interface BulkView extends QuoteViewer {
  action: BulkAction;
  /** Query of the list that the quotes were selected in. */
  back: string;
  notice?: ConsolePage['notice'];
  /** Idempotency key of the confirmation. */
  once: string;
  quotes: AskedQuote[];
}

interface AskedQuote extends Named {
  shown: string;
  to: string | null;
  problem: HtmlValue;
  viewedAt: string | null;
  /** The reminder that the customer would get, and its fields. */
  reminder?: (ReminderPreview & { state: FormState }) | undefined;
}

/** Asks for confirmation and says what happens to each quote. */
export function buildBulkPage(view: BulkView): ConsolePage {
  const { base, t, locale, action, quotes, back, once } = view;
  const [ask, text, act] = WORDS[action];
  const n = formatQuantity(quotes.length, locale);
  const possible = quotes.filter(({ problem }) => !problem);
  const count = possible.length;
  return {
    section: 'quotes',
    title: fillText(pickPlural(t.quotes[ask], quotes.length, locale), n),
    back: { href: buildQuoteListPath(base, back), text: t.quotes.backToList },
    styles: ['picks.css'],
    notice: view.notice,
    body: html`${action === 'delete' ? html`<p>${t.quotes[text]}</p>` : renderCaptureWarning(view) || html`<p>${t.quotes[text]}</p>`}
<form class="several" method="post" action="${base}/quotes/several" novalidate>
<input type="hidden" name="do" value="${action}"><input type="hidden" name="sure" value="1">
<input type="hidden" name="back" value="${back}"><input type="hidden" name="once" value="${once}">
${quotes.map(({ id, shown }) => html`<input type="hidden" name="${PICK_PREFIX}${id}" value="${shown}">\n`)}
<ul class="panel outcomes">
${quotes.map((quote) => renderNamed(view, quote, quote.problem ? renderWrong(quote.problem) : renderPlan(view, quote)))}</ul>
<div class="actions">${count > 0 && html`<button class="button${action === 'delete' && ' bad sure'}" type="submit">${fill(pickPlural(t.quotes[act], count, locale), { n: formatQuantity(count, locale) })}</button>`}<a class="button quiet" href="${buildQuoteListPath(base, back)}">${t.quotes.cancel}</a></div>
</form>`,
  };
}

const WORDS = {
  send: ['askSend', 'textSend', 'doSend'],
  remind: ['askRemind', 'textRemind', 'doRemind'],
  delete: ['askDelete', 'textDelete', 'doDelete'],
} as const;

/** Who gets the email, and for a reminder what happened before and its words, which differ from quote to quote. */
function renderPlan(view: BulkView, quote: AskedQuote): Html | false {
  const { t, action } = view;
  const { id, reminder } = quote;
  const to = reminder ? reminder.recipient : quote.to;
  const goesTo = to !== null && fill(t.quotes.goesTo, { to: html`<bdi>${to}</bdi>` });
  if (!reminder) return action === 'send' && goesTo;
  const isWrong = Object.keys(reminder.state.errors).length > 0;
  return html`${goesTo}. ${renderContacts(view, quote, reminder)}<details class="words"${isWrong && html` open`}><summary>${t.quotes.emailText}: <bdi>${reminder.state.values[getWordFields(id).subject]}</bdi></summary>
<div class="form">${renderWordFields(view, reminder, reminder.state, id)}</div></details>`;
}

export interface OutcomesView extends QuoteViewer {
  action: BulkAction;
  back: string;
  outcomes: (Named & { isDone: boolean; isGone: boolean; text: HtmlValue })[];
}

/** The result for each quote. */
export function buildOutcomesPage(view: OutcomesView): ConsolePage {
  const { base, t, locale, action, back, outcomes } = view;
  const done = outcomes.filter(({ isDone }) => isDone).length;
  const title = { send: 'resultSend', remind: 'resultRemind', delete: 'resultDelete' } as const;
  const numbers = { done: formatQuantity(done, locale), all: formatQuantity(outcomes.length, locale) };
  const text = fill(t.quotes[title[action]], numbers);
  const isSent = action === 'delete' || view.capture !== 'no_server';
  const tone = done < outcomes.length ? 'bad' : isSent ? 'good' : 'warn';
  return {
    section: 'quotes',
    title: t.shell.quotes,
    back: { href: buildQuoteListPath(base, back), text: t.quotes.backToList },
    styles: ['picks.css'],
    notice: { tone, text: isSent ? text : renderCaptures(view) },
    body: html`<ul class="panel outcomes">
${outcomes.map((outcome) => renderNamed(view, outcome, outcome.isDone ? renderRight(outcome.text) : renderWrong(outcome.text)))}</ul>
<p><a class="button quiet" href="${buildQuoteListPath(base, back)}">${t.quotes.backToList}</a></p>`,
  };
}

/** A quote that is gone has neither a page nor a status. */
function renderNamed(view: QuoteViewer, quote: Named & { isGone?: boolean }, said: HtmlValue): Html {
  const { base } = view;
  const { id, number, title, customerName, status, total, currency, isGone = false } = quote;
  const name = html`<bdi>${number}</bdi>`;
  return html`<li><p>${isGone ? name : html`<a href="${base}/quotes/${id}">${name}</a>`} <bdi>${title}</bdi></p>
<p class="muted small">${!isGone && html`${statusBadge(view, status)} `}<bdi>${customerName}</bdi> · ${money(view, total, currency)}</p>${said && html`<div>${said}</div>`}</li>
`;
}

function fillText(text: string, n: string): string {
  return text.replace('{n}', n);
}
