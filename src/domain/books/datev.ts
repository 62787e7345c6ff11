import type { Account } from '../account/account.ts';
import { isCalendarDate, toLocalTime } from '../calendar.ts';
import { isCreditNote } from '../invoice/invoice.ts';
import { formatDecimalAmount } from '../money/currency.ts';
import { EU } from '../tax/category-places.ts';
import type { Accounting } from './accounting.ts';
import { type BookRow, getGross } from './book-row.ts';
import { DATEV_COLUMNS } from './datev-columns.ts';
import { toWindows1252 } from './windows-1252.ts';

/** The days of an export, both included. */
export interface BookPeriod {
  from: string;
  to: string;
}

/** DATEV reads no more from one file. */
export const MAX_DATEV_ROWS = 99_999;
export const MAX_DATEV_NUMBER_LENGTH = 36;
const MAX_TEXT_LENGTH = 60;

/** The number as DATEV takes it over: without spaces and other characters that its field does not have. */
export function toDatevNumber(number: string): string {
  return number.replaceAll(/[^\w$%&*+\-/]/g, '');
}

/** Returns the first day of the fiscal year of a day. */
export function startOfFiscalYear(date: string, { fiscalYearStart }: Accounting): string {
  const [year = 0, month = 1] = date.split('-').map(Number);
  const start = month >= fiscalYearStart ? year : year - 1;
  return `${String(start).padStart(4, '0')}-${String(fiscalYearStart).padStart(2, '0')}-01`;
}

/** Composes a batch of bookings from rows that are not 0: each books a gross amount from the debtor to revenue, a credit note the other way round. */
export function composeDatev(
  rows: readonly BookRow[],
  accounting: Accounting,
  { from, to }: BookPeriod,
  { timeZone, country }: Pick<Account, 'timeZone' | 'country'>,
): Uint8Array {
  const issued = rows.map(({ invoice }) => invoice.issuedAt ?? invoice.createdAt).sort();
  const last = issued.at(-1);
  const created = last === undefined ? `${from}T00:00:00.000` : toLocalTime(Date.parse(last), timeZone);
  const header = [
    ...['"EXTF"', 700, 21, '"Buchungsstapel"', 13, toDigits(created), '', '"PR"', '""', '""'],
    ...[accounting.adviserNumber, accounting.clientNumber, toDigits(startOfFiscalYear(from, accounting))],
    ...[accounting.accountLength, toDigits(from), toDigits(to), '"Rechnungen"', '""', 1, 0, 0, '"EUR"'],
    ...['', '""', '', '', quote(accounting.chart?.slice(3) ?? ''), '', '', '""', '""'],
  ];
  const lines = [header, DATEV_COLUMNS, ...rows.map((row) => toFields(row, country))];
  return toWindows1252(lines.map((fields) => `${fields.join(';')}\r\n`).join(''));
}

function toFields(row: BookRow, country: string | null): string[] {
  const { invoice, category, debtorNumber, revenue } = row;
  const { customer, issueDate, number, currency } = invoice;
  const [, month = '', day = ''] = issueDate.split('-');
  const fields: string[] = new Array(DATEV_COLUMNS.length).fill('');
  const set = (name: string, value: string) => {
    fields[DATEV_COLUMNS.indexOf(name)] = value;
  };
  set('Umsatz (ohne Soll/Haben-Kz)', formatDecimalAmount(getGross(row), currency).replace('.', ','));
  set('Soll/Haben-Kennzeichen', isCreditNote(invoice) ? '"H"' : '"S"');
  set('WKZ Umsatz', quote(currency));
  set('Konto', String(debtorNumber));
  set('Gegenkonto (ohne BU-Schlüssel)', revenue?.account ?? '');
  set('BU-Schlüssel', quote(revenue?.taxKey ?? ''));
  set('Belegdatum', `${day}${month}`);
  set('Belegfeld 1', quote(toDatevNumber(number)));
  set('Buchungstext', quote(cut(`${customer.name}, ${invoice.title}`)));
  const vatId = toVatId(customer.taxId ?? '');
  if (category === 'intra_eu' || (category === 'reverse_charge' && isElsewhereInEu(vatId, country)))
    set('EU-Land u. UStID (Bestimmung)', quote(vatId));
  set('Festschreibung', '0');
  return fields;
}

function toVatId(taxId: string): string {
  return taxId.replaceAll(/[^0-9A-Za-z+*]/g, '').toUpperCase();
}

/** Services to businesses elsewhere in the EU are reported by VAT number, others with reverse charge are not. Greece has its own prefix. */
function isElsewhereInEu(vatId: string, country: string | null): boolean {
  const prefix = vatId.slice(0, 2).replace('EL', 'GR');
  return EU.has(prefix) && prefix !== country;
}

/** Control characters are not allowed in a field. */
function cut(text: string): string {
  const plain = text.normalize('NFC').replaceAll(/\p{Cc}+/gu, ' ');
  return [...plain].slice(0, MAX_TEXT_LENGTH).join('');
}

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

function toDigits(date: string): string {
  return date.replaceAll(/\D/g, '');
}

/** Returns the days of a month such as `2026-11`. */
export function getMonth(month: string): BookPeriod {
  const days = [31, 30, 29, 28].map((day) => `${month}-${day}`);
  return { from: `${month}-01`, to: days.find(isCalendarDate) ?? '' };
}
