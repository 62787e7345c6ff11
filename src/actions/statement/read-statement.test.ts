import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { camt } from '../../../test/fixtures/camt.ts';
import { Problem } from '../../domain/errors.ts';
import { findClues } from '../../domain/statement/match-lines.ts';
import { parseStatementDate, parseWrittenAmount } from '../../domain/statement/statement-values.ts';
import { decodeStatement } from './decode-statement.ts';
import { readCamt } from './read-camt.ts';
import { readStatementCsv } from './read-csv.ts';

const unreadable = (pattern: RegExp) => (error: unknown) =>
  error instanceof Problem && error.code === 'statement_unreadable' && pattern.test(error.message);

describe('CAMT', () => {
  test('statements and notifications of all versions have the same lines', async () => {
    const entries = [
      {
        amount: '1949.75',
        bankReference: 'B1',
        transactions: [{ reference: 'RF18539007547034', text: 'INV-1', payer: 'Ada' }],
      },
    ];
    for (const version of [
      '053.001.02',
      '053.001.04',
      '053.001.08',
      '054.001.04',
      '054.001.08',
      '053.001.11',
    ]) {
      assert.deepEqual(await readCamt(camt(entries, { version })), {
        format: 'camt',
        ignored: 0,
        lines: [
          {
            ...{ iban: 'CH5800791123000889012', date: '2026-11-16', amount: 194_975, currency: 'CHF' },
            booking: { reference: 'B1', place: 0 },
            ...{ reference: 'RF18539007547034', text: 'INV-1', payer: 'Ada' },
          },
        ],
      });
    }
  });

  test('debits, reversals, pending entries and amounts of 0 are ignored', async () => {
    const found = await readCamt(
      camt([
        { amount: '1.00', indicator: 'DBIT' },
        { amount: '1.00', isReversal: true },
        { amount: '1.00', status: 'PDNG' },
        { amount: '0.00' },
        { amount: '1.001' },
        { amount: '1.00' },
      ]),
    );
    assert.deepEqual([found.lines.length, found.ignored], [1, 5]);
  });

  test('a batch is split if its transactions have amounts', async () => {
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
    const split = await batch(['10.00', '20.00']);
    assert.deepEqual(
      split.lines.map(({ amount, text, booking }) => [amount, text, booking?.place]),
      [
        [1000, 'INV-0', 0],
        [2000, 'INV-1', 1],
      ],
    );
    const whole = await batch([undefined, '20.00']);
    assert.deepEqual(
      whole.lines.map(({ amount, text }) => [amount, text]),
      [[3000, 'INV-0 INV-1']],
    );
  });

  test('malformed, malicious and other XML is rejected', async () => {
    const laughs = `<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol1 "&lol;&lol;&lol;">]>`;
    await assert.rejects(readCamt(camt([], { head: laughs })), unreadable(/DOCTYPE/));
    await assert.rejects(
      readCamt('<Document><BkToCstmrStmt>&lol;</BkToCstmrStmt></Document>'),
      unreadable(/not valid XML/),
    );
    await assert.rejects(readCamt(camt([{ amount: '1.00' }]).slice(0, -20)), unreadable(/not valid XML/));
    await assert.rejects(readCamt('<Invoice><a/></Invoice>'), unreadable(/CAMT\.053/));
    await assert.rejects(readCamt('<Document><BkToCstmrAcctRpt/></Document>'), unreadable(/CAMT\.053/));
    const deep = `<Document><BkToCstmrStmt>${'<a>'.repeat(100_000)}`;
    await assert.rejects(readCamt(deep), unreadable(/nested/));
    const many = camt(Array.from({ length: 5_001 }, () => ({ amount: '1.00' })));
    await assert.rejects(readCamt(many), unreadable(/5,000/));
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

describe('CSV', () => {
  const settings = { columns: {}, currency: 'CHF', iban: 'CH58' };
  const read = (text: string, columns = {}) => readStatementCsv(text, { ...settings, columns });

  test('a Swiss file with lines before the table and columns for credit and debit', async () => {
    const { lines, ignored } = await read(
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
        ...{ iban: 'CH58', date: '2026-11-16', amount: 194_975, currency: 'CHF', reference: null },
        ...{ text: 'Zahlung INV-1; danke', payer: null, booking: { reference: 'T1', place: 0 } },
      },
    ]);
    assert.equal(ignored, 3);
  });

  test('a German file with signed amounts, and columns that the caller names', async () => {
    const german =
      'Buchungstag;Verwendungszweck;Begünstigter/Zahlungspflichtiger;Betrag;Währung\n16.11.2026;RE 7;Ada;1.949,75;EUR\n16.11.2026;x;y;-3,00;EUR';
    const [line] = (await read(german)).lines;
    assert.deepEqual(
      [line?.date, line?.amount, line?.currency, line?.text, line?.payer],
      ['2026-11-16', 194_975, 'EUR', 'RE 7', 'Ada'],
    );
    const odd = 'Wann,Was,Wieviel\n2026-11-16,RE 7,"1,949.75"';
    await assert.rejects(read(odd), unreadable(/date/));
    const named = await read(odd, { date: 'Wann', amount: 'Wieviel', text: 'was' });
    assert.deepEqual(
      named.lines.map(({ amount, text }) => [amount, text]),
      [[194_975, 'RE 7']],
    );
    await assert.rejects(read(german, { reference: 'Kundenreferenz' }), (error) => {
      return error instanceof Problem && error.errors[0]?.path === '/reference';
    });
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
      ['1.2.3', undefined],
      ['12.345,678,1', undefined],
      ['', undefined],
      ['-', undefined],
      ['--1', undefined],
      ['12.3456', undefined],
      ['1e5', undefined],
      ['9'.repeat(40), undefined],
    ];
    for (const [text, amount] of amounts) assert.equal(parseWrittenAmount(text, 'CHF'), amount, text);
    for (const text of [
      '2026-11-06',
      '06.11.2026',
      '6.11.26',
      '06/11/2026',
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

test('references and numbers are found in a text', () => {
  assert.ok(
    findClues({ reference: null, text: '(INV-2026-00007), danke!' }).numbers.includes('INV-2026-00007'),
  );
  assert.ok(findClues({ reference: null, text: 'rechnung re 7/2026.' }).numbers.includes('RE 7/2026'));
  assert.ok(findClues({ reference: null, text: 'Rechnung № 7' }).numbers.includes('№ 7'));
  const many = findClues({ reference: null, text: '1 2 '.repeat(1000) });
  assert.ok(many.numbers.length <= 50);
});
