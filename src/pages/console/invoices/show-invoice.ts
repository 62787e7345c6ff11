import { findDraftGaps } from '../../../actions/invoices/einvoice/invoice-xml.ts';
import { listInvoiceEvents } from '../../../actions/invoices/invoice-history.ts';
import { readInvoice } from '../../../actions/invoices/invoices.ts';
import { findMissingInDraft } from '../../../actions/invoices/missing-particulars.ts';
import { listInvoicePayments } from '../../../actions/invoices/payments.ts';
import { findWaysToPay } from '../../../actions/payments/default-method.ts';
import { readQuote } from '../../../actions/quotes/read-quote.ts';
import { buildLinkUrl } from '../../../actions/sending/links/links.ts';
import { toCalendarDate } from '../../../domain/calendar.ts';
import { Problem } from '../../../domain/errors.ts';
import type { InvoiceHistoryEvent } from '../../../domain/invoice/history.ts';
import type { Invoice } from '../../../domain/invoice/invoice.ts';
import { guessPaidMethod, type WaysToPay } from '../../../domain/invoice/payment/payment-method.ts';
import { html } from '../../../domain/markup/html.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import { isActive } from '../../../domain/quote/recurring/series.ts';
import { formatAmountInput } from '../../../i18n/format-input.ts';
import type { PageContext, PageReply } from '../console-route.ts';
import type { FormState, Values } from '../forms/field.ts';
import { renderFormNotice } from '../forms/form.ts';
import { createCaptureNotice } from '../not-delivered.ts';
import { describeProblem } from '../quote/describe-problem.ts';
import { toViewer } from '../quote/show.ts';
import { createFormToken } from '../quote/steps/forms.ts';
import { renderDoneNotice } from '../resources/resource-page.ts';
import type { ConsolePage } from '../shell.ts';
import { buildInvoicePage } from './invoice-pages.ts';
import type { InvoiceView } from './invoice-view.ts';
import { toDataValues } from './stored-invoice.ts';

/** Input and errors of a form on the page that was rejected. */
interface Shown {
  payment?: FormState;
  send?: FormState;
  data?: FormState;
  seen?: { version: number; values: Values } | undefined;
  notice?: InvoiceView['notice'];
}

/** Shows the current page of an invoice. */
export async function showInvoice(context: PageContext): Promise<PageReply> {
  return { page: await renderInvoicePage(context) };
}

export async function renderInvoicePage(context: PageContext, shown: Shown = {}): Promise<ConsolePage> {
  const { deps, account, params, now } = context;
  const id = params.id ?? '';
  const { doc, version, link_id: linkId } = await readInvoice(deps, account.id, id, now);
  const invoice = JSON.parse(doc) as Invoice;
  const [missing, electronic, payments, events, ways] = await Promise.all([
    findMissingInDraft(deps, account.id, id),
    findDraftGaps(deps, account.id, id),
    listInvoicePayments(deps, account.id, id, now),
    listInvoiceEvents(deps, account.id, id, now),
    findWaysToPay(deps, account),
  ]);
  const values = toDataValues(invoice);
  const { payment, send, data, seen } = shown;
  const view: InvoiceView = {
    ...toViewer(context),
    ...{ invoice, version, missing, electronic, payments, once: createFormToken() },
    events: events.map((event) => JSON.parse(event) as InvoiceHistoryEvent).reverse(),
    payment: payment
      ? { ...payment, isOpen: true }
      : { values: getPaymentDefaults(context, invoice, ways), errors: {}, isOpen: false },
    send: send
      ? { ...send, isOpen: true }
      : { values: { to: invoice.customer.email ?? '' }, errors: {}, isOpen: false },
    publicUrl: context.role !== 'reader' && linkId !== null ? buildLinkUrl(deps, linkId, 'invoice') : null,
    data: data ?? { values, errors: {} },
    seen: seen ?? { version, values },
  };
  const notice = shown.notice ?? findNotice(context, view);
  return buildInvoicePage({ ...view, notice: notice && (await offerEnd(context, invoice, notice)) });
}

/** Adds to the notice of a credit note how to end the later invoices of its quote, which go on. */
async function offerEnd(
  { deps, account, base, now, query, role, t }: PageContext,
  { quoteId }: Invoice,
  notice: NonNullable<InvoiceView['notice']>,
): Promise<InvoiceView['notice']> {
  if (query.done !== 'credited' || role === 'reader') return notice;
  const { doc } = await readQuote(deps, account.id, quoteId, now);
  const { series = [] } = JSON.parse(doc) as Quote;
  if (!series.some(isActive)) return notice;
  const link = html`<a href="${base}/quotes/${quoteId}/end-recurring">${t.quote.endButton}</a>`;
  return { ...notice, text: html`${notice.text} ${t.invoices.seriesGoesOn} ${link}` };
}

/** Shows the page with an error. Throws if the invoice does not exist. */
export async function showInvoiceProblem(context: PageContext, error: unknown): Promise<PageReply> {
  const text = describeProblem(context, error);
  const status = error instanceof Problem ? error.status : 500;
  return { status, page: await renderInvoicePage(context, { notice: { tone: 'bad', text } }) };
}

function getPaymentDefaults(
  { account, locale, now }: PageContext,
  { amountDue, currency, paymentMethod }: Invoice,
  ways: WaysToPay,
): Values {
  return {
    amount: formatAmountInput(Math.max(0, amountDue), currency, locale.tag),
    date: toCalendarDate(now, account.timeZone),
    method: guessPaidMethod(paymentMethod, ways),
  };
}

/** Returns the notice that the URL names, but only if it is true: anybody can craft such a URL. */
function findNotice({ query, t }: PageContext, view: InvoiceView): InvoiceView['notice'] {
  const { payment, send, data, events } = view;
  const wrong = renderFormNotice([send, payment].find(({ isOpen }) => isOpen) ?? data, view);
  if (wrong) return wrong;
  const words = t.invoices;
  const sentTo = events.find(({ type }) => type === 'sent');
  const texts: Record<string, [event: InvoiceHistoryEvent['type'], text: string]> = {
    created: ['created', words.didCreate],
    issued: ['issued', words.didIssue],
    paid: ['payment_recorded', words.didPay],
    removed: ['payment_removed', words.didRemove],
    refunded: ['payment_refunded', t.payments.refunded],
    credited: ['created', words.didCredit],
    reminded: ['reminded', words.didRemind],
    sent: ['sent', words.didSend.replace('{to}', String(sentTo?.data.to))],
  };
  const [type, text] = texts[query.done ?? ''] ?? [];
  if (text === undefined) return renderDoneNotice(query.done, t);
  const event = events.find((each) => each.type === type);
  if (event?.data.captured) return createCaptureNotice(view);
  return event && { tone: 'good', text };
}
