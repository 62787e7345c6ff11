import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { testAll } from '../../../test/support/run/all.ts';
import { makeXlsx, makeZip, type Workbook } from '../../../test/support/spreadsheet/make-xlsx.ts';
import { Problem } from '../../domain/errors.ts';
import { createSheetReader } from './reader.ts';

const SHEET = 'xl/worksheets/sheet1.xml';
const sheet = (body: string) => `<worksheet><sheetData>${body}</sheetData></worksheet>`;

function refused(pattern: RegExp) {
  return (error: unknown) => error instanceof Problem && error.status === 400 && pattern.test(error.message);
}

describe('the reader of spreadsheets', () => {
  const reader = createSheetReader({ limitMs: 8000 });
  after(() => reader.close());
  const read = (workbook: Workbook, { maxRows = 1000, decimal = '.' } = {}) =>
    reader.read(makeXlsx(workbook), { maxRows, decimal });
  const cells = async (...given: Parameters<typeof read>) => (await read(...given)).map((row) => row.cells);

  test('reads texts, numbers, dates, percentages and codes as a person would type them', async () => {
    const formats = [
      'dd.mm.yyyy',
      '0%',
      '0.0 %',
      '00000',
      '#,##0.00\\ "d"',
      '[h]:mm:ss',
      '[$-407]d. mmmm yyyy',
    ];
    const styled = (number: number, style: number) => ({ number, style });
    const rows = [
      ['Name', 'über <&> "', 'two\nlines', ' kept ', '_x0041_ and _x005F_'],
      [1234.5, 0.1 + 0.2, 1e21, 1.5e-7, -12],
      [styled(45_992, 1), styled(0.19, 2), styled(0.075, 3), styled(1234, 4), styled(12.5, 5)],
      [styled(0.5, 6), styled(45_992.75, 7), styled(19, 0)],
    ];
    assert.deepEqual(await cells({ rows, formats }), [
      ['Name', 'über <&> "', 'two\nlines', ' kept ', 'A and _'],
      ['1234.5', '0.3', '1000000000000000000000', '0.00000015', '-12'],
      ['2025-12-01', '19 %', '7.5 %', '01234', '12.5'],
      ['0.5', '2025-12-01', '19'],
    ]);
    assert.deepEqual(await cells({ rows: [[12.5]] }, { decimal: ',' }), [['12,5']]);
    assert.deepEqual(await cells({ rows: [[styled(0, 1), styled(1, 1)]], formats, is1904: true }), [
      ['0', '1904-01-02'],
    ]);
  });

  test('reads every kind of cell, and names rows by their number', async () => {
    const rows = new Map([
      [
        3,
        [{ xml: '<c t="inlineStr"><is><r><t>rich </t></r><r><t>text</t></r><rPh><t>x</t></rPh></is></c>' }],
      ],
      [
        7,
        [
          null,
          { xml: '<c t="b"><v>1</v></c>' },
          { xml: '<c t="b"><v>0</v></c>' },
          { xml: '<c t="e"><v>#N/A</v></c>' },
        ],
      ],
      [
        8,
        [
          { xml: '<c t="str"><f>A1</f><v>sum</v></c>' },
          { xml: '<c t="d"><v>2026-11-30T00:00:00</v></c>' },
          { xml: '<c s="1"/>' },
        ],
      ],
      [9, [{ xml: '<c/>' }]],
    ]);
    assert.deepEqual(await read({ rows }), [
      { line: 3, cells: ['rich text'] },
      { line: 7, cells: ['', 'true', 'false'] },
      { line: 8, cells: ['sum', '2026-11-30'] },
    ]);
    const bare = sheet('<row><c><v>1</v></c><c><v>2</v></c></row><row><c><v>3</v></c></row>');
    assert.deepEqual(await read({ rows: [], parts: { [SHEET]: bare } }), [
      { line: 1, cells: ['1', '2'] },
      { line: 2, cells: ['3'] },
    ]);
  });

  test('reads one row more than is wanted, and one column more than any table has', async () => {
    const rows = Array.from({ length: 20 }, (_, n) => [n]);
    assert.equal((await cells({ rows }, { maxRows: 5 })).length, 6);
    const wide = await cells({ rows: [Array.from({ length: 400 }, (_, n) => n)] });
    assert.equal(wide[0]?.length, 251);
  });

  const text = (length: number) => 'x'.repeat(length);
  const HOSTILE: Record<string, [bytes: () => Buffer, sentence: RegExp]> = {
    'no ZIP': [() => Buffer.from('PK\x03\x04 and nothing else'), /damaged/],
    'a ZIP of something else': [() => makeZip({ 'content.xml': '<a/>' }), /no XLSX file/],
    'a part that unpacks to 200 MB': [
      () => makeXlsx({ rows: [], parts: { [SHEET]: Buffer.alloc(200_000_000, ' ') } }),
      /too large/,
    ],
    'parts that are too large together': [
      () => {
        const spaces = `<a>${' '.repeat(35_000_000)}</a>`;
        const parts = { [SHEET]: spaces, 'xl/sharedStrings.xml': spaces, 'xl/styles.xml': spaces };
        return makeXlsx({ rows: [], parts });
      },
      /too large/,
    ],
    'a part that is larger than it says': [
      () => {
        const files = { '_rels/.rels': Buffer.alloc(100_000_000, ' ') };
        return makeZip(files, { '_rels/.rels': 100 });
      },
      /damaged/,
    ],
    'entities that expand': [
      () =>
        makeXlsx({
          rows: [],
          parts: {
            'xl/sharedStrings.xml':
              '<!DOCTYPE s [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><sst><si><t>&b;</t></si></sst>',
          },
        }),
      /DOCTYPE/,
    ],
    'a text that a million cells name': [
      () => {
        const cell = '<c t="s"><v>0</v></c>';
        const body = `<row>${cell.repeat(200)}</row>`.repeat(200);
        const texts = `<sst><si><t>${text(30_000)}</t></si></sst>`;
        return makeXlsx({ rows: [], parts: { [SHEET]: sheet(body), 'xl/sharedStrings.xml': texts } });
      },
      /too large/,
    ],
    'deep XML': [() => makeXlsx({ rows: [], parts: { [SHEET]: '<a>'.repeat(100_000) } }), /nested/],
    'broken XML': [() => makeXlsx({ rows: [], parts: { [SHEET]: '<worksheet><row>' } }), /not valid/],
    'a million empty texts': [
      () =>
        makeXlsx({ rows: [], parts: { 'xl/sharedStrings.xml': `<sst>${'<si/>'.repeat(1_000_001)}</sst>` } }),
      /too large/,
    ],
  };
  for (const [name, [bytes, sentence]] of Object.entries(HOSTILE)) {
    // The time and the memory of the test go into the file.
    (name === 'a million empty texts' ? testAll : test)(`rejects ${name} by a sentence`, async () => {
      await assert.rejects(reader.read(bytes(), { maxRows: 100, decimal: '.' }), refused(sentence));
    });
  }

  test('ends at the limit of time, and reads the next file', async () => {
    const quick = createSheetReader({ limitMs: 200 });
    try {
      const huge = sheet('<row><c><v>1</v></c></row>'.repeat(1_200_000));
      const slow = makeXlsx({ rows: [], parts: { [SHEET]: huge } });
      await assert.rejects(quick.read(slow, { maxRows: 10, decimal: '.' }), refused(/time or memory/));
      assert.equal((await quick.read(makeXlsx({ rows: [['a']] }), { maxRows: 10, decimal: '.' })).length, 1);
    } finally {
      await quick.close();
    }
  });
});
