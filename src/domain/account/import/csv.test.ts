import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { MAX_CSV_COLUMNS, parseCsv } from './csv.ts';

const parse = (text: string) => [...parseCsv(text)].filter((row) => row !== undefined);
const cells = (text: string) => parse(text).map((row) => row.cells);

describe('parseCsv', () => {
  it('reads plain and quoted values', () => {
    assert.deepEqual(cells('a,b\r\n"x, ""y""",z\r\n'), [
      ['a', 'b'],
      ['x, "y"', 'z'],
    ]);
  });

  it('keeps line breaks in quotes and counts the lines of the file', () => {
    const rows = [...parse('id,address\n1,"one\r\ntwo"\n2,three\n\n\r\n3,"four\nfive\nsix"\n4,x')];
    assert.deepEqual(
      rows.map(({ line, cells: [id] }) => [line, id]),
      [
        [1, 'id'],
        [2, '1'],
        [4, '2'],
        [7, '3'],
        [10, '4'],
      ],
    );
    assert.equal(rows[1]?.cells[1], 'one\r\ntwo');
  });

  it('keeps a lone CR in quotes and counts it as one line', () => {
    const rows = [...parse('id,address\r\n1,"one\rtwo\r\nthree\n\rfour"\r\n2,x\r\n')];
    assert.equal(rows[1]?.cells[1], 'one\rtwo\r\nthree\n\rfour');
    assert.deepEqual(
      rows.map(({ line }) => line),
      [1, 2, 7],
    );
  });

  it('pauses within rows of many values and among empty lines', () => {
    for (const text of [','.repeat(50_000), '\n'.repeat(50_000), `a\n${'"",'.repeat(50_000)}`]) {
      const pauses = [...parseCsv(text)].filter((row) => row === undefined);
      assert.equal(pauses.length, 50);
    }
  });

  it('keeps of a long row one field more than a table may have', () => {
    const [first, second] = [...parseCsv(`${','.repeat(100_000)}\na,b`)].filter((row) => row !== undefined);
    assert.deepEqual([first?.cells.length, second?.cells], [MAX_CSV_COLUMNS + 1, ['a', 'b']]);
  });

  it('finds the separator in the first line, outside quotes', () => {
    assert.deepEqual(cells('"a,b,c";d\n1;2'), [
      ['a,b,c', 'd'],
      ['1', '2'],
    ]);
    assert.deepEqual(cells('a\tb\n1,5\t2'), [
      ['a', 'b'],
      ['1,5', '2'],
    ]);
    assert.deepEqual(cells('a\n1'), [['a'], ['1']]);
  });

  it('understands every line end', () => {
    for (const end of ['\n', '\r', '\r\n'])
      assert.deepEqual(cells(`a,b${end}1,2${end}`), [
        ['a', 'b'],
        ['1', '2'],
      ]);
  });

  it('keeps empty values, including the last', () => {
    assert.deepEqual(cells('a,b,c\n,,\n1,,'), [
      ['a', 'b', 'c'],
      ['', '', ''],
      ['1', '', ''],
    ]);
  });

  it('keeps a quote inside an unquoted value', () => {
    assert.deepEqual(cells('a,b\n5" pipe,x'), [
      ['a', 'b'],
      ['5" pipe', 'x'],
    ]);
  });

  it('reports wrong quotes and continues after them if possible', () => {
    const rows = [...parse('a,b\n"x"y,1\n2,3\n"open,4\n5,6')];
    assert.match(rows[1]?.error ?? '', /behind a closing quote/);
    assert.deepEqual(rows[2]?.cells, ['2', '3']);
    assert.equal(rows[3]?.line, 4);
    assert.match(rows[3]?.error ?? '', /never closed/);
    assert.match(parse('"a')[0]?.error ?? '', /never closed/);
  });

  it('ignores spaces behind a closing quote', () => {
    const [, row] = parse('a,b\n"x"  ,"y" \n');
    assert.deepEqual([row?.cells, row?.error], [['x', 'y'], undefined]);
  });

  it('cuts a quoted value that is too long for any field', () => {
    const [, row] = parse(`a,b\n"${'x'.repeat(100_001)}",y\n"${'z'.repeat(100_000)}",1`);
    assert.deepEqual([row?.cells[0]?.length, row?.cells[1]], [100_000, 'y']);
    assert.equal(parse(`a,b\n"${'z'.repeat(100_000)}",1`)[1]?.cells[0]?.length, 100_000);
  });

  it('reads no rows from an empty file', () => {
    assert.deepEqual(cells(''), []);
    assert.deepEqual(cells('\n\r\n'), []);
  });

  it('reads back any CSV written by RFC 4180', () => {
    const value = fc.string({ unit: fc.constantFrom('a', 'é', '"', ',', ';', '\n', '\r', ' ', '😀') });
    const rows = fc.array(fc.tuple(value, value), { minLength: 1 });
    fc.assert(
      fc.property(
        rows,
        fc.constantFrom(',', ';', '\t'),
        fc.constantFrom('\n', '\r\n'),
        (data, separator, end) => {
          const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
          const text = [['id', 'name'], ...data].map((row) => row.map(quote).join(separator)).join(end);
          assert.deepEqual(cells(text), [['id', 'name'], ...data]);
        },
      ),
    );
  });
});
