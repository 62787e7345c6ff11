import type { Invoice } from '../../../../domain/invoice/invoice.ts';
import { type Html, type HtmlValue, html } from '../../../../domain/markup/html.ts';
import { pickPlural } from '../../../../i18n/console/plural.ts';
import { formatQuantity } from '../../../../i18n/format.ts';
import { fill } from '../../../shell.ts';
import { renderField } from '../../forms/field.ts';
import { renderCaptures, renderCaptureWarning } from '../../not-delivered.ts';
import { renderRight, renderWrong } from '../../picks.ts';
import type { QuoteViewer } from '../../quote-viewer.ts';
import type { ConsolePage } from '../../shell.ts';
import { money } from '../../viewer.ts';
import { invoiceBadge } from '../invoice-status.ts';
import { PICK_PREFIX } from '../invoice-table.ts';

/** Bulk actions that need confirmation. */
export const BULK_ACTIONS = ['remind', 'pay'] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

interface BulkView extends QuoteViewer {
  action: BulkAction;
  /** Query of the list that the invoices were selected in. */
  back: string;
  /** Idempotency key of the confirmation. */
  once: string;
  /** Day on which the payments were received. */
  date: string;
  error?: string | undefined;
  invoices: { id: string; shown: string; invoice: Invoice; problem: HtmlValue }[];
}

/** Asks for confirmation and says what happens to each invoice. */
export function buildInvoiceBulkPage(view: BulkView): ConsolePage {
  const { base, t, locale, action, invoices, back, once, date, error } = view;
  const words = TEXTS[action];
  const count = invoices.filter(({ problem }) => !problem).length;
  const n = (of: number) => formatQuantity(of, locale);
  const list = buildListPath(base, back);
  const state = { values: { date }, errors: { date: error } };
  const button = pickPlural(t.invoices[words.act], count, locale);
  return {
    section: 'invoices',
    title: pickPlural(t.invoices[words.ask], invoices.length, locale).replace('{n}', n(invoices.length)),
    back: { href: list, text: t.quotes.backToList },
    styles: ['picks.css'],
    body: html`${(action === 'remind' && renderCaptureWarning(view)) || html`<p>${t.invoices[words.text]}</p>`}
<form class="several" method="post" action="${base}/invoices/several">
<input type="hidden" name="do" value="${action}"><input type="hidden" name="sure" value="1">
<input type="hidden" name="back" value="${back}"><input type="hidden" name="once" value="${once}">
${invoices.map(({ id, shown }) => html`<input type="hidden" name="${PICK_PREFIX}${id}" value="${shown}">\n`)}
${action === 'pay' && count > 0 && html`<div class="form">${renderField({ name: 'date', label: t.invoices.date, kind: 'date', required: true }, state, t)}</div>`}
<ul class="panel outcomes">
${invoices.map(({ invoice, problem }) => renderOne(view, invoice, problem ? renderWrong(problem) : renderPlan(view, invoice)))}</ul>
<div class="actions">${count > 0 && html`<button class="button" type="submit">${button.replace('{n}', n(count))}</button>`}<a class="button quiet" href="${list}">${t.quotes.cancel}</a></div>
</form>`,
  };
}

const TEXTS = {
  remind: { ask: 'askRemind', text: 'textRemind', act: 'doRemind' },
  pay: { ask: 'askPay', text: 'textPay', act: 'doPay' },
} as const;

function renderPlan({ t, action }: BulkView, { customer }: Invoice): Html | false {
  if (action !== 'remind' || customer.email === null) return false;
  return html`${fill(t.quotes.goesTo, { to: html`<bdi>${customer.email}</bdi>` })}`;
}

interface OutcomesView extends QuoteViewer {
  action: BulkAction;
  back: string;
  outcomes: { invoice: Invoice; isDone: boolean; text: HtmlValue }[];
}

/** The result for each invoice. */
export function buildInvoiceOutcomesPage(view: OutcomesView): ConsolePage {
  const { base, t, locale, action, back, outcomes } = view;
  const done = outcomes.filter(({ isDone }) => isDone).length;
  const numbers = { done: formatQuantity(done, locale), all: formatQuantity(outcomes.length, locale) };
  const list = buildListPath(base, back);
  const isSent = action !== 'remind' || view.capture !== 'no_server';
  const text = fill(action === 'remind' ? t.quotes.resultRemind : t.invoices.resultPay, numbers);
  return {
    section: 'invoices',
    title: t.nouns.invoices.title,
    back: { href: list, text: t.quotes.backToList },
    styles: ['picks.css'],
    notice: {
      tone: done < outcomes.length ? 'bad' : isSent ? 'good' : 'warn',
      text: isSent ? text : renderCaptures(view),
    },
    body: html`<ul class="panel outcomes">
${outcomes.map(({ invoice, isDone, text }) => renderOne(view, invoice, isDone ? renderRight(text) : renderWrong(text)))}</ul>
<p><a class="button quiet" href="${list}">${t.quotes.backToList}</a></p>`,
  };
}

function renderOne(view: QuoteViewer, invoice: Invoice, said: HtmlValue): Html {
  const { id, number, title, customer, amountDue, total, currency } = invoice;
  const amount = money(view, amountDue > 0 ? amountDue : total, currency);
  return html`<li><p><a href="${view.base}/invoices/${id}"><bdi>${number}</bdi></a> <bdi>${title}</bdi></p>
<p class="muted small">${invoiceBadge(view, invoice)} <bdi>${customer.name}</bdi> · ${amount}</p>${said && html`<p>${said}</p>`}</li>
`;
}

function buildListPath(base: string, query: string): string {
  return `${base}/invoices${query === '' ? '' : `?${query}`}`;
}
