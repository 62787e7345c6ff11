import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { camt } from '../../../test/fixtures/camt.ts';
import { Problem } from '../../domain/errors.ts';
import type { CsvSettings } from '../../domain/invoice/statement/csv-columns.ts';
import { findDateOrder, parseStatementDate } from '../../domain/invoice/statement/statement-values.ts';
import {
  findWritingStyle,
  readWrittenAmount,
  toMinorUnits,
} from '../../domain/invoice/statement/written-amount.ts';
import { decodeStatement } from './decode-statement.ts';
import { readCamt } from './read-camt.ts';
import { readStatementCsv } from './read-csv.ts';

const unreadable = (pattern: RegExp) => (error: unknown) =>
  error instanceof Problem && error.code === 'statement_unreadable' && pattern.test(error.message);

describe('CAMT', () => {
  test('statements and notifications of all versions have the same lines', () => {
    const entries = [
      {
        amount: '1949.75',
        bankReference: 'B1',
        transactions: [{ reference: 'RF18539007547034', text: 'INV-1', payer: 'Ada' }],
      },
    ];
    for (const version of [
      '052.001.08',
      '053.001.02',
      '053.001.04',
      '053.001.08',
      '054.001.04',
      '054.001.08',
      '053.001.11',
    ]) {
      assert.deepEqual(readCamt(camt(entries, { version })), {
        format: 'camt',
        columns: [],
        ignored: [],
        lines: [
          {
            ...{ iban: 'CH5800791123000889012', date: '2026-11-16', amount: 194_975, currency: 'CHF' },
            ...{ bankReference: 'B1', entry: 1 },
            ...{ reference: 'RF18539007547034', text: 'INV-1', payer: 'Ada' },
          },
        ],
      });
    }
  });

  test('a transaction does not make money received of an entry of money out', () => {
    const ignored = (...amounts: string[]) =>
      readCamt(
        camt([{ amount: '9.00', indicator: 'DBIT', transactions: amounts.map((amount) => ({ amount })) }]),
      ).ignored.map(({ reason }) => reason);
    assert.deepEqual(ignored('9.00'), ['debit']);
    assert.deepEqual(ignored('4.00', '5.00'), ['debit', 'debit']);
    const mixed = camt([
      { amount: '1.00', indicator: 'DBIT', transactions: [{ amount: '4.00' }, { amount: '5.00' }] },
    ]);
    const found = readCamt(mixed.replace(/CRDT(?!.*CRDT)/s, 'DBIT'));
    assert.deepEqual([found.lines.map(({ amount }) => amount), found.ignored.length], [[400], 1]);
  });

  test('debits, reversals, pending entries and amounts of 0 are ignored', () => {
    const found = readCamt(
      camt([
        { amount: '1.00', indicator: 'DBIT' },
        { amount: '1.00', isReversal: 'true' },
        { amount: '1.00', isReversal: '1' },
        { amount: '2.00', isReversal: 'false' },
        { amount: '2.00', isReversal: '0' },
        { amount: '1.00', status: 'PDNG' },
        { amount: '0.00' },
        { amount: '1.001' },
        { amount: '1.00' },
      ]),
    );
    assert.deepEqual(
      found.lines.map(({ amount }) => amount),
      [200, 200, 100],
    );
    assert.deepEqual(
      found.ignored.map(({ reason }) => reason),
      ['debit', 'reversal', 'reversal', 'pending', 'zero_amount', 'amount'],
    );
  });

  test('a batch is split if its transactions have amounts', () => {
    const batch = (amounts: (string | undefined)[]) =>
      readCamt(
        camt([
          {
            amount: '30.00',
            bankReference: 'B',
            transactions: amounts.map((amount, index) => ({
              ...(amount && { amount }),
              text: `INV-${index}`,
            })),
          },
        ]),
      );
    const split = batch(['10.00', '20.00']);
    assert.deepEqual(
      split.lines.map(({ amount, text, bankReference, entry }) => [amount, text, bankReference, entry]),
      [
        [1000, 'INV-0', 'B', 1],
        [2000, 'INV-1', 'B', 1],
      ],
    );
    const whole = batch([undefined, '20.00']);
    assert.deepEqual(
      whole.lines.map(({ amount, text }) => [amount, text]),
      [[3000, 'INV-0 INV-1']],
    );
  });

  test('the transactions of a batch count in the currency that was booked', () => {
    const xml = (details: string) =>
      camt([{ amount: '30.00' }]).replace('</Ntry>', () => `<NtryDtls>${details}</NtryDtls></Ntry>`);
    const foreign = (booked: string) =>
      `<TxDtls><Amt Ccy="USD">17.00</Amt><AmtDtls><InstdAmt><Amt Ccy="USD">17.00</Amt></InstdAmt>${booked}</AmtDtls></TxDtls>`;
    const amounts = (text: string) => readCamt(text).lines.map(({ amount, currency }) => [amount, currency]);
    assert.deepEqual(amounts(xml(foreign('').repeat(2))), [[3000, 'CHF']]);
    const booked = '<TxAmt><Amt Ccy="CHF">15.00</Amt><CcyXchg><SrcCcy>USD</SrcCcy></CcyXchg></TxAmt>';
    assert.deepEqual(amounts(xml(foreign(booked).repeat(2))), [
      [1500, 'CHF'],
      [1500, 'CHF'],
    ]);
  });

  test('malformed, malicious and other XML is rejected', () => {
    const laughs = `<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol1 "&lol;&lol;&lol;">]>`;
    assert.throws(() => readCamt(camt([], { head: laughs })), unreadable(/DOCTYPE/));
    assert.throws(
      () => readCamt('<Document><BkToCstmrStmt>&lol;</BkToCstmrStmt></Document>'),
      unreadable(/not valid XML/),
    );
    assert.throws(() => readCamt(camt([{ amount: '1.00' }]).slice(0, -20)), unreadable(/not valid XML/));
    assert.throws(() => readCamt('<Invoice><a/></Invoice>'), unreadable(/CAMT\.053/));
    assert.throws(() => readCamt('<Document><CstmrPmtStsRpt/></Document>'), unreadable(/CAMT\.053/));
    const deep = `<Document><BkToCstmrStmt>${'<a>'.repeat(100_000)}`;
    assert.throws(() => readCamt(deep), unreadable(/nested/));
    const many = camt(Array.from({ length: 5_001 }, () => ({ amount: '1.00' })));
    assert.throws(() => readCamt(many), unreadable(/5,000/));
  });

  test('declared encodings are decoded, others rejected', () => {
    const xml = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?><a>Zürich €</a>`;
    const latin = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>Zürich</a>', 'latin1');
    assert.ok(decodeStatement(latin).includes('Zürich'));
    assert.ok(decodeStatement(Buffer.from(xml('UTF-8'))).includes('Zürich €'));
    assert.ok(decodeStatement(Buffer.from(`\ufeff${xml('UTF-16')}`, 'utf16le')).includes('Zürich €'));
    assert.ok(decodeStatement(Buffer.from(xml('UTF-16'), 'utf16le').swap16()).includes('Zürich €'));
    assert.ok(decodeStatement(Buffer.from('Datum;Währung', 'latin1')).includes('Währung'));
    assert.throws(() => decodeStatement(Buffer.from(xml('EBCDIC-CP-US'))), unreadable(/EBCDIC/));
    const wrong = Buffer.concat([Buffer.from(xml('UTF-8')), Buffer.from([0xff])]);
    assert.throws(() => decodeStatement(wrong), unreadable(/utf-8/));
  });
});

function parseAlone(text: string, currency: string) {
  const written = readWrittenAmount(text);
  return written && toMinorUnits(written, currency, findWritingStyle([written]));
}

describe('CSV', () => {
  const settings = { columns: {}, currency: 'CHF', country: null };
  const read = (text: string, columns = {}, more: Partial<CsvSettings> = {}) =>
    readStatementCsv(text, { ...settings, columns, ...more });

  test('a Swiss file with lines before the table and columns for credit and debit', () => {
    const { lines, ignored } = read(
      [
        `Konto:;CH58 0079 1123 0008 8901 2`,
        'Saldo;1',
        '',
        'Buchungsdatum;Avisierungstext;Gutschrift in CHF;Lastschrift in CHF;Valuta;Transaktionsnummer',
        `16.11.2026;"Zahlung INV-1; danke";1'949.75;;16.11.2026;T1`,
        '15.11.26;Miete;;-900.00;15.11.2026;T2',
        '14.11.2026;Nichts;0.00;;14.11.2026;T3',
        'Total;;1;;;',
      ].join('\r\n'),
    );
    assert.deepEqual(lines, [
      {
        ...{ date: '2026-11-16', amount: 194_975, currency: 'CHF', reference: null },
        ...{ iban: 'CH5800791123000889012', text: 'Zahlung INV-1; danke', payer: null },
        ...{ bankReference: 'T1', entry: 0 },
      },
    ]);
    assert.deepEqual(ignored, [
      { line: 6, reason: 'debit' },
      { line: 7, reason: 'zero_amount' },
      { line: 8, reason: 'date' },
    ]);
  });

  test('a German file with signed amounts, and columns that the caller names', () => {
    const german =
      'Buchungstag;Verwendungszweck;Begünstigter/Zahlungspflichtiger;Betrag;Währung\n16.11.2026;RE 7;Ada;1.949,75;EUR\n16.11.2026;x;y;-3,00;EUR';
    const [line] = read(german).lines;
    assert.deepEqual(
      [line?.date, line?.amount, line?.currency, line?.text, line?.payer],
      ['2026-11-16', 194_975, 'EUR', 'RE 7', 'Ada'],
    );
    const odd = 'Wann,Was,Wieviel\n2026-11-16,RE 7,"1,949.75"';
    assert.equal(read(odd).lines[0]?.text, 'RE 7', 'cells say what they are');
    const named = read(odd, { date: 'Wann', amount: 'Wieviel', text: 'was' });
    assert.deepEqual(
      named.lines.map(({ amount, text }) => [amount, text]),
      [[194_975, 'RE 7']],
    );
    assert.throws(
      () => read(german, { reference: 'Kundenreferenz' }),
      (error) => {
        return error instanceof Problem && error.errors[0]?.path === '/reference';
      },
    );
  });

  test('amounts and dates as banks write them', () => {
    const amounts: [string, number | undefined][] = [
      ["1'949.75", 194_975],
      ['1’949.75', 194_975],
      ['1.949,75', 194_975],
      ['1,949.75', 194_975],
      ['1 949,75 ', 194_975],
      ['+12', 1200],
      ['12,5', 1250],
      ['1.949', 194_900],
      ['1.234.567,00', 123_456_700],
      ['-12.00', -1200],
      ['12.00-', -1200],
      ['CHF 12.00', 1200],
      ['12.00 EUR', 1200],
      ['1.234,59 €', 123_459],
      ['$1,234.59', 123_459],
      ['-$5.00', -500],
      ['(12.00)', -1200],
      ['12.00 DR', -1200],
      ['12.00 CR', 1200],
      ['1,00,000.00', 10_000_000],
      ['(12.00', undefined],
      ['12 XYZ', undefined],
      ['1.2.3', undefined],
      ['12.345,678,1', undefined],
      ['', undefined],
      ['-', undefined],
      ['--1', undefined],
      ['12.3456', undefined],
      ['1e5', undefined],
      ['9'.repeat(40), undefined],
    ];
    for (const [text, amount] of amounts) assert.equal(parseAlone(text, 'CHF'), amount, text);
    for (const text of [
      '2026-11-06',
      '06.11.2026',
      '6.11.26',
      '06/11/2026',
      '06-11-2026',
      '6-Nov-2026',
      '06 November 2026',
      '20261106',
      '2026-11-06T10:00:00+01:00',
    ]) {
      assert.equal(parseStatementDate(text), '2026-11-06', text);
    }
    for (const text of ['2026-02-30', '31.04.2026', 'x', '', '11.2026']) {
      assert.equal(parseStatementDate(text), undefined, text);
    }
  });
});

