import { isFirstAccount } from '../../../actions/account/callers.ts';
import { IMPORT_KINDS, type ImportKind } from '../../../actions/account/import/import-kinds.ts';
import { createPriceKind } from '../../../actions/account/import/put-prices.ts';
import { findColumnProblem, type ReadRow } from '../../../actions/account/import/read-row.ts';
import { readTable } from '../../../actions/account/import/read-table.ts';
import { readPriceList } from '../../../actions/catalogue/price-lists.ts';
import { MAX_CSV_COLUMNS } from '../../../domain/account/import/csv.ts';
import { type Fields, guessColumns, listFieldNames } from '../../../domain/account/import/guess-columns.ts';
import { toCalendarDate } from '../../../domain/calendar.ts';
import { isId } from '../../../domain/ids.ts';
import { fill } from '../../../i18n/fill.ts';
import { formatBytes, formatQuantity } from '../../../i18n/format.ts';
import { formatAmountInput } from '../../../i18n/format-input.ts';
import type { Form } from '../../form-fields.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../console-route.ts';
import { isProblem } from '../forms/form-values.ts';
import { readParts, type Upload } from '../forms/upload.ts';
import { listChoices } from '../price-lists/choices.ts';
import type { ConsolePage } from '../shell.ts';
import { buildDataPage, type DataPageView } from './data-page.ts';
import { describeErrors, describeTarget, type FileTarget, getLabels } from './describe-import.ts';
import { buildColumnsPage } from './import-pages.ts';
import { MAX_FILE_BYTES, packFile, unpackFile } from './packed-file.ts';
import { type OpenedFile, runInSight, runRows } from './run-import.ts';

const MAX_ROWS = 20_000;
const PREVIEW_ROWS = 8;
/** Enough for an uploaded file, or a compressed one in a field of the form, and the other fields. */
const bodyLimit = 2 * MAX_FILE_BYTES;

export const dataRoutes: ConsoleRoute[] = [
  {
    method: 'GET',
    path: '/settings/data',
    minRole: 'owner',
    handle: async (context) => ({
      page: await startPage(context, {
        kind: context.query.kind,
        isFirst: await isFirstAccount(context.deps, context.account.id),
      }),
    }),
  },
  { method: 'POST', path: '/settings/data/columns', minRole: 'owner', bodyLimit, handle: showColumns },
  { method: 'POST', path: '/settings/data/import', minRole: 'owner', bodyLimit, handle: runImport },
];

async function startPage(context: PageContext, more: DataPageView = {}): Promise<ConsolePage> {
  const { account, now } = context;
  const today = toCalendarDate(now, account.timeZone);
  const lists = await listChoices(context, more.kind);
  return buildDataPage(context, { bytes: MAX_FILE_BYTES, rows: MAX_ROWS, today, lists }, more);
}

/** Shows the columns. For a new file they are guessed; after that, the user chooses. */
async function showColumns(context: PageContext): Promise<PageReply> {
  const { form, file } = await readParts(context.request);
  const opened = await openFile(context, form, file);
  return 'page' in opened ? opened : columnsReply(context, opened, file !== undefined);
}

async function runImport(context: PageContext): Promise<PageReply> {
  const { form } = await readParts(context.request);
  const opened = await openFile(context, form, undefined);
  if ('page' in opened) return opened;
  if (findColumnProblem(opened.target.kind, opened.fields)) return columnsReply(context, opened, false);
  return runInSight(context, opened);
}

async function columnsReply(context: PageContext, opened: OpenedFile, isNew: boolean): Promise<PageReply> {
  const { target, bytes, table, fields } = opened;
  const labels = getLabels(context.t, target.name);
  const problem = describeColumnProblem(context, target, fields);
  const page = buildColumnsPage(context, {
    target: describeTarget(context, target),
    file: await packFile(bytes),
    headings: table.headings.slice(0, MAX_CSV_COLUMNS),
    fields,
    labels,
    choices: listFieldNames(target.kind.words),
    problem,
    checked: problem ? undefined : await checkRows(context, opened),
    hint: formatHint(context, opened),
  });
  return { page, status: problem && !isNew ? 400 : 200 };
}

