import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ACCOUNTING, type Booked, bookRow } from '../../../test/fixtures/books.ts';
import { type DatevFile, readDatevFile } from '../../../test/support/books/datev-file.ts';
import { NO_ACCOUNTING } from './accounting.ts';
import {
  composeDatev,
  getMonth,
  MAX_DATEV_NUMBER_LENGTH,
  MAX_DATEV_ROWS,
  startOfFiscalYear,
  toDatevNumber,
} from './datev.ts';
import { fitsWindows1252, toWindows1252 } from './windows-1252.ts';

const MARCH = { from: '2026-03-01', to: '2026-03-31' };

const compose = (booked: Booked[], accounting = ACCOUNTING): DatevFile =>
  readDatevFile(
    composeDatev(booked.map(bookRow), accounting, MARCH, { timeZone: 'Europe/Berlin', country: 'DE' }),
  );
const book = (booked: Booked) => compose([booked]).bookings[0];

test('a booking takes the gross amount from the debtor to revenue, and a credit note the other way round', () => {
  const usual = {
    ...{ amount: 11_900, side: 'S', debtor: '10001', account: '8400', key: '' },
    ...{ date: '20260310', number: 'INV-2026-00007', vatId: '' },
    text: 'Harbour & Vale Ltd., Website redesign',
  };
  assert.deepEqual(book({}), usual);
  assert.deepEqual(book({ invoice: { kind: 'CREDIT_NOTE', number: 'CN 1/2' } }), {
    ...usual,
    ...{ side: 'H', number: 'CN1/2' },
  });
  const reduced = book({ tax: { rate: 7, net: 1_000_000, tax: 70_000 } });
  assert.deepEqual([reduced?.account, reduced?.key, reduced?.amount], ['8300', '2', 1_070_000]);
});

test('the VAT number of the customer is given for supplies within the EU only', () => {
  const taxed = { rate: 0, net: 100, tax: 0, category: 'intra_eu' as const };
  const customer = { taxId: 'atu 123.456-78' };
  assert.equal(book({ tax: taxed, customer })?.vatId, 'ATU12345678');
  assert.equal(book({ tax: taxed, customer: { taxId: null } })?.vatId, '');
  assert.equal(book({ customer })?.vatId, '');
});

test('the VAT number of the customer is given for reverse charge to businesses elsewhere in the EU', () => {
  const tax = { rate: 0, net: 100, tax: 0, category: 'reverse_charge' as const };
  const vatId = (taxId: string) => book({ tax, customer: { taxId } })?.vatId;
  assert.deepEqual(
    ['fr 40 303265045', 'EL123456789', 'DE123456788', 'CHE-123.456.789 MWST', 'GB123456789'].map(vatId),
    ['FR40303265045', 'EL123456789', '', '', ''],
  );
});

test('a text has 60 characters at most, no control characters and quotation marks twice', () => {
  const title = `a "b"\r\n\tc${'x'.repeat(80)}`;
  const text = book({ customer: { name: 'N' }, invoice: { title } })?.text;
  assert.equal(text, `N, a "b" c${'x'.repeat(50)}`);
  assert.equal(text?.length, 60);
  // What Windows-1252 lacks is one character, as a file has one byte for it.
  assert.equal(book({ customer: { name: '😀é' }, invoice: { title: 'e\u0301' } })?.text, '?é, é');
});

test('the header names adviser, client, fiscal year, period and the time of the last document', () => {
  const at = (issuedAt: string | null, createdAt = '2026-03-02T00:00:00.000Z') => ({
    invoice: { issuedAt, createdAt },
  });
  const { header } = compose([at('2026-03-09T10:11:12.345Z'), at('2026-03-12T10:11:12.345Z'), at(null)]);
  assert.equal(header[5], '20260312111112345');
  assert.equal(compose([at(null)]).header[5], '20260302010000000');
  assert.equal(compose([]).header[5], '20260301000000000');
  const read = compose([], { ...ACCOUNTING, fiscalYearStart: 4, accountLength: 5 }).header;
  assert.deepEqual(read.slice(10, 17), [
    ...['29098', '55003', '20250401', '5', '20260301', '20260331', 'Rechnungen'],
  ]);
  assert.deepEqual([header[7], header[18], header[19], header[20], header[21]], ['PR', '1', '0', '0', 'EUR']);
  assert.equal(header[26], '03');
  assert.equal(compose([], { ...ACCOUNTING, chart: null }).header[26], '');
});

test('a fiscal year begins in its month, of this year or the one before', () => {
  const start = (date: string, fiscalYearStart: number) =>
    startOfFiscalYear(date, { ...NO_ACCOUNTING, fiscalYearStart });
  assert.equal(start('2026-03-31', 1), '2026-01-01');
  assert.equal(start('2026-03-31', 3), '2026-03-01');
  assert.equal(start('2026-03-31', 4), '2025-04-01');
  assert.equal(start('2026-12-01', 12), '2026-12-01');
  assert.equal(start('0999-12-01', 12), '0999-12-01');
});

test('a month has its first and its last day', () => {
  assert.deepEqual(getMonth('2026-01'), { from: '2026-01-01', to: '2026-01-31' });
  const last = ['2026-02', '2028-02', '2026-04', '2026-12'].map((month) => getMonth(month).to);
  assert.deepEqual(last, ['2026-02-28', '2028-02-29', '2026-04-30', '2026-12-31']);
  assert.equal(getMonth('2026-13').to, '');
});

test('a number loses what the field of DATEV does not have', () => {
  assert.equal(toDatevNumber('RE 2026.001/ä_$%&*+-'), 'RE2026001/_$%&*+-');
});

test('Windows-1252 has its own characters, and a question mark for all others', () => {
  const characters = '\u0000Az\u007f\u00a0ÿ€Žœ';
  assert.deepEqual([...toWindows1252(characters)], [0, 65, 122, 127, 0xa0, 0xff, 0x80, 0x8e, 0x9c]);
  assert.equal(fitsWindows1252(characters), true);
  // Composed of two characters, of which only the whole fits.
  assert.deepEqual([...toWindows1252('a\u0308')], [0xe4]);
  assert.equal(fitsWindows1252('a\u0308'), true);
  for (const other of ['\u0080', '\u009f', '\u0081', 'Ł', '漢', '😀', 'Ā']) {
    assert.deepEqual([...toWindows1252(other)], [0x3f], other);
    assert.equal(fitsWindows1252(`a${other}`), false, other);
  }
});

test('DATEV reads at most 99,999 rows from one file, with numbers of 36 characters', () => {
  assert.deepEqual([MAX_DATEV_ROWS, MAX_DATEV_NUMBER_LENGTH], [99_999, 36]);
});
