import {
  changeCatalogueItem,
  createCatalogueItem,
  deleteCatalogueItem,
  listCatalogueItems,
  readCatalogueItem,
} from '../../actions/catalogue/catalogue-items.ts';
import { earlierOr } from '../../actions/idempotency/once.ts';
import type { CatalogueItem } from '../../domain/catalogue-item.ts';
import { failOn } from '../../domain/field-errors.ts';
import {
  CATALOGUE_ITEM_EXAMPLE,
  CATALOGUE_ITEM_READ_ONLY,
  CatalogueItemSchema,
  CreateCatalogueItem,
  checkCatalogueItemPatch,
  checkNewCatalogueItem,
  PatchCatalogueItem,
} from '../../schemas/catalogue/catalogue-item.ts';
import type { Check } from '../../schemas/check.ts';
import { examplePage, pageOf, pageParameters } from '../../schemas/list.ts';
import { checkBody, readBody, without } from '../api/body.ts';
import { type ApiResponse, type Call, type Endpoint, json, type Operation } from '../api/endpoint.ts';
import { etagOf, ifMatch, notModified } from '../api/etag.ts';
import { idempotencyOf } from '../api/idempotency.ts';
import { pageText, QueryReader, readPage } from '../api/query.ts';
import { BODY_PROBLEMS, REPEAT_PROBLEMS } from '../api/usual-problems.ts';

const item = { description: 'The item', schema: CatalogueItemSchema, example: CATALOGUE_ITEM_EXAMPLE };

const operations = {
  list: {
    id: 'listCatalogueItems',
    tag: 'Catalogue',
    summary: 'List catalogue items',
    query: {
      ...pageParameters,
      search: { type: 'string', description: 'Substring of the description or the sku' },
    },
    responses: {
      200: {
        description: 'A page of catalogue items, newest first',
        schema: pageOf(CatalogueItemSchema),
        example: examplePage(CATALOGUE_ITEM_EXAMPLE),
      },
    },
    problems: ['validation_failed'],
  },
  get: {
    id: 'getCatalogueItem',
    tag: 'Catalogue',
    summary: 'Get a catalogue item',
    headers: ['If-None-Match'],
    responses: { 200: item, 304: { description: 'Not changed since the ETag in If-None-Match' } },
    problems: ['not_found'],
  },
  create: {
    id: 'createCatalogueItem',
    tag: 'Catalogue',
    summary: 'Create a catalogue item',
    headers: ['Idempotency-Key'],
    body: {
      schema: CreateCatalogueItem,
      example: { description: 'Design', unit: 'h', unitPrice: 9000, taxRate: 19, sku: 'DESIGN-H' },
    },
    responses: { 201: { ...item, description: 'The new item; its URL is in `Location`' } },
    problems: [...BODY_PROBLEMS, 'sku_taken', ...REPEAT_PROBLEMS],
  },
  update: {
    id: 'updateCatalogueItem',
    tag: 'Catalogue',
    summary: 'Update a catalogue item',
    description:
      'JSON merge patch (RFC 7396): omitted fields keep their values, `null` restores the default. Quotes that name the item do not change.',
    headers: ['If-Match'],
    body: { schema: PatchCatalogueItem, example: { unitPrice: 9500 } },
    responses: { 200: item },
    problems: [...BODY_PROBLEMS, 'not_found', 'sku_taken', 'precondition_failed'],
  },
  remove: {
    id: 'deleteCatalogueItem',
    tag: 'Catalogue',
    summary: 'Delete a catalogue item',
    description: 'Quotes that name the item do not change.',
    headers: ['If-Match'],
    responses: { 204: { description: 'Deleted' } },
    problems: ['not_found', 'precondition_failed'],
  },
} satisfies Record<string, Operation>;

const PATH = '/api/v1/catalogue-items';

export const catalogueItemRoutes: Endpoint[] = [
  { method: 'GET', path: PATH, scope: 'read', operation: operations.list, handle: list },
  { method: 'GET', path: `${PATH}/:id`, scope: 'read', operation: operations.get, handle: get },
  { method: 'POST', path: PATH, scope: 'write', operation: operations.create, handle: create },
  { method: 'PATCH', path: `${PATH}/:id`, scope: 'write', operation: operations.update, handle: update },
  { method: 'DELETE', path: `${PATH}/:id`, scope: 'write', operation: operations.remove, handle: remove },
];

async function list({ deps, caller, query }: Call): Promise<ApiResponse> {
  const reader = new QueryReader(query);
  const page = readPage(reader);
  const search = reader.text('search');
  reader.done();
  const { docs, total } = await listCatalogueItems(deps, caller.accountId, { ...page, search });
  return json(200, pageText(docs, page, total));
}

async function get(call: Call): Promise<ApiResponse> {
  const row = await readCatalogueItem(call.deps, call.caller.accountId, call.params.id ?? '');
  const etag = etagOf(row);
  return notModified(call, etag) ?? json(200, row.doc, { ETag: etag });
}

function create(call: Call): Promise<ApiResponse> {
  const { deps, caller, now } = call;
  const repeatable = idempotencyOf(call);
  return earlierOr(deps, repeatable, async () => {
    const input = checked(call, checkNewCatalogueItem) as CreateCatalogueItem;
    return createCatalogueItem(deps, caller.accountId, input, repeatable, { respond: created, now });
  });
}

function created(item: CatalogueItem): ApiResponse {
  return json(201, item, { ETag: etagOf({ version: 1 }), Location: `${PATH}/${item.id}` });
}

async function update(call: Call): Promise<ApiResponse> {
  const { deps, caller, params, now } = call;
  const { id, version } = await readCatalogueItem(deps, caller.accountId, params.id ?? '');
  const expectVersion = ifMatch(call);
  expectVersion(version);
  const patch = checked(call, checkCatalogueItemPatch) as PatchCatalogueItem;
  const stored = await changeCatalogueItem(deps, caller.accountId, { id, patch, expectVersion }, now);
  return json(200, stored.item, { ETag: etagOf(stored) });
}

async function remove(call: Call): Promise<ApiResponse> {
  await deleteCatalogueItem(call.deps, call.caller.accountId, call.params.id ?? '', ifMatch(call));
  return { status: 204 };
}

function checked(call: Call, check: Check): Record<string, unknown> {
  const { value, errors } = readBody(call);
  const body = { value: without(value, CATALOGUE_ITEM_READ_ONLY), errors };
  failOn(checkBody(body, check));
  return body.value;
}