/** Runs the import without writing anything. */
async function checkRows(context: PageContext, opened: OpenedFile) {
  const first: ReadRow[] = [];
  const onRow = (row: ReadRow) => {
    if (first.length < PREVIEW_ROWS) first.push(row);
  };
  const report = await runRows(context, opened, { dryRun: true, maxBadRows: 0, onRow });
  const rows = first.map((row) => ({
    line: row.line,
    cells: row.cells,
    error: describeErrors(context, opened.target, row),
  }));
  return { ...report, rows, total: opened.table.rows.length };
}

function formatHint({ t, account, locale }: PageContext, { target, assumed }: OpenedFile): string {
  const { name, list } = target;
  const words = t.settings.data;
  const decoded = assumed ? `${fill(words.readAs, { encoding: assumed })} ` : '';
  if (name === 'customers') return decoded + words.keyed;
  const { currency } = list ?? account;
  const example = formatAmountInput(123_450, currency, locale.tag);
  const keyed = list ? t.priceLists.keyed : words.keyedCatalogue;
  return `${decoded}${keyed} ${fill(words.priceText, { example, currency })}`;
}

/** Opens the uploaded file, or that of the previous step. Returns the first page again if the file cannot be used. */
async function openFile(
  context: PageContext,
  form: Form,
  file: Upload | undefined,
): Promise<OpenedFile | { page: ConsolePage; status: number }> {
  const { t, locale } = context;
  const words = t.settings.data;
  const target = await findTarget(context, form.kind);
  const reject = async (problem: string) => ({
    page: await startPage(context, { kind: form.kind, problem }),
    status: 400,
  });
  if (file && file.bytes.length > MAX_FILE_BYTES) {
    return reject(fill(words.tooLarge, { size: formatBytes(MAX_FILE_BYTES, locale) }));
  }
  const bytes = file?.bytes ?? (await unpackFile(form.packed));
  if (bytes === undefined) return reject(words.noFile);
  const table = await readUpload(context, bytes);
  if (typeof table !== 'object') return reject(table ?? words.notUtf8);
  if (table.rows.length === 0) return reject(words.noRows);
  if (table.rows.length > MAX_ROWS) {
    return reject(fill(words.tooManyRows, { rows: formatQuantity(MAX_ROWS, locale) }));
  }
  const headings = table.headings.slice(0, MAX_CSV_COLUMNS);
  const { words: known } = target.kind;
  const fields = file ? guessColumns(headings, known) : readFields(form, headings, target);
  return { target, bytes, assumed: table.assumed, table, fields };
}

/** Returns a sentence about a spreadsheet that cannot be read. */
async function readUpload({ deps, t, locale, account }: PageContext, bytes: Uint8Array) {
  try {
    return await readTable(deps.sheetReader, bytes, { maxRows: MAX_ROWS, locale, account: account.id });
  } catch (error) {
    if (isProblem(error, 'bad_request')) return t.settings.data.sheetUnread;
    throw error;
  }
}

/** Finds what the file is imported to: prices to the list with this identifier. */
async function findTarget({ deps, account }: PageContext, kind = ''): Promise<FileTarget> {
  if (kind === 'catalogue') return { name: kind, kind: IMPORT_KINDS.catalogue as ImportKind };
  if (!isId('prl', kind)) return { name: 'customers', kind: IMPORT_KINDS.customers as ImportKind };
  const { stored: list } = await readPriceList(deps, account.id, kind);
  return { name: 'prices', list, kind: createPriceKind(list) as ImportKind };
}

function readFields(form: Form, headings: readonly string[], { kind }: FileTarget): Fields {
  const known = listFieldNames(kind.words);
  return headings.map((_, index) => known.find((field) => field === form[`column.${index}`]) ?? null);
}

function describeColumnProblem(
  { t }: PageContext,
  { name, kind }: FileTarget,
  fields: Fields,
): string | undefined {
  const problem = findColumnProblem(kind, fields);
  if (!problem) return undefined;
  const words = t.settings.data;
  const field = getLabels(t, name)[problem.field] ?? problem.field;
  return fill(problem.type === 'missing' ? words.needed : words.twice, { field });
}
