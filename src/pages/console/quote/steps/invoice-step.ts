import { withPageLogo } from '../../../../actions/account/plated-logo.ts';
import { readQuoteGaps } from '../../../../actions/invoices/einvoice/check-einvoice.ts';
import { type InvoicePreview, previewInvoice } from '../../../../actions/invoices/preview-invoice.ts';
import { findWaysToPay } from '../../../../actions/payments/default-method.ts';
import { type Converted, convertQuote } from '../../../../actions/quotes/convert-quote.ts';
import { readQuote } from '../../../../actions/quotes/read-quote.ts';
import { listFillInFields } from '../../../../domain/account/particulars/fill-in.ts';
import { isCalendarDate, toCalendarDate } from '../../../../domain/calendar.ts';
import { assertNoErrors } from '../../../../domain/field-errors.ts';
import type { ConvertOptions } from '../../../../domain/invoice/invoice.ts';
import { isUsableMethod, KNOWN_PAYMENT_METHODS } from '../../../../domain/invoice/payment/payment-method.ts';
import {
  assertItemSelected,
  assertStageInvoiceable,
  findStageNumberErrors,
} from '../../../../domain/quote/problems.ts';
import { isAccepted, isConverted, type Quote } from '../../../../domain/quote/quote.ts';
import { countUnconfirmed } from '../../../../domain/quote/recurring/recurring-fields.ts';
import { renderInvoicePreview } from '../../../customer/invoice/invoice-page.ts';
import { previewHeaders } from '../../../headers.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../../console-route.ts';
import { isRecipient, sendNewInvoice } from '../../invoices/steps/send-invoice.ts';
import type { Words } from '../../quote-viewer.ts';
import { toViewer } from '../show.ts';
import { type FilledIn, readFilledIn, saveFilledIn } from './fill-in.ts';
import { isLacking, type Lacking } from './fill-in-fields.ts';
import { createRedirect, findSeenQuote, submitOnce } from './forms.ts';
import { renderInvoiceFields } from './step-fields.ts';
import type { StepRoute, Wrong } from './step-route.ts';

/** Creating an invoice from a quote, and sending it in the same step. */
export const invoiceStep: StepRoute = {
  texts: invoiceTexts,
  fields: invoiceFields,
  assertAllowed: assertItemSelected,
  submit: makeInvoice,
};

/** The invoice as it would be, for the frame of the step. */
export const invoicePreviewRoute: ConsoleRoute = {
  method: 'GET',
  path: '/quotes/:id/invoice/document',
  minRole: 'member',
  handle: showPreview,
};

function invoiceTexts({ t, query, form }: PageContext, quote: Quote): string[] {
  const stage = form.stage ?? query.stage;
  const isStage = quote.paymentSchedule !== null && isAccepted(quote) && stage !== undefined && stage !== '';
  return [
    ...(isAccepted(quote) ? [] : [t.quote.invoiceTextOpen]),
    isStage ? t.quote.invoiceTextStage : t.quote.invoiceText,
  ];
}

async function invoiceFields(
  context: PageContext,
  quote: Quote,
  { error, errors = {} }: Wrong,
): Promise<Words> {
  const { deps, form, query, account } = context;
  const { customer, electronic } = await readQuoteGaps(deps, account.id, quote);
  const stage = parseStage(form.stage ?? query.stage);
  const { values } = readFilledIn(context);
  // Judged without the typed values, so that their fields are there again.
  const options = { stage, paymentMethod: parseMethod(form.paymentMethod) };
  const preview = await previewInvoice(deps, account.id, quote, options, context.now);
  const lacking = findLacking(preview);
  const isDated = lacking.missing.some((each) => listFillInFields(each).includes('supplyDate'));
  const ways = await findWaysToPay(deps, preview.source.account);
  return renderInvoiceFields(toViewer(context), quote, {
    stage,
    dueDate: form.dueDate ?? '',
    paymentMethod: form.paymentMethod ?? preview.invoice.paymentMethod,
    methods: KNOWN_PAYMENT_METHODS.filter((method) => isUsableMethod(method, ways)),
    to: form.to ?? customer.email ?? '',
    electronic,
    laterInvoices: countUnconfirmed(quote, preview.invoice.issueDate),
    invoice: preview.invoice,
    lacking,
    // The issue date is what most supplies have, and the user sees it before the invoice is sent.
    filledIn: {
      values: { ...values, supplyDate: form.supplyDate ?? (isDated ? preview.invoice.issueDate : '') },
      errors,
    },
    error,
    toError: errors.to,
    confirmError: errors.confirm,
  });
}

