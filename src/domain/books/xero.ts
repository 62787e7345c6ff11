import { formatCsvRow } from '../account/export/csv.ts';
import { type Columns, formatCsvEntry } from '../account/export/csv-columns.ts';
import { formatDecimalAmount } from '../money/currency.ts';
import type { BookRow } from './book-row.ts';

/** Xero imports no more from one file. */
export const MAX_XERO_INVOICES = 500;

type XeroRow = BookRow & { writeDate(date: string): string };

const none = () => '';

/** The columns of Xero's template for invoices. Amounts are positive, in a file of credit notes too. */
const COLUMNS: Columns<XeroRow> = {
  '*ContactName': ({ invoice }) => invoice.customer.name,
  EmailAddress: ({ invoice }) => invoice.customer.email,
  ...mapNone('POAddressLine1', 'POAddressLine2', 'POAddressLine3', 'POAddressLine4'),
  ...mapNone('POCity', 'PORegion', 'POPostalCode', 'POCountry'),
  '*InvoiceNumber': ({ invoice }) => invoice.number,
  Reference: ({ invoice }) => invoice.reference,
  '*InvoiceDate': ({ invoice, writeDate }) => writeDate(invoice.issueDate),
  '*DueDate': ({ invoice, writeDate }) => invoice.dueDate && writeDate(invoice.dueDate),
  ...mapNone('Total', 'InventoryItemCode'),
  '*Description': ({ invoice }) => invoice.title,
  '*Quantity': () => 1,
  '*UnitAmount': ({ invoice, net }) => ({ number: formatDecimalAmount(net, invoice.currency) }),
  Discount: none,
  '*AccountCode': ({ revenue }) => revenue?.account,
  '*TaxType': ({ revenue }) => revenue?.taxType,
  TaxAmount: ({ invoice, tax }) => ({ number: formatDecimalAmount(tax, invoice.currency) }),
  ...mapNone('TrackingName1', 'TrackingOption1', 'TrackingName2', 'TrackingOption2'),
  Currency: ({ invoice }) => invoice.currency,
  BrandingTheme: none,
};

function mapNone<Name extends string>(...names: Name[]): Record<Name, () => string> {
  return Object.fromEntries(names.map((name) => [name, none])) as Record<Name, () => string>;
}

/** Xero reads dates as its country writes them: in the United States the month comes first. */
export function composeXero(rows: readonly BookRow[], country: string | null): string {
  const writeDate = (date: string) => {
    const [year, month, day] = date.split('-');
    return country === 'US' ? `${month}/${day}/${year}` : `${day}/${month}/${year}`;
  };
  const lines = rows.map((row) => formatCsvEntry(COLUMNS, { ...row, writeDate }));
  return [formatCsvRow(Object.keys(COLUMNS)), ...lines].join('');
}
