import {
  changeCatalogueItem,
  createCatalogueItem,
  deleteCatalogueItem,
  listCatalogueItems,
  readCatalogueItem,
} from '../../actions/catalogue/catalogue-items.ts';
import type { ExpectVersion } from '../../actions/expect-version.ts';
import type { CatalogueItem } from '../../domain/catalogue/catalogue-item.ts';
import { assertNoErrors } from '../../domain/field-errors.ts';
import { findTaxErrors } from '../../domain/quote/line/line-rules.ts';
import { findStepErrors, setStepPrice } from '../../domain/quote/line/quantity-price-rules.ts';
import { createValidity } from '../../domain/quote/line/validity.ts';
import { costsForbidden } from '../../domain/quote/problems.ts';
import { checkBody, omitFields, readBody } from '../body.ts';
import { BODY_PROBLEMS, REPEAT_PROBLEMS } from '../common-problems.ts';
import { type ApiResponse, type Call, json, type Operation } from '../endpoint.ts';
import { formatEtag } from '../etag.ts';
import { respondOnce } from '../idempotency.ts';
import type { QueryReader } from '../query.ts';
import { resourceEndpoints } from '../resource.ts';
import {
  CATALOGUE_ITEM_EXAMPLE,
  CATALOGUE_ITEM_READ_ONLY,
  CatalogueItemSchema,
  CreateCatalogueItem,
  checkCatalogueItemPatch,
  checkNewCatalogueItem,
  PatchCatalogueItem,
} from '../schemas/catalogue/catalogue-item.ts';
import type { Check } from '../schemas/check.ts';
import { createPageSchema, examplePage, pageParameters } from '../schemas/list.ts';

const item = { description: 'The item', schema: CatalogueItemSchema, example: CATALOGUE_ITEM_EXAMPLE };

const operations = {
  list: {
    id: 'listCatalogueItems',
    tag: 'Catalogue',
    summary: 'List catalogue items',
    query: {
      ...pageParameters,
      search: { type: 'string', description: 'Substring of the description or the sku' },
      sku: { type: 'string', description: '`sku` is this text' },
      archived: { type: 'boolean', description: 'Only archived items, or only others' },
    },
    responses: {
      200: {
        description: 'A page of catalogue items, newest first',
        schema: createPageSchema(CatalogueItemSchema),
        example: examplePage(CATALOGUE_ITEM_EXAMPLE),
      },
    },
    problems: ['validation_failed', 'list_too_slow'],
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

export const catalogueItemRoutes = resourceEndpoints({
  path: PATH,
  costed: 'catalogueItem',
  operations,
  creation: { method: 'POST', path: PATH, scope: 'write', operation: operations.create, handle: create },
  readFilter,
  list: ({ deps, caller }, page) => listCatalogueItems(deps, caller.accountId, page),
  read: ({ deps, caller }, id) => readCatalogueItem(deps, caller.accountId, id),
  change,
  remove: ({ deps, caller }, id, expectVersion) =>
    deleteCatalogueItem(deps, caller.accountId, id, expectVersion),
});

function readFilter(reader: QueryReader) {
  const archived = reader.oneOf('archived', ['true', 'false']);
  return { sku: reader.exact('sku'), archived: archived === undefined ? undefined : archived === 'true' };
}

function create(call: Call): Promise<ApiResponse> {
  const { deps, caller, now } = call;
  return respondOnce(call, createCreatedResponse, async ({ keep }) => {
    const input = readValidBody(call, checkNewCatalogueItem, {}) as CreateCatalogueItem;
    return createCatalogueItem(deps, caller.accountId, input, now, keep);
  });
}

function createCreatedResponse(item: CatalogueItem): ApiResponse {
  return json(201, item, { ETag: formatEtag({ version: 1 }), Location: `${PATH}/${item.id}` });
}

async function change(call: Call, { id, doc }: { id: string; doc: string }, expectVersion: ExpectVersion) {
  const { deps, caller, now } = call;
  const patch = readValidBody(call, checkCatalogueItemPatch, JSON.parse(doc)) as PatchCatalogueItem;
  return changeCatalogueItem(deps, caller.accountId, { id, patch, expectVersion }, now);
}

/** Validates the body, merged with the current item. The action checks a tax rate that the account decides. */
function readValidBody(call: Call, check: Check, current: Partial<CatalogueItem>): Record<string, unknown> {
  const { value, errors } = readBody(call);
  if (!call.caller.seesCosts && Object.hasOwn(value, 'cost')) throw costsForbidden('the item');
  const { quantityPrices = null } = { ...current, ...value };
  const priced = quantityPrices === null ? value : setStepPrice({ ...value, quantityPrices }, 1);
  const body = { value: omitFields(priced, CATALOGUE_ITEM_READ_ONLY), errors };
  const found = checkBody(body, check);
  const merged: Partial<CatalogueItem> = { ...current, ...body.value };
  const isRateKnown = merged.taxRate != null;
  const validity = createValidity(found);
  const taxErrors = isRateKnown ? findTaxErrors(merged, '', validity) : [];
  assertNoErrors([...found, ...taxErrors, ...findStepErrors(merged, '', validity)]);
  return body.value;
}
