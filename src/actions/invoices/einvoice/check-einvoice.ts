import { formatEInvoice } from '../../../adapters/einvoice/format-einvoice.ts';
import { describeGap } from '../../../adapters/einvoice/readiness/gaps.ts';
import { findGaps, findPartyGaps } from '../../../adapters/einvoice/readiness/readiness.ts';
import type { Deps } from '../../../app/deps.ts';
import {
  type ElectronicGaps,
  findMissingPlace,
  type Gap,
  type Readiness,
  type XmlFormat,
} from '../../../domain/account/particulars/einvoice.ts';
import {
  chooseEInvoiceFormat,
  type EInvoiceFormat,
} from '../../../domain/account/particulars/particulars.ts';
import type { Customer } from '../../../domain/customer/customer.ts';
import type { Parties } from '../../../domain/document.ts';
import { Problem } from '../../../domain/errors.ts';
import { MAX_FIELD_ERRORS } from '../../../domain/field-errors.ts';
import { chooseDefaultMethod, composeInvoice } from '../../../domain/invoice/compose-invoice.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import { WHOLE_QUOTE } from '../../../domain/quote/schedule/invoicing.ts';
import { addZeroCategory } from '../../../domain/tax/add-zero-category.ts';
import type { Sql } from '../../../store/database.ts';
import { storeXml } from '../../../store/tables/invoice/issued-xml.ts';
import { readCurrentParties } from '../../sending/documents/parties.ts';
import { type InvoiceWithParties, toEInvoiceSource } from './einvoice-source.ts';

/** The format of the XML for each kind of electronic invoice. */
export const XML_FORMAT_BY_KIND: Readonly<Record<EInvoiceFormat, XmlFormat>> = {
  'factur-x': 'cii',
  xrechnung: 'xrechnung',
  peppol: 'peppol',
};

/** Throws if an invoice that must be electronic cannot be written in its format. */
export function assertWritable(source: InvoiceWithParties): void {
  const { eInvoice } = source.invoice;
  if (eInvoice === null) return;
  const format = XML_FORMAT_BY_KIND[eInvoice];
  assertNoGaps(findGaps(toEInvoiceSource(source), format), format);
}

/** Keeps the XML of an invoice that is issued in a format of its own. Factur-X is kept in the PDF. */
export async function keepXml(tx: Sql, accountId: string, source: InvoiceWithParties): Promise<void> {
  const { id, eInvoice } = source.invoice;
  const format = eInvoice === null ? 'cii' : XML_FORMAT_BY_KIND[eInvoice];
  if (format !== 'cii') await storeXml(tx, accountId, id, formatEInvoice(toEInvoiceSource(source), format));
}

/** Throws if there are gaps, and lists them. */
export function assertNoGaps(gaps: readonly Gap[], format: XmlFormat): void {
  if (gaps.length === 0) return;
  const errors = gaps.slice(0, MAX_FIELD_ERRORS).map((gap) => ({ in: 'data' as const, ...describeGap(gap) }));
  throw new Problem(
    'invoice_incomplete',
    `The electronic invoice (${format}) needs ${gaps.length === 1 ? 'one more value' : `${gaps.length} more values`}; see "errors".`,
    { errors, ...(gaps.length > errors.length && { extra: { errorsOmitted: true } }) },
  );
}

/** Returns the XML to embed in the PDF of an issued electronic invoice. Its data was complete when it was issued. */
export function writeEmbeddedInvoice(source: InvoiceWithParties): { eInvoice?: string } {
  const { eInvoice } = source.invoice;
  return eInvoice === null ? {} : { eInvoice: formatEInvoice(toEInvoiceSource(source), 'cii') };
}

export function toReadiness(gaps: readonly Gap[]): Readiness {
  return { ready: gaps.length === 0, missing: gaps.map(describeGap) };
}

/** Returns what the electronic invoices of a customer lack; `null` if they are not electronic. */
export function checkParties({ account, customer }: Parties): Readiness | null {
  const found = findCustomerGaps({ account, customer });
  return found && toReadiness(found.gaps);
}

/** Finds what account and customer lack for any invoice; `null` if their invoices are not electronic. */
export function findCustomerGaps({ account, customer }: Parties): ElectronicGaps | null {
  const format = chooseEInvoiceFormat(account, customer);
  return format && { format, gaps: findPartyGaps({ account, customer }, XML_FORMAT_BY_KIND[format]) };
}

/** Reads the customer of a quote, and what its invoice would lack. */
export async function readQuoteGaps(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  quote: Quote,
): Promise<{ customer: Customer; electronic: ElectronicGaps | null }> {
  const parties = await readCurrentParties(db.read, accountId, quote.customerId);
  return { customer: parties.customer, electronic: findQuoteGaps(quote, parties) };
}

/** Finds what the invoice of a quote would lack, except for what only the invoice itself can have. */
export function findQuoteGaps(quote: Quote, { account, customer }: Parties): ElectronicGaps | null {
  const format = chooseEInvoiceFormat(account, customer);
  if (format === null) return null;
  const issueDate = quote.createdAt.slice(0, 10);
  const own = { id: '', number: '', issueDate, dueDate: '', at: '', previousInvoices: [] };
  const whole = { ...WHOLE_QUOTE, label: quote.title };
  const draft = composeInvoice(
    quote,
    whole,
    {},
    {
      ...{ ...own, account, customer },
      paymentMethod: chooseDefaultMethod(account, false),
    },
  );
  const invoice = addZeroCategory(draft, account.zeroTaxCategory);
  const gaps = findGaps(toEInvoiceSource({ invoice, account, customer }), XML_FORMAT_BY_KIND[format]);
  return { format, gaps: gaps.filter(({ path }) => findMissingPlace(path) !== 'invoice') };
}
