import { readQuoteGaps } from '../../../../actions/einvoice/check-einvoice.ts';
import { readDefaultMethod } from '../../../../actions/payment/default-method.ts';
import { type Converted, convertQuote } from '../../../../actions/quote/convert-quote.ts';
import { readQuote } from '../../../../actions/quote/read-quote.ts';
import { isCalendarDate } from '../../../../domain/calendar.ts';
import { assertNoErrors } from '../../../../domain/field-errors.ts';
import { KNOWN_PAYMENT_METHODS } from '../../../../domain/invoice/invoice.ts';
import {
  assertItemSelected,
  assertStageInvoiceable,
  findStageNumberErrors,
} from '../../../../domain/quote/problems.ts';
import { isAccepted, type Quote } from '../../../../domain/quote/quote.ts';
import { renderInvoiceFields } from '../../../../web/console/quote/step-fields.ts';
import type { Words } from '../../../../web/console/quote-reader.ts';
import type { PageContext, PageReply } from '../console-route.ts';
import { isRecipient, sendNewInvoice } from '../invoices/send-invoice.ts';
import { createRedirect, findSeenQuote, getOwner, submitOnce, toRepeatable } from './forms.ts';
import { toReader } from './show.ts';
import type { StepRoute, Wrong } from './step-route.ts';

/** Creating an invoice from a quote, and sending it in the same step. */
export const invoiceStep: StepRoute = {
  texts: invoiceTexts,
  fields: invoiceFields,
  refuse: assertItemSelected,
  submit: makeInvoice,
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
  return renderInvoiceFields(toReader(context), quote, {
    stage: parseStage(form.stage ?? query.stage),
    dueDate: form.dueDate ?? '',
    paymentMethod: form.paymentMethod ?? (await readDefaultMethod(deps, account)),
    to: form.to ?? customer.email ?? '',
    electronic,
    error,
    toError: errors.to,
  });
}

function parseStage(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,2}$/.test(text) ? Number(text) : null;
}

async function makeInvoice(context: PageContext): Promise<string | Wrong | { reply: PageReply }> {
  const { deps, form, t, now } = context;
  const to = (form.to ?? '').trim();
  const isSent = form.do === 'send';
  if (isSent && !isRecipient(to)) return { errors: { to: t.invoices.recipientWrong } };
  if (isSent && (await hasGaps(context))) return { notice: t.particulars.blocking };
  const dueDate = (form.dueDate ?? '').trim();
  if (dueDate !== '' && !isCalendarDate(dueDate)) return { error: t.quote.dateWrong };
  const stage = parseStage(form.stage);
  const paymentMethod = KNOWN_PAYMENT_METHODS.find((method) => method === form.paymentMethod) ?? null;
  const repeatable = toRepeatable(context);
  const respond = ({ invoice }: Converted) => ({
    ...createRedirect(`${context.base}/invoices/${invoice.id}?done=created`),
    body: invoice.id,
  });
  const refuse = (quote: Quote) => {
    assertItemSelected(quote);
    assertStageInvoiceable(quote, stage);
  };
  const response = await submitOnce(context, repeatable, async () => {
    const found = await findSeenQuote(context, refuse);
    assertNoErrors(findStageNumberErrors(found.quote, stage));
    const options = { dueDate: dueDate || null, paymentMethod, stage };
    return convertQuote(deps, getOwner(context), options, found, { repeatable, respond, now });
  });
  if (!isSent) return response.headers?.Location ?? '';
  const ofInvoice = { ...context, params: { ...context.params, id: String(response.body) } };
  return { reply: await sendNewInvoice(ofInvoice, to) };
}

/** Whether the invoice could not be issued. Nothing is created then, as the quote can still be corrected. */
async function hasGaps({ deps, account, params, now }: PageContext): Promise<boolean> {
  const quote = JSON.parse((await readQuote(deps, account.id, params.id ?? '', now)).doc) as Quote;
  const { electronic } = await readQuoteGaps(deps, account.id, quote);
  return electronic !== null && electronic.gaps.length > 0;
}
