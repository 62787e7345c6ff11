import type { ExpectVersion } from '../../../../actions/expect-version.ts';
import { findChangeableInvoice } from '../../../../actions/invoices/change-invoice.ts';
import { readInvoice } from '../../../../actions/invoices/invoices.ts';
import { changeInvoice } from '../../../../actions/invoices/patch-invoice.ts';
import { isCalendarDate } from '../../../../domain/calendar.ts';
import { mapFields } from '../../../../domain/fields.ts';
import { findInvoicePatchErrors } from '../../../../domain/invoice/compose-invoice.ts';
import { type Invoice, type InvoicePatch, isDraftInvoice } from '../../../../domain/invoice/invoice.ts';
import { INVOICE_TEXT_NAMES, INVOICE_TEXTS } from '../../../../domain/invoice/invoice-fields.ts';
import { assertEditable } from '../../../../domain/invoice/problems.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../../console-route.ts';
import type { Values } from '../../forms/field.ts';
import { findLengthErrors } from '../../forms/field-errors.ts';
import { emptyToNull, isProblem, readTyped } from '../../forms/form-values.ts';
import { submitForm } from '../../forms/submit.ts';
import { toDraftValues } from '../stored-invoice.ts';
import { buildDraftPage } from './invoice-forms.ts';

const FIELDS = [
  ...['dueDate', 'paymentMethod', 'supplyDate', 'supplyFrom', 'supplyTo'],
  ...INVOICE_TEXT_NAMES,
];
const MAX_LENGTHS = mapFields(INVOICE_TEXTS, (name) => INVOICE_TEXTS[name].maxLength);

/** Changing the draft of an invoice. */
export const draftRoutes: ConsoleRoute[] = [
  { method: 'GET', path: '/invoices/:id/edit', minRole: 'member', handle: show },
  { method: 'POST', path: '/invoices/:id/edit', minRole: 'member', handle: change },
];

async function read({ deps, account, params, now }: PageContext) {
  const { doc, version } = await readInvoice(deps, account.id, params.id ?? '', now);
  const invoice = JSON.parse(doc) as Invoice;
  return { invoice, version, values: toDraftValues(invoice) };
}

async function show(context: PageContext): Promise<PageReply> {
  const { invoice, ...seen } = await read(context);
  if (!isDraftInvoice(invoice)) return { redirect: `${context.base}/invoices/${invoice.id}` };
  return { page: buildDraftPage(context, { invoice, state: { values: seen.values, errors: {} }, seen }) };
}

async function change(context: PageContext): Promise<PageReply> {
  const { base } = context;
  const stored = await read(context);
  const { invoice } = stored;
  const typed = readTyped(context.form, FIELDS);
  const patch = toPatch(typed);
  const errors = findErrors(context, typed, patch);
  try {
    return await submitForm(context, {
      typed,
      errors,
      stored: () => read(context),
      show: async (state, seen) => buildDraftPage(context, { invoice, state, seen: seen ?? stored }),
      save: async (expectVersion) => {
        await save(context, patch, expectVersion);
        return `${base}/invoices/${invoice.id}?done=saved`;
      },
    });
  } catch (error) {
    // The page of the invoice shows that it was issued in the meantime.
    if (isProblem(error, 'invoice_issued')) return { redirect: `${base}/invoices/${invoice.id}` };
    throw error;
  }
}

async function save(context: PageContext, patch: InvoicePatch, expectVersion: ExpectVersion): Promise<void> {
  const { deps, account, params, now } = context;
  const found = await findChangeableInvoice({
    ...{ deps, accountId: account.id, invoiceId: params.id ?? '', now },
    ...{ assertAllowed: assertEditable, expectVersion },
  });
  await changeInvoice(deps, context.caller, patch, found, now);
}

function toPatch(typed: Values): InvoicePatch {
  const { supplyFrom = '', supplyTo = '' } = typed;
  return {
    dueDate: emptyToNull(typed.dueDate),
    paymentMethod: emptyToNull(typed.paymentMethod),
    ...mapFields(INVOICE_TEXTS, (name) => emptyToNull(typed[name])),
    supplyDate: emptyToNull(typed.supplyDate),
    supplyPeriod: supplyFrom || supplyTo ? { from: supplyFrom, to: supplyTo } : null,
  };
}

function findErrors({ t }: PageContext, typed: Values, patch: InvoicePatch): Values {
  const errors: Values = {};
  const days = ['dueDate', 'supplyDate', 'supplyFrom', 'supplyTo'] as const;
  for (const name of days) {
    const text = typed[name] ?? '';
    if (text !== '' && !isCalendarDate(text)) errors[name] = t.invoices.dateWrong;
  }
  const { supplyPeriod } = patch;
  const isHalf = supplyPeriod != null && (supplyPeriod.from === '' || supplyPeriod.to === '');
  if (isHalf || findInvoicePatchErrors(patch).length > 0) errors.supplyTo ??= t.invoices.supplyWrong;
  return { ...errors, ...findLengthErrors(typed, MAX_LENGTHS, t) };
}