describe('what a CSV file leaves open', () => {
  const dinars = (amounts: string[], more: Partial<CsvSettings> = {}) =>
    readStatementCsv(
      ['Date;Description;Credit (KWD)', ...amounts.map((amount) => `2026-11-16;x;${amount}`)].join('\n'),
      { columns: {}, currency: 'KWD', country: null, ...more },
    ).lines.map(({ amount }) => amount);

  test('three decimals are decided by the currency and by the file as a whole', () => {
    assert.deepEqual(dinars(['5.000', '12.500']), [5_000, 12_500]);
    assert.deepEqual(dinars(['5.000', '1,250.500']), [5_000, 1_250_500]);
    assert.deepEqual(dinars(['5,000', '1.250,500']), [5_000, 1_250_500]);
    assert.deepEqual(dinars(['5,000', '0,500']), [5_000, 500]);
    assert.deepEqual(dinars(['5,000', '7.5']), [5_000_000, 7_500]);
    assert.deepEqual(dinars(['5,000'], { decimal: ',' }), [5_000]);
    assert.deepEqual(dinars(['5,000'], { decimal: '.' }), [5_000_000]);
    for (const unclear of [['5,000'], ['5.000', '500'], ['5.000', '1.5', '2,5']]) {
      assert.throws(
        () => dinars(unclear),
        (error) =>
          error instanceof Problem &&
          error.status === 400 &&
          error.errors[0]?.path === '/decimal' &&
          /decimal=point/.test(error.message),
        unclear.join(),
      );
    }
  });

  test('the order of dates is decided by the file, else by the country, else asked for', () => {
    const dates = (list: string[], more: Partial<CsvSettings> = {}) =>
      readStatementCsv(['Date;Amount', ...list.map((date) => `${date};1.00`)].join('\n'), {
        ...{ columns: {}, currency: 'EUR', country: null, ...more },
      }).lines.map(({ date }) => date);
    assert.deepEqual(dates(['03/04/2026', '11/17/2026']), ['2026-03-04', '2026-11-17']);
    assert.deepEqual(dates(['03/04/2026', '17/11/2026']), ['2026-04-03', '2026-11-17']);
    assert.deepEqual(dates(['03.04.2026', '04/04/2026']), ['2026-04-03', '2026-04-04']);
    assert.deepEqual(dates(['03/04/2026'], { country: 'GB' }), ['2026-04-03']);
    assert.deepEqual(dates(['03/04/2026'], { country: 'US', currency: 'USD' }), ['2026-03-04']);
    assert.deepEqual(dates(['03/04/2026'], { dateOrder: 'mdy' }), ['2026-03-04']);
    for (const more of [{}, { country: 'DE', currency: 'USD' }, { country: 'US', currency: 'EUR' }]) {
      assert.throws(
        () => dates(['03/04/2026'], more),
        (error) => error instanceof Problem && error.errors[0]?.path === '/dateOrder',
      );
    }
    assert.equal(findDateOrder(['2026-11-16', '']), null);
  });

  test('the currency is that of the amount, else of its heading, else of its column, else of the account', () => {
    const currency = (heading: string, amount: string, code = '') =>
      readStatementCsv(`Datum;${heading};Währung\n16.11.2026;${amount};${code}`, {
        ...{ columns: {}, currency: 'SEK', country: null },
      });
    const found = (...args: Parameters<typeof currency>) => currency(...args).lines[0]?.currency;
    assert.equal(found('Gutschrift in CHF', '12,00'), 'CHF');
    assert.equal(found('Amount (EUR)', '12,00', 'USD'), 'EUR');
    assert.equal(found('Betrag (€)', '12,00 CHF'), 'CHF');
    assert.equal(found('Betrag', '12,00', 'GBP'), 'GBP');
    assert.equal(found('Betrag', '12,00', '€'), 'EUR');
    assert.equal(found('Betrag', '12,00'), 'SEK');
    for (const heading of ['amount_usd', 'Deposit Amount (USD )'])
      assert.equal(found(heading, '12,00'), 'USD', heading);
    assert.deepEqual(currency('Betrag', '12,00', 'Taler').ignored, [{ line: 2, reason: 'currency' }]);
    const below = (line: string) =>
      readStatementCsv(`${line}\n\nDatum;Betrag;Text\n16.11.2026;12,00;RE 7`, {
        ...{ columns: {}, currency: 'SEK', country: null },
      }).lines[0]?.currency;
    for (const line of ['Account;12345678;USD', 'Konto: 12345678 (USD)'])
      assert.equal(below(line), 'USD', line);
    assert.equal(below('Transactions;ALL'), 'SEK');
  });

  test('a pending line is not money, whichever column says so', () => {
    const reasons = (headings: string, cells: string) =>
      readStatementCsv(`Datum;Betrag;${headings}\n17.11.2026;1,00;${cells}`, {
        ...{ columns: {}, currency: 'EUR', country: 'DE' },
      }).ignored.map(({ reason }) => reason);
    assert.deepEqual(reasons('Verwendungszweck;Status', 'RE 7;Vorgemerkt'), ['pending']);
    assert.deepEqual(reasons('Verwendungszweck;Umsatzart', 'RE 7;Umsatz vorgemerkt'), ['pending']);
    assert.deepEqual(reasons('Buchungstext;Verwendungszweck', 'Umsatz vorgemerkt;RE 7'), ['pending']);
    assert.deepEqual(reasons('Buchungstext;Verwendungszweck', 'Gutschrift;RE 7 vorgemerkt'), []);
  });

  test('a column of words says on which side amounts are, and words that are not understood are asked about', () => {
    const read = (heading: string, cells: string[], more: Partial<CsvSettings> = {}) =>
      readStatementCsv(
        [
          `Date;Description;${heading};Amount`,
          ...cells.map((cell, at) => `2026-11-0${at + 1};T${at};${cell}`),
        ].join('\n'),
        { columns: {}, currency: 'EUR', country: 'DE', ...more },
      ).lines.map(({ text }) => text);
    for (const [credit, debit] of [
      ...[
        ['Credit', 'Debit'],
        ['CR', 'DR'],
        ['C', 'D'],
        ['H', 'S'],
        ['IN', 'OUT'],
        ['Bij', 'Af'],
        ['+', '-'],
        ['Eingang', 'Ausgang'],
      ],
      ...[
        ['ACH_CREDIT', 'ACH_DEBIT'],
        ['Zahlungseingang', 'Zahlungsausgang'],
        ['Uznanie', 'Obciążenie'],
        ['收入', '支出'],
      ],
      ...[
        ['Crédit', 'Débit'],
        ['Avere', 'Dare'],
        ['Kreditas', 'Debetas'],
        ['Alacak', 'Borç'],
        ['입금', '출금'],
        ['Приход', 'Расход'],
      ],
    ])
      for (const heading of ['Type', 'Direction', 'Zxq'])
        assert.deepEqual(read(heading, [`${credit};1,00`, `${debit};2,00`]), ['T0'], `${heading} ${credit}`);
    // A sign that does not agree with the word is no money received.
    assert.deepEqual(read('Type', ['Credit;1,00', 'Debit;-2,00', 'Debit;3,00']), ['T0']);
    const asks = (error: unknown) => error instanceof Problem && error.errors[0]?.path === '/moneyIn';
    for (const heading of ['Type', 'Buchungsart', 'İşlem Tipi', 'Vrsta', '種類', 'Loại giao dịch'])
      assert.throws(() => read(heading, ['Zik;1,00', 'Zak;2,00']), asks, heading);
    assert.throws(() => read('Zxq', ['Zik;1,00', 'Zak;2,00', 'Zik;3,00']), asks);
    const typed = 'Datum;Type;Betrag;Saldo\n1.2.26;Zik;1,00;9,00\n2.2.26;Zak;4,00;5,00';
    const settings = { columns: {}, currency: 'EUR', country: 'DE' };
    assert.throws(() => readStatementCsv(typed, settings), asks, 'also with a balance');
    assert.throws(() => read('Type', ['Credit card;1,00', 'Direct credit;2,00']), asks);
    assert.deepEqual(read('Type', ['Zik;1,00', 'Zak;2,00'], { moneyIn: ['zik'], moneyOut: ['ZAK'] }), ['T0']);
    // Signs are enough, and so are names, texts and one word for all.
    assert.deepEqual(read('Type', ['Zik;1,00', 'Zak;-2,00']), ['T0 Zik']);
    assert.deepEqual(read('Name', ['Ada;1,00', 'Bob;2,00', 'Ada;3,00']), ['T0', 'T1', 'T2']);
    assert.deepEqual(read('Type', ['Transfer;1,00', 'Transfer;2,00']), ['T0 Transfer', 'T1 Transfer']);
    assert.deepEqual(read('Note', ['Eingang;1,00', ';2,00']), ['T0 Eingang', 'T1']);
  });

  test('a balance says which amounts without a sign went out', () => {
    const read = (rows: string[]) => {
      const text = ['Fecha;Concepto;Importe;Saldo', ...rows].join('\n');
      const { lines, ignored } = readStatementCsv(text, { columns: {}, currency: 'EUR', country: 'ES' });
      return [lines.map((line) => line.text), ignored.map(({ reason }) => reason)];
    };
    const oldestFirst = [
      '12/11/2026;A;100,00;100,00',
      '13/11/2026;B;40,00;60,00',
      '14/11/2026;C;15,00;75,00',
    ];
    assert.deepEqual(read(oldestFirst), [['A', 'C'], ['debit']]);
    assert.deepEqual(read(oldestFirst.toReversed()), [['C', 'A'], ['debit']]);
    // Nobody knows what the first balance changed by.
    assert.deepEqual(read(['12/11/2026;A;1,00;9,00', '13/11/2026;B;4,00;5,00']), [[], ['amount', 'debit']]);
    // A balance that only rises, or does not agree, changes nothing.
    assert.deepEqual(read(['12/11/2026;A;1,00;9,00', '13/11/2026;B;4,00;13,00']), [['A', 'B'], []]);
    assert.deepEqual(read(['12/11/2026;A;1,00;9,00', '13/11/2026;B;4,00;6,00']), [['A', 'B'], []]);
  });

  test('a table without headings is read only if it has one column of amounts', () => {
    const read = (text: string) =>
      readStatementCsv(text, { columns: {}, currency: 'EUR', country: 'AT' }).lines.length;
    assert.equal(read('17.11.2026;RE 7;1,00;EUR\n18.11.2026;RE 8;2,00;EUR'), 2);
    assert.throws(() => read('17.11.2026;RE 7;1,00;20,00\n18.11.2026;RE 8;2,00;22,00'), unreadable(/date/));
    assert.equal(read('17.11.2026;RE 7;1,00\nx;RE 8;2,00'), 1);
  });
});
