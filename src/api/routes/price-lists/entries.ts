import { importPrices } from '../../../actions/account/import/import-prices.ts';
import {
  deletePriceListEntry,
  expectListable,
  listPriceListEntries,
  putPriceListEntry,
  toEntry,
} from '../../../actions/catalogue/price-list-entries.ts';
import type { Keep } from '../../../actions/repeat.ts';
import { composeListedPrice, type PriceImport } from '../../../domain/catalogue/price-list.ts';
import { assertNoErrors } from '../../../domain/field-errors.ts';
import type { Pricing } from '../../../domain/money/quantity-prices.ts';
import { findStepErrors, setStepPrice } from '../../../domain/quote/line/quantity-price-rules.ts';
import { createValidity } from '../../../domain/quote/line/validity.ts';
import { checkBody, omitFields, readBody, rejectCompressed } from '../../body.ts';
import { BODY_PROBLEMS, REPEAT_PROBLEMS } from '../../common-problems.ts';
import { type ApiResponse, type Call, type Endpoint, json, type Operation } from '../../endpoint.ts';
import { respondOnce } from '../../idempotency.ts';
import { createPageResponse, QueryReader, readPage } from '../../query.ts';
import {
  checkPriceListEntry,
  ENTRY_EXAMPLE,
  ENTRY_READ_ONLY,
  PriceImportSchema,
  PriceListEntrySchema,
  PutPriceListEntry,
} from '../../schemas/catalogue/price-list.ts';
import { createPageSchema, examplePage, pageParameters } from '../../schemas/list.ts';

const entry = { description: 'The entry', schema: PriceListEntrySchema, example: ENTRY_EXAMPLE };

const operations = {
  list: {
    id: 'listPriceListEntries',
    tag: 'Catalogue',
    summary: 'List the entries of a price list',
    query: {
      ...pageParameters,
      after: {
        ...pageParameters.after,
        description: 'Instead of `page`: the `catalogueItemId` of the last entry before',
      },
      search: { type: 'string', description: 'Substring of the description or the sku of the item' },
    },
    responses: {
      200: {
        description: 'A page of entries, newest catalogue items first',
        schema: createPageSchema(PriceListEntrySchema),
        example: examplePage(ENTRY_EXAMPLE),
      },
    },
    problems: ['validation_failed', 'not_found', 'list_too_slow'],
  },
  put: {
    id: 'putPriceListEntry',
    tag: 'Catalogue',
    summary: 'Set the price of a catalogue item in a price list',
    description: 'A list has at most 10,000 entries. Quotes do not change.',
    body: { schema: PutPriceListEntry, example: { unitPrice: 8000 } },
    responses: { 200: entry },
    problems: [...BODY_PROBLEMS, 'not_found'],
  },
  remove: {
    id: 'deletePriceListEntry',
    tag: 'Catalogue',
    summary: 'Remove a catalogue item from a price list',
    responses: { 204: { description: 'Removed. Quotes do not change' } },
    problems: ['not_found'],
  },
  import: {
    id: 'importPriceListEntries',
    tag: 'Catalogue',
    summary: 'Import prices from CSV or XLSX',
    description:
      'The body is CSV, or the first sheet of an XLSX file, of at most 10,000 rows and 1 MB, whose first line names the columns: `catalogueItemId` or `sku`, and `unitPrice` as a decimal such as `80.00`, without groups of digits. Other columns are ignored. Rows that are wrong are skipped and reported; the others are stored a hundred at a time, so an import that is interrupted can be repeated. Entries that the file does not name stay.',
    query: {
      decimal: {
        type: 'string',
        enum: ['point', 'comma'],
        default: 'point',
        description: 'What comes before the decimals',
      },
      dryRun: {
        type: 'boolean',
        default: false,
        description: 'Report what would be stored, and store nothing',
      },
    },
    headers: ['Idempotency-Key'],
    body: 'bytes',
    responses: {
      200: {
        description: 'What became of the rows',
        schema: PriceImportSchema,
        example: {
          ...{ created: 2, updated: 1, unchanged: 0, rejected: 1 },
          rejectedRows: [{ line: 5, path: '/sku', message: 'is not the number of any catalogue item' }],
        },
      },
    },
    problems: [
      'validation_failed',
      'not_found',
      'body_too_large',
      'unsupported_media_type',
      ...REPEAT_PROBLEMS,
    ],
  },
} satisfies Record<string, Operation>;

const PATH = '/api/v1/price-lists/:id/entries';
const ONE = `${PATH}/:catalogueItemId`;

export const priceListEntryRoutes: Endpoint[] = [
  { method: 'GET', path: PATH, scope: 'read', operation: operations.list, handle: list },
  { method: 'PUT', path: ONE, scope: 'write', operation: operations.put, handle: put },
  { method: 'DELETE', path: ONE, scope: 'write', operation: operations.remove, handle: remove },
  { method: 'POST', path: `${PATH}/import`, scope: 'write', operation: operations.import, handle: importCsv },
];

async function list({ deps, caller, params, query, request }: Call): Promise<ApiResponse> {
  const reader = new QueryReader(query);
  const page = readPage(reader, request);
  const search = reader.text('search');
  reader.done();
  const wanted = { ...page, search, priceListId: params.id ?? '' };
  const { entries, currency, ...total } = await listPriceListEntries(deps, caller.accountId, wanted);
  const docs = entries.map((each) => JSON.stringify(toEntry(each, currency)));
  return createPageResponse(docs.join(','), page, total, true);
}

function readIds({ params }: Call) {
  return { priceListId: params.id ?? '', catalogueItemId: params.catalogueItemId ?? '' };
}

async function put(call: Call): Promise<ApiResponse> {
  const ids = readIds(call);
  await expectListable(call.deps, call.caller.accountId, ids);
  const body = readBody(call);
  body.value = setStepPrice(omitFields(body.value, ENTRY_READ_ONLY), 1);
  const found = checkBody(body, checkPriceListEntry);
  const price = body.value as unknown as Pricing;
  assertNoErrors([...found, ...findStepErrors(price, '', createValidity(found))]);
  const entry = composeListedPrice(price);
  return json(200, await putPriceListEntry(call.deps, call.caller.accountId, ids, entry));
}

async function remove(call: Call): Promise<ApiResponse> {
  await deletePriceListEntry(call.deps, call.caller.accountId, readIds(call));
  return { status: 204 };
}

async function importCsv(call: Call): Promise<ApiResponse> {
  const reader = new QueryReader(call.query);
  const decimal = reader.oneOf('decimal', ['point', 'comma']) === 'comma' ? ',' : '.';
  const dryRun = reader.oneOf('dryRun', ['true', 'false']) === 'true';
  reader.done();
  rejectCompressed(call.request);
  const { deps, caller } = call;
  const bytes = (call.request.body as Buffer | undefined) ?? Buffer.alloc(0);
  const run = (keep?: Keep<PriceImport>) =>
    importPrices(deps, caller, call.params.id ?? '', { bytes, decimal, dryRun, keep });
  const respond = (report: PriceImport) => json(200, report);
  // A report of what would be stored is no response to the same request that stores it.
  return dryRun ? respond(await run()) : respondOnce(call, respond, ({ keep }) => run(keep));
}
