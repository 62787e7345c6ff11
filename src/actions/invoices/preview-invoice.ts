import type { Deps } from '../../app/deps.ts';
import { findIncompleteErrors, toMissing } from '../../domain/account/particulars/find-incomplete.ts';
import {
  findMissingParticulars,
  type MissingParticular,
} from '../../domain/account/particulars/find-missing.ts';
import { toCalendarDate } from '../../domain/calendar.ts';
import type { InvoiceSource } from '../../domain/document.ts';
import { composeInvoice } from '../../domain/invoice/compose-invoice.ts';
import { chooseDueTerms } from '../../domain/invoice/due-date.ts';
import type { ConvertOptions, Invoice } from '../../domain/invoice/invoice.ts';
import type { Quote } from '../../domain/quote/quote.ts';
import { getInvoicePart } from '../../domain/quote/schedule/invoicing.ts';
import { splitQuote } from '../../domain/quote/schedule/stage-split.ts';
import { addZeroCategory } from '../../domain/tax/add-zero-category.ts';
import { canPayBy, findDefaultMethod } from '../payments/default-method.ts';
import { readCurrentParties } from '../sending/documents/parties.ts';

/** An invoice that does not exist yet. */
export interface InvoicePreview {
  invoice: Invoice;
  source: InvoiceSource;
  missing: MissingParticular[];
}

/** Stands for the number, which an invoice gets when it is created. */
const NO_NUMBER = '…';

/** Composes the invoice that a conversion would create and issue now, and finds what it would lack. */
export async function previewInvoice(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  quote: Quote,
  options: ConvertOptions,
  now: number,
): Promise<InvoicePreview> {
  const { account, customer } = await readCurrentParties(db.read, accountId, quote.customerId);
  const today = toCalendarDate(now, account.timeZone);
  const schedule = quote.paymentSchedule?.[options.stage ?? -1];
  const part = getInvoicePart(quote, splitQuote(quote), schedule ? (options.stage ?? null) : null);
  const { dueDate } = chooseDueTerms(options.dueDate, schedule, quote, { ...account, today });
  const paymentMethod = options.paymentMethod ?? (await findDefaultMethod(db.read, account));
  const draft = composeInvoice(quote, part, options, {
    ...{ account, customer, dueDate, number: NO_NUMBER, issueDate: today, paymentMethod },
    ...{ id: `inv_${'0'.repeat(26)}`, at: new Date(now).toISOString(), previousInvoices: [] },
  });
  const invoice = addZeroCategory(draft, account.zeroTaxCategory);
  const isFinal = part.isLast && invoice.stage !== null;
  const omits = (await canPayBy(db.read, paymentMethod, account)) ? {} : { omitsMethod: true as const };
  const needed = toMissing(findIncompleteErrors(invoice, account, customer), account.country);
  const wanted = findMissingParticulars({ ...invoice, isFinal }, account, customer);
  const known = new Set(needed.map(({ path }) => path));
  return {
    invoice,
    source: { kind: 'invoice', invoice, account, customer, ...(isFinal && { isFinal }), ...omits },
    missing: [...needed, ...wanted.filter(({ path }) => !known.has(path))],
  };
}