/** Without a country the laws are not known, and without a way to pay the customer has to ask. */
function findLacking({ missing, source }: InvoicePreview): Lacking {
  return {
    missing,
    lacksCountry: source.account.country === null,
    lacksPayment: source.omitsMethod === true,
  };
}

function parseStage(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,2}$/.test(text) ? Number(text) : null;
}

function parseMethod(text: string | undefined): (typeof KNOWN_PAYMENT_METHODS)[number] | null {
  return KNOWN_PAYMENT_METHODS.find((method) => method === text) ?? null;
}

async function readCurrentQuote({ deps, account, params, now }: PageContext): Promise<Quote> {
  return JSON.parse((await readQuote(deps, account.id, params.id ?? '', now)).doc) as Quote;
}

async function showPreview(context: PageContext): Promise<PageReply> {
  const { deps, account, query, now } = context;
  const quote = await readCurrentQuote(context);
  if (isConverted(quote)) return { redirect: `${context.base}/quotes/${quote.id}` };
  const stage = parseStage(query.stage);
  const { source, invoice } = await previewInvoice(deps, account.id, quote, { stage }, now);
  const shown = { ...source, account: await withPageLogo(deps, source.account) };
  return { headers: previewHeaders, body: renderInvoicePreview(shown, invoice) };
}

async function makeInvoice(context: PageContext): Promise<string | Wrong | { reply: PageReply }> {
  const { form, t } = context;
  const to = (form.to ?? '').trim();
  const isSent = form.do === 'send' || form.do === 'send-anyway';
  const filledIn = readFilledIn(context);
  const wrong = isSent && !isRecipient(to) ? { to: t.invoices.recipientWrong } : {};
  const errors = { ...filledIn.errors, ...wrong } as Record<string, string>;
  if (Object.keys(errors).length > 0) return { errors };
  const dueDate = (form.dueDate ?? '').trim();
  if (dueDate !== '' && !isCalendarDate(dueDate)) return { error: t.quote.dateWrong };
  const paymentMethod = parseMethod(form.paymentMethod);
  const stage = parseStage(form.stage);
  const confirm = form.confirm === 'on';
  const options = { dueDate: dueDate || null, paymentMethod, stage, confirm, ...filledIn.invoice };
  const obstacle = await findObstacle(context, filledIn, options, isSent);
  return obstacle ?? convert(context, options, isSent ? to : null);
}

/** Stores what was filled in, and returns what keeps the invoice from being sent. Nothing is created then. */
async function findObstacle(
  context: PageContext,
  filledIn: FilledIn,
  options: ConvertOptions,
  isSent: boolean,
): Promise<Wrong | undefined> {
  const { deps, account, form, t, now } = context;
  const quote = await readCurrentQuote(context);
  // A repeated submission returns the invoice that the first one has created.
  if (isConverted(quote)) return undefined;
  const today = toCalendarDate(now, account.timeZone);
  if (!options.confirm && countUnconfirmed(quote, today) > 0)
    return { errors: { confirm: t.quote.problems.periods_unconfirmed } };
  await saveFilledIn(context, quote.customerId, filledIn);
  if (!isSent) return undefined;
  const { electronic } = await readQuoteGaps(deps, account.id, quote);
  if (electronic !== null && electronic.gaps.length > 0) return { notice: t.particulars.blocking };
  if (form.do === 'send-anyway') return undefined;
  const preview = await previewInvoice(deps, account.id, quote, options, now);
  return isLacking(findLacking(preview)) ? { notice: t.quote.invoiceLacks, isUnsure: true } : undefined;
}

async function convert(
  context: PageContext,
  options: ConvertOptions,
  to: string | null,
): Promise<string | { reply: PageReply }> {
  const { deps, now } = context;
  const { stage = null } = options;
  const respond = ({ invoice }: Converted) => ({
    ...createRedirect(`${context.base}/invoices/${invoice.id}?done=created`),
    body: invoice.id,
  });
  const assertAllowed = (quote: Quote) => {
    assertItemSelected(quote);
    assertStageInvoiceable(quote, stage);
  };
  const response = await submitOnce(context, respond, async ({ keep }) => {
    const found = await findSeenQuote(context, assertAllowed);
    assertNoErrors(findStageNumberErrors(found.quote, stage));
    return convertQuote(deps, context.caller, options, found, now, keep);
  });
  if (to === null) return response.headers?.Location ?? '';
  const ofInvoice = { ...context, params: { ...context.params, id: String(response.body) } };
  return { reply: await sendNewInvoice(ofInvoice, to) };
}
