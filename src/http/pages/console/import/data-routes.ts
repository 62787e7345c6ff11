import { calendarDate } from '../../../../domain/calendar.ts';
import { guessColumns } from '../../../../domain/import/guess-columns.ts';
import { fill } from '../../../../i18n/fill.ts';
import { formatBytes, formatQuantity } from '../../../../i18n/format.ts';
import { writeAmount } from '../../../../i18n/write-number.ts';
import { dataPage } from '../../../../web/console/import/data-page.ts';
import { columnsPage, reportPage } from '../../../../web/console/import/import-pages.ts';
import type { ConsolePage } from '../../../../web/console/shell.ts';
import type { Form } from '../../form-fields.ts';
import type { ConsoleRoute, PageReply, Visit } from '../console-route.ts';
import { readParts, type Upload } from '../forms/upload.ts';
import {
  checkRows,
  decoded,
  type Fields,
  headingOf,
  importRows,
  MAX_FILE,
  MAX_ROWS,
  packed,
  unpacked,
} from './import-file.ts';
import { IMPORT_KINDS, type ImportName, importNamed } from './import-kinds.ts';

/** A file as it is, or packed in the form, and what stands around it. */
const bodyLimit = 2 * MAX_FILE;

export const dataRoutes: ConsoleRoute[] = [
  {
    method: 'GET',
    path: '/settings/data',
    least: 'owner',
    handle: async (visit) => ({ page: startPage(visit) }),
  },
  { method: 'POST', path: '/settings/data/columns', least: 'owner', bodyLimit, handle: showColumns },
  { method: 'POST', path: '/settings/data/import', least: 'owner', bodyLimit, handle: runImport },
];

function startPage(visit: Visit, more: { kind?: string; problem?: string } = {}): ConsolePage {
  const today = calendarDate(visit.now, visit.account.timeZone);
  return dataPage(visit, { bytes: MAX_FILE, rows: MAX_ROWS, today }, more);
}

/** Guesses what is in which column of a new file; after that the person says. */
async function showColumns(visit: Visit): Promise<PageReply> {
  const { form, file } = await readParts(visit.request);
  const name = importNamed(form.kind);
  const opened = await openFile(visit, form, file);
  if ('problem' in opened) {
    return { page: startPage(visit, { kind: name, problem: opened.problem }), status: 400 };
  }
  const { text } = opened;
  const headings = headingOf(text);
  const fields = file ? guessColumns(headings, IMPORT_KINDS[name].columns) : fieldsIn(form, headings, name);
  return columnsReply(visit, name, text, { headings, fields, isNew: file !== undefined });
}

async function columnsReply(
  visit: Visit,
  name: ImportName,
  text: string,
  { headings, fields, isNew }: { headings: string[]; fields: Fields; isNew: boolean },
): Promise<PageReply> {
  const kind = IMPORT_KINDS[name];
  const words = visit.say.settings.data;
  const labels = kind.labels(visit.say);
  const problem = columnProblem(visit, name, fields);
  const checked = problem ? undefined : await checkRows(visit, kind, text, fields);
  if (checked && (checked.total === 0 || checked.total > MAX_ROWS)) {
    const why =
      checked.total === 0
        ? words.noRows
        : fill(words.tooManyRows, { rows: formatQuantity(MAX_ROWS, visit.locale) });
    return { page: startPage(visit, { kind: name, problem: why }), status: 400 };
  }
  const page = columnsPage(visit, {
    kind: name,
    file: await packed(text),
    headings,
    fields,
    labels,
    choices: Object.keys(kind.columns),
    problem,
    checked,
    hint: hintOf(visit, name),
  });
  return { page, status: problem && !isNew ? 400 : 200 };
}

function hintOf({ say, account, locale }: Visit, name: ImportName): string {
  const words = say.settings.data;
  if (name === 'customers') return words.keyed;
  const { currency } = account;
  const example = writeAmount(123_450, currency, locale.tag);
  return `${words.keyedCatalogue} ${fill(words.priceText, { example, currency })}`;
}

async function runImport(visit: Visit): Promise<PageReply> {
  const { form } = await readParts(visit.request);
  const name = importNamed(form.kind);
  const opened = await openFile(visit, form, undefined);
  if ('problem' in opened) {
    return { page: startPage(visit, { kind: name, problem: opened.problem }), status: 400 };
  }
  const headings = headingOf(opened.text);
  const fields = fieldsIn(form, headings, name);
  if (columnProblem(visit, name, fields)) {
    return columnsReply(visit, name, opened.text, { headings, fields, isNew: false });
  }
  const report = await importRows(visit, IMPORT_KINDS[name], opened.text, fields);
  return { page: reportPage(visit, name, report) };
}

async function openFile(
  { say, locale }: Visit,
  form: Form,
  file: Upload | undefined,
): Promise<{ text: string } | { problem: string }> {
  const words = say.settings.data;
  if (!file) {
    const text = await unpacked(form.packed);
    return text === undefined ? { problem: words.noFile } : { text };
  }
  if (file.bytes.length > MAX_FILE) {
    return { problem: fill(words.tooLarge, { size: formatBytes(MAX_FILE, locale) }) };
  }
  const text = decoded(file.bytes);
  return text === undefined ? { problem: words.notUtf8 } : { text };
}

function fieldsIn(form: Form, headings: readonly string[], name: ImportName): Fields {
  const known = IMPORT_KINDS[name].columns;
  return headings.map((_, index) => {
    const field = form[`column.${index}`] ?? '';
    return Object.hasOwn(known, field) ? field : null;
  });
}

function columnProblem({ say }: Visit, name: ImportName, fields: Fields): string | undefined {
  const { required, labels } = IMPORT_KINDS[name];
  const words = say.settings.data;
  const labelOf = (field: string) => labels(say)[field] ?? field;
  const missing = required.find((field) => !fields.includes(field));
  if (missing) return fill(words.needed, { field: labelOf(missing) });
  const twice = fields.find((field, index) => field && fields.indexOf(field) !== index);
  return twice ? fill(words.twice, { field: labelOf(twice) }) : undefined;
}
