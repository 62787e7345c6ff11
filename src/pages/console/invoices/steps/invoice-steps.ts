import { creditInvoice } from '../../../../actions/invoices/credit-invoice.ts';
import { readInvoice } from '../../../../actions/invoices/invoices.ts';
import { issueInvoice } from '../../../../actions/invoices/issue-invoice.ts';
import { recordPayment, removePayment } from '../../../../actions/invoices/payments.ts';
import { isCalendarDate, toCalendarDate } from '../../../../domain/calendar.ts';
import { MAX_LENGTH } from '../../../../domain/field-limits.ts';
import { type Invoice, isCreditNote, isDraftInvoice } from '../../../../domain/invoice/invoice.ts';
import { assertPayable } from '../../../../domain/invoice/problems.ts';
import { formatMoney } from '../../../../i18n/format.ts';
import { formatAmountInput } from '../../../../i18n/format-input.ts';
import { parseAmount } from '../../../../i18n/parse-amount.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../../console-route.ts';
import type { FormState, Values } from '../../forms/field.ts';
import { findLengthErrors, formatAmountError } from '../../forms/field-errors.ts';
import { emptyToNull, isProblem, readTyped } from '../../forms/form-values.ts';
import { createFormToken } from '../../quote/steps/forms.ts';
import { renderInvoicePage } from '../show-invoice.ts';
import { buildCreditPage } from './invoice-forms.ts';
import { findSeen, submitInvoiceStep } from './submit-step.ts';

const path = '/invoices/:id';

/** Issuing, payments and credit notes. */
export const invoiceStepRoutes: ConsoleRoute[] = [
  { method: 'POST', path: `${path}/issue`, minRole: 'member', handle: issue },
  { method: 'POST', path: `${path}/payments`, minRole: 'member', handle: pay },
  { method: 'POST', path: `${path}/payments/:paymentId/delete`, minRole: 'member', handle: remove },
  { method: 'GET', path: `${path}/credit`, minRole: 'member', handle: askCredit },
  { method: 'POST', path: `${path}/credit`, minRole: 'member', handle: credit },
];

function issue(context: PageContext): Promise<PageReply> {
  return submitInvoiceStep(context, 'issued', async ({ keep }) =>
    issueInvoice(context.deps, context.caller, {}, await findSeen(context), context.now, keep),
  );
}

async function pay(context: PageContext): Promise<PageReply> {
  const { deps, t, now } = context;
  const invoice = await read(context);
  const values = readTyped(context.form, ['amount', 'date', 'method', 'reference']);
  const { amount, errors } = readAmount(context, invoice, values, { reference: MAX_LENGTH.reference });
  const date = values.date ?? '';
  if (!isCalendarDate(date) || date > toCalendarDate(now, context.account.timeZone)) {
    errors.date = t.invoices.paymentDateWrong;
  }
  const showAgain = async (state: FormState, status: number) => ({
    page: await renderInvoicePage(context, { payment: state }),
    status,
  });
  if (amount === undefined || Object.keys(errors).length > 0) return showAgain({ values, errors }, 400);
  const input = {
    amount,
    date,
    method: emptyToNull(values.method),
    reference: emptyToNull(values.reference),
  };
  return submitInvoiceStep(
    context,
    'paid',
    async ({ keep }) => {
      const found = await findSeen(context, assertPayable);
      return recordPayment(deps, context.caller, input, found, now, keep);
    },
    (error) => {
      if (!isProblem(error, 'more_than_due')) return undefined;
      const text = formatLimit(context, t.invoices.moreThanDue, invoice.amountDue, invoice.currency);
      return showAgain({ values, errors: { amount: text } }, error.status);
    },
  );
}

function remove(context: PageContext): Promise<PageReply> {
  const { deps, params, now } = context;
  return submitInvoiceStep(context, 'removed', async () =>
    removePayment(deps, context.caller, params.paymentId ?? '', await findSeen(context), now),
  );
}

async function askCredit(context: PageContext): Promise<PageReply> {
  const { base, locale } = context;
  const { version, ...invoice } = await read(context);
  if (isDraftInvoice(invoice) || isCreditNote(invoice)) return { redirect: `${base}/invoices/${invoice.id}` };
  const left = invoice.total - invoice.amountCredited;
  const values = { amount: formatAmountInput(left, invoice.currency, locale.tag) };
  const once = createFormToken();
  return { page: buildCreditPage(context, { invoice, state: { values, errors: {} }, version, once }) };
}

async function credit(context: PageContext): Promise<PageReply> {
  const { deps, form, t, now } = context;
  const { version: current, ...invoice } = await read(context);
  const values = readTyped(form, ['amount', 'reason']);
  const { amount, errors } = readAmount(context, invoice, values, { reason: MAX_LENGTH.reason });
  const seen = { version: Number(form.version) || current, once: form.once || createFormToken() };
  const showAgain = async (state: FormState, status: number) => ({
    page: buildCreditPage(context, { invoice, state, ...seen }),
    status,
  });
  if (amount === undefined || Object.keys(errors).length > 0) return showAgain({ values, errors }, 400);
  return submitInvoiceStep(
    context,
    'credited',
    async ({ keep }) => {
      const found = await findSeen(context, assertPayable);
      const input = { amount, reason: emptyToNull(values.reason) };
      return creditInvoice(deps, context.caller, input, found, now, keep);
    },
    (error) => {
      if (!isProblem(error, 'more_than_invoiced')) return undefined;
      const left = invoice.total - invoice.amountCredited;
      const text = formatLimit(context, t.invoices.moreThanLeft, left, invoice.currency);
      return showAgain({ values, errors: { amount: text } }, error.status);
    },
    ({ id }: Invoice) => id,
  );
}

async function read({ deps, account, params, now }: PageContext): Promise<Invoice & { version: number }> {
  const { doc, version } = await readInvoice(deps, account.id, params.id ?? '', now);
  return { ...(JSON.parse(doc) as Invoice), version };
}

/** Reads a positive amount in the currency of the invoice, and checks the length of the other fields. */
function readAmount(
  { locale, t }: PageContext,
  { currency }: Invoice,
  values: Values,
  limits: Record<string, number>,
): { amount: number | undefined; errors: Values } {
  const amount = parseAmount(values.amount ?? '', currency, locale);
  const isValid = amount !== undefined && amount > 0;
  const errors = findLengthErrors(values, limits, t);
  return { amount, errors: isValid ? errors : { ...errors, amount: formatAmountError(currency, locale, t) } };
}

function formatLimit({ locale }: PageContext, text: string, minor: number, currency: string): string {
  return text.replace('{amount}', formatMoney(Math.max(0, minor), currency, locale));
}
