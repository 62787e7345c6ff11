import { crc32, deflateRawSync } from 'node:zlib';

/** A cell: a text, a number with the index of its style, or the XML of the cell without its reference. */
type Cell = string | number | { number: number; style: number } | { xml: string } | null;

export interface Workbook {
  /** Rows by their number, or in order. */
  rows: readonly (readonly Cell[])[] | ReadonlyMap<number, readonly Cell[]>;
  /** Codes of number formats; the style of a cell is the place counted from 1. */
  formats?: readonly string[];
  /** Parts that replace or extend those of the workbook, by their path. */
  parts?: Readonly<Record<string, string | Buffer>>;
  is1904?: boolean;
}

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const xml = (body: string) => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${body}`;
const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Writes an XLSX file as spreadsheets do: texts are shared, numbers have styles, parts are packed. */
export function makeXlsx({ rows, formats = [], parts = {}, is1904 = false }: Workbook): Buffer {
  const texts: string[] = [];
  const all: (readonly [number, readonly Cell[]])[] =
    rows instanceof Map ? [...rows] : (rows as Cell[][]).map((cells, n) => [n + 1, cells]);
  const sheet = all.map(([line, cells]) => {
    const written = cells.map((cell: Cell, column: number) =>
      writeCell(cell, `${letters(column)}${line}`, texts),
    );
    return `<row r="${line}">${written.join('')}</row>`;
  });
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
  const relations = (...each: string[]) =>
    xml(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${each.join('')}</Relationships>`,
    );
  const numFmts = formats.map((code, n) => `<numFmt numFmtId="${164 + n}" formatCode="${escapeXml(code)}"/>`);
  const xfs = formats.map((_, n) => `<xf numFmtId="${164 + n}"/>`);
  return makeZip({
    '_rels/.rels': relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': xml(
      `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets><sheet name="Hidden" sheetId="2" state="hidden" r:id="rId9"/><sheet name="Sheet" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': relations(
      relation('rId1', 'worksheet', 'worksheets/sheet1.xml'),
      relation('rId2', 'sharedStrings', '/xl/sharedStrings.xml'),
      relation('rId3', 'styles', 'styles.xml'),
    ),
    'xl/worksheets/sheet1.xml': xml(
      `<worksheet xmlns="${MAIN}"><sheetData>${sheet.join('')}</sheetData></worksheet>`,
    ),
    'xl/sharedStrings.xml': xml(
      `<sst xmlns="${MAIN}">${texts.map((text) => `<si><t xml:space="preserve">${escapeXml(text)}</t></si>`).join('')}</sst>`,
    ),
    'xl/styles.xml': xml(
      `<styleSheet xmlns="${MAIN}"><numFmts>${numFmts.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${xfs.join('')}</cellXfs></styleSheet>`,
    ),
    ...parts,
  });
}

function writeCell(cell: Cell, reference: string, texts: string[]): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`;
  if (typeof cell === 'string') return `<c r="${reference}" t="s"><v>${texts.push(cell) - 1}</v></c>`;
  if ('xml' in cell) return cell.xml.replace('<c', `<c r="${reference}"`);
  return `<c r="${reference}" s="${cell.style}"><v>${cell.number}</v></c>`;
}

function letters(column: number): string {
  const rest = Math.floor(column / 26) - 1;
  return (rest < 0 ? '' : letters(rest)) + String.fromCharCode(65 + (column % 26));
}

/** Packs files into a ZIP. `claimed` is the size that the directory says of a file. */
export function makeZip(
  files: Readonly<Record<string, string | Buffer>>,
  claimed: Readonly<Record<string, number>> = {},
): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [path, given] of Object.entries(files)) {
    const content = Buffer.from(given);
    const packed = deflateRawSync(content);
    const name = Buffer.from(path);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(8, 4);
    shared.writeUInt32LE(crc32(content), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(claimed[path] ?? content.length, 18);
    shared.writeUInt16LE(name.length, 22);
    const entry = Buffer.alloc(46);
    entry.write('PK\x01\x02', 'latin1');
    shared.copy(entry, 6);
    entry.writeUInt32LE(offset, 42);
    directory.push(entry, name);
    const local = [Buffer.from('PK\x03\x04', 'latin1'), shared, name, packed];
    parts.push(...local);
    offset += local.reduce((sum, { length }) => sum + length, 0);
  }
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, ...directory, end]);
}
