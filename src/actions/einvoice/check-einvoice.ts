import type { Parties } from '../../domain/document.ts';
import { Problem } from '../../domain/errors.ts';
import { MAX_FIELD_ERRORS } from '../../domain/field-errors.ts';
import type { Readiness, XmlFormat } from '../../domain/particulars/einvoice.ts';
import { chooseEInvoiceFormat, type EInvoiceFormat } from '../../domain/particulars/particulars.ts';
import { formatEInvoice } from '../../einvoice/format-einvoice.ts';
import { describeGap, type Gap } from '../../einvoice/readiness/gaps.ts';
import { findGaps, findPartyGaps } from '../../einvoice/readiness/readiness.ts';
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
  const kind = chooseEInvoiceFormat(account, customer);
  return kind && toReadiness(findPartyGaps({ account, customer }, XML_FORMAT_BY_KIND[kind]));
}
