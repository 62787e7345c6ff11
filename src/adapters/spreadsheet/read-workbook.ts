import { posix } from 'node:path';
import { MAX_CSV_COLUMNS } from '../../domain/account/import/csv.ts';
import { readZipFile } from '../../domain/account/import/read-zip-file.ts';
import type { SheetOptions, SheetRow } from '../../domain/account/import/sheet-reader.ts';
import { type CellFormat, formatNumber, readCellFormats } from './cell-format.ts';
import { unreadableSheet, walkXml } from './walk-xml.ts';

// Own reader of the few elements that matter, on the XML parser and the ZIP reader that are here anyway: the libraries for XLSX
// keep whole workbooks in memory, and none of them bounds what a file of a stranger may unpack to.

const MAX_PART_BYTES = 40_000_000;
/** All parts that are read, one of them that is read again included: each is in memory at once, packed into a few kilobytes. */
const MAX_WORKBOOK_BYTES = 90_000_000;
/** Texts are shared: a small file could name a long one a million times. */
const MAX_CHARACTERS = 20_000_000;
const MAX_SHARED_TEXTS = 1_000_000;
const MAX_TEXT_LENGTH = 32_767;
const FIRST_DAY_1900 = Date.UTC(1899, 11, 30);
const FIRST_DAY_1904 = Date.UTC(1904, 0, 1);

interface Workbook {
  /** Texts that cells name by their place. */
  texts: readonly string[];
  formats: readonly CellFormat[];
  firstDay: number;
}

/** Reads the first visible sheet of an XLSX file as texts, without empty rows. */
export function readWorkbook(bytes: Uint8Array, options: SheetOptions): SheetRow[] {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let bytesLeft = MAX_WORKBOOK_BYTES;
  const readPart = (name: string) => {
    try {
      const part = readZipFile(zip, name, Math.min(MAX_PART_BYTES, bytesLeft));
      bytesLeft -= part?.length ?? 0;
      return part;
    } catch (error) {
      const isTooLarge = /too large/.test((error as Error).message);
      throw unreadableSheet(isTooLarge ? 'is too large: split it' : 'is damaged');
    }
  };
  const [path = ''] = findTargets(readPart, '', ({ Type = '' }) => Type.endsWith('/officeDocument'));
  const workbook = readPart(path);
  if (!workbook) throw unreadableSheet('is no XLSX file: save it as XLSX in the spreadsheet and try again');
  const { id, firstDay } = readSheetList(workbook);
  const [sheetPath = ''] = findTargets(readPart, path, ({ Id }) => Id === id);
  const isOf =
    (type: string) =>
    ({ Type = '' }: Relation) =>
      Type.endsWith(`/${type}`);
  const [textsPath = ''] = findTargets(readPart, path, isOf('sharedStrings'));
  const [stylesPath = ''] = findTargets(readPart, path, isOf('styles'));
  const sheet = readPart(sheetPath);
  if (!sheet) throw unreadableSheet('has no sheet with cells');
  const texts = readTexts(readPart(textsPath));
  return readRows(sheet, { texts, formats: readCellFormats(readPart(stylesPath)), firstDay }, options);
}

type ReadPart = (name: string) => Buffer | undefined;
type Relation = Readonly<Record<string, string>>;

/** Finds the parts that a part refers to. */
function findTargets(readPart: ReadPart, path: string, isWanted: (relation: Relation) => boolean): string[] {
  const folder = posix.dirname(path || 'root');
  const relations = readPart(posix.join(folder, '_rels', `${path ? posix.basename(path) : ''}.rels`));
  const targets: string[] = [];
  if (relations)
    walkXml(relations, {
      open(name, attributes) {
        const { Target = '' } = attributes;
        if (name !== 'Relationship' || !isWanted(attributes)) return;
        targets.push(posix.join(Target.startsWith('/') ? '' : folder, Target).replace(/^\//, ''));
      },
    });
  return targets;
}

function readSheetList(workbook: Uint8Array): { id: string | undefined; firstDay: number } {
  let id: string | undefined;
  let firstDay = FIRST_DAY_1900;
  walkXml(workbook, {
    open(name, attributes) {
      if (name === 'workbookPr' && /^(1|true)$/.test(attributes.date1904 ?? '')) firstDay = FIRST_DAY_1904;
      const isShown = name === 'sheet' && (attributes.state ?? 'visible') === 'visible';
      if (isShown) id ??= Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1];
    },
  });
  return { id, firstDay };
}

/** Joins the parts of each text, without the pronunciation of Japanese ones. */
function readTexts(part: Uint8Array | undefined): string[] {
  const texts: string[] = [];
  let text = '';
  let length = 0;
  if (!part) return texts;
  walkXml(part, {
    text(more, path) {
      if (path.at(-1) === 't' && !path.includes('rPh') && text.length < MAX_TEXT_LENGTH) text += more;
    },
    close(name) {
      if (name !== 'si') return;
      length += text.length;
      if (texts.push(unescapeText(text)) > MAX_SHARED_TEXTS || length > MAX_CHARACTERS) throw tooLarge();
      text = '';
    },
  });
  return texts;
}

/** Spreadsheets write characters that XML does not have as `_x000D_`. */
function unescapeText(text: string): string {
  return text
    .slice(0, MAX_TEXT_LENGTH)
    .replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

function readRows(sheet: Uint8Array, workbook: Workbook, { maxRows, decimal }: SheetOptions): SheetRow[] {
  const rows: SheetRow[] = [];
  let row: SheetRow = { line: 0, cells: [] };
  let cell: Relation = {};
  let column = -1;
  let value = '';
  let length = 0;
  walkXml(sheet, {
    open(name, attributes) {
      if (name === 'row') {
        row = { line: Number(attributes.r) || row.line + 1, cells: [] };
        column = -1;
      } else if (name === 'c') {
        cell = attributes;
        column = Math.min(findColumn(attributes.r) ?? column + 1, MAX_CSV_COLUMNS);
        value = '';
      }
    },
    text(more, path) {
      const isValue =
        path.at(-1) === 'v' || (path.at(-1) === 't' && path.includes('is') && !path.includes('rPh'));
      if (isValue && value.length < MAX_TEXT_LENGTH) value += more;
    },
    close(name) {
      if (name === 'c') {
        const text = readCell(cell, value, workbook, decimal);
        if (text === '') return;
        while (row.cells.length < column) row.cells.push('');
        row.cells[column] = text;
        length += text.length;
        if (length > MAX_CHARACTERS) throw tooLarge();
      } else if (name === 'row' && row.cells.length > 0 && rows.length <= maxRows) rows.push(row);
    },
  });
  return rows;
}

/** Returns the index of the column of a reference such as `AB12`. */
function findColumn(reference: string | undefined): number | undefined {
  const [letters] = /^[A-Z]{1,3}/.exec(reference ?? '') ?? [];
  if (letters === undefined) return undefined;
  return [...letters].reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function readCell(
  { t, s }: Relation,
  value: string,
  { texts, formats, firstDay }: Workbook,
  decimal: string,
) {
  switch (t ?? 'n') {
    case 's':
      return texts[Number(value)] ?? '';
    case 'n':
      return formatNumber(value, formats[Number(s ?? 0)], { decimal, firstDay });
    case 'b':
      return value === '1' ? 'true' : 'false';
    case 'd':
      return value.slice(0, 10);
    case 'e':
      return '';
    default:
      return unescapeText(value);
  }
}

function tooLarge() {
  return unreadableSheet('is too large: split it');
}
