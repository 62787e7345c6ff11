import type { XmlFormat } from '../../domain/account/particulars/einvoice.ts';
import type { EInvoiceSource } from './source.ts';
import { formatCii } from './syntax/cii.ts';
import { formatUbl } from './syntax/ubl.ts';
import { buildEInvoice } from './terms/einvoice.ts';

/** Writes an invoice that has no gaps in a format. */
export function formatEInvoice(source: EInvoiceSource, format: XmlFormat): string {
  const invoice = buildEInvoice(source);
  return format === 'cii' ? formatCii(invoice) : formatUbl(invoice, format);
}
