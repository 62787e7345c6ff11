import {
  changePriceList,
  createPriceList,
  deletePriceList,
  listPriceLists,
  readPriceList,
} from '../../../actions/catalogue/price-lists.ts';
import type { ExpectVersion } from '../../../actions/expect-version.ts';
import type { PriceList, PriceListInput, PriceListPatch } from '../../../domain/catalogue/price-list.ts';
import { assertNoErrors } from '../../../domain/field-errors.ts';
import { checkBody, omitFields, readBody } from '../../body.ts';
import { BODY_PROBLEMS, REPEAT_PROBLEMS } from '../../common-problems.ts';
import { type ApiResponse, type Call, json, type Operation } from '../../endpoint.ts';
import { formatEtag } from '../../etag.ts';
import { respondOnce } from '../../idempotency.ts';
import { resourceEndpoints } from '../../resource.ts';
import {
  CreatePriceList,
  checkNewPriceList,
  checkPriceListPatch,
  PatchPriceList,
  PRICE_LIST_EXAMPLE,
  PRICE_LIST_READ_ONLY,
  PriceListSchema,
} from '../../schemas/catalogue/price-list.ts';
import type { Check } from '../../schemas/check.ts';
import { createPageSchema, examplePage, pageParameters } from '../../schemas/list.ts';

const list = { description: 'The price list', schema: PriceListSchema, example: PRICE_LIST_EXAMPLE };

const operations = {
  list: {
    id: 'listPriceLists',
    tag: 'Catalogue',
    summary: 'List price lists',
    query: { ...pageParameters, search: { type: 'string', description: 'Substring of the name' } },
    responses: {
      200: {
        description: 'A page of price lists, newest first',
        schema: createPageSchema(PriceListSchema),
        example: examplePage(PRICE_LIST_EXAMPLE),
      },
    },
    problems: ['validation_failed'],
  },
  get: {
    id: 'getPriceList',
    tag: 'Catalogue',
    summary: 'Get a price list',
    headers: ['If-None-Match'],
    responses: { 200: list, 304: { description: 'Not changed since the ETag in If-None-Match' } },
    problems: ['not_found'],
  },
  create: {
    id: 'createPriceList',
    tag: 'Catalogue',
    summary: 'Create a price list',
    description:
      'Its entries have the prices. A customer takes them by `priceListId`: an item that names a catalogue item and states no price takes the one of the list, if that is in the currency of the quote.',
    headers: ['Idempotency-Key'],
    body: { schema: CreatePriceList, example: { name: 'Resellers', currency: 'EUR' } },
    responses: { 201: { ...list, description: 'The new price list; its URL is in `Location`' } },
    problems: [...BODY_PROBLEMS, ...REPEAT_PROBLEMS],
  },
  update: {
    id: 'updatePriceList',
    tag: 'Catalogue',
    summary: 'Update a price list',
    description:
      'JSON merge patch (RFC 7396): omitted fields keep their values. The currency is fixed once there are entries. Quotes do not change.',
    headers: ['If-Match'],
    body: { schema: PatchPriceList, example: { name: 'Resellers 2027' } },
    responses: { 200: list },
    problems: [...BODY_PROBLEMS, 'not_found', 'precondition_failed'],
  },
  remove: {
    id: 'deletePriceList',
    tag: 'Catalogue',
    summary: 'Delete a price list that no customer has',
    headers: ['If-Match'],
    responses: { 204: { description: 'Deleted, with its entries. Quotes do not change' } },
    problems: ['not_found', 'price_list_in_use', 'precondition_failed'],
  },
} satisfies Record<string, Operation>;

const PATH = '/api/v1/price-lists';

export const priceListRoutes = resourceEndpoints({
  path: PATH,
  operations,
  creation: { method: 'POST', path: PATH, scope: 'write', operation: operations.create, handle: create },
  async list({ deps, caller }, page) {
    const { lists, ...total } = await listPriceLists(deps, caller.accountId, page);
    return { docs: lists.map((each) => JSON.stringify(each)), ...total };
  },
  async read({ deps, caller }, id) {
    const { stored, version } = await readPriceList(deps, caller.accountId, id);
    return { id, doc: JSON.stringify(stored), version };
  },
  change,
  remove: ({ deps, caller }, id, expectVersion) => deletePriceList(deps, caller.accountId, id, expectVersion),
});

function create(call: Call): Promise<ApiResponse> {
  const { deps, caller, now } = call;
  const respond = (created: PriceList) =>
    json(201, created, { ETag: formatEtag({ version: 1 }), Location: `${PATH}/${created.id}` });
  return respondOnce(call, respond, async ({ keep }) =>
    createPriceList(deps, caller.accountId, readValid(call, checkNewPriceList) as PriceListInput, now, keep),
  );
}

function change(call: Call, { id }: { id: string }, expectVersion: ExpectVersion) {
  const { deps, caller, now } = call;
  const patch = readValid(call, checkPriceListPatch) as PriceListPatch;
  return changePriceList(deps, caller.accountId, { id, patch, expectVersion }, now);
}

function readValid(call: Call, check: Check): object {
  const body = readBody(call);
  body.value = omitFields(body.value, PRICE_LIST_READ_ONLY);
  assertNoErrors(checkBody(body, check));
  return body.value;
}
