import { exportCustomers } from '../../actions/account/export-csv.ts';
import { checkCustomerReadiness, type ReadinessCheck } from '../../actions/customers/customer-readiness.ts';
import {
  changeCustomer,
  createCustomer,
  deleteCustomer,
  listCustomers,
  putCustomer,
  readCustomer,
} from '../../actions/customers/customers.ts';
import type { ExpectVersion } from '../../actions/expect-version.ts';
import { type CustomerRecord, findCustomerIdError } from '../../domain/customer/customer.ts';
import { CUSTOMER_SORTS } from '../../domain/customer/customer-filter.ts';
import { type FieldError, Problem } from '../../domain/errors.ts';
import { assertNoErrors } from '../../domain/field-errors.ts';
import { checkBody, checkMetadata, omitFields, readBody } from '../body.ts';
import { BODY_PROBLEMS, REPEAT_PROBLEMS } from '../common-problems.ts';
import { CSV_TYPE, createCsvResponse, wantsCsv } from '../csv.ts';
import { type ApiResponse, type Call, type Endpoint, json, type Operation } from '../endpoint.ts';
import { createIfMatchCheck, formatEtag } from '../etag.ts';
import { respondOnce } from '../idempotency.ts';
import { resourceEndpoints } from '../resource.ts';
import {
  CheckedCustomerSchema,
  CUSTOMER_EXAMPLE,
  CUSTOMER_READ_ONLY,
  CustomerSchema,
  checkCustomer,
  checkCustomerPatch,
  PatchCustomer,
  PutCustomer,
} from '../schemas/customer.ts';
import { READINESS_EXAMPLE } from '../schemas/invoice/readiness.ts';
import { createPageSchema, examplePage, metadataParameter, pageParameters } from '../schemas/list.ts';
import { CHANGE_PARAMETERS, readChangeTimes } from './list-filters.ts';

const customer = {
  description: 'The customer',
  schema: CheckedCustomerSchema,
  example: { ...CUSTOMER_EXAMPLE, eInvoice: READINESS_EXAMPLE },
};

const NEW_CUSTOMER_EXAMPLE = {
  name: 'Northwind Trading Ltd',
  email: 'accounts@northwind.example',
  address: '1 High Street\nLondon EC1A 1AA',
  country: 'GB',
  locale: 'en-GB',
};

const operations = {
  list: {
    id: 'listCustomers',
    tag: 'Customers',
    summary: 'List customers',
    description:
      'A page of customers. With `Accept: text/csv` it returns all matches and ignores `page`, `after` and `limit`.',
    query: {
      ...pageParameters,
      search: { type: 'string', description: 'Substring of id, name or email' },
      email: { type: 'string', description: 'The whole email address, in any case' },
      ...CHANGE_PARAMETERS,
      metadata: metadataParameter,
      sort: {
        type: 'string',
        enum: [...CUSTOMER_SORTS],
        default: 'id',
        description: 'Field to sort by; a leading minus means descending',
      },
    },
    responses: {
      200: {
        description: 'A page of customers',
        schema: createPageSchema(CustomerSchema),
        example: examplePage(CUSTOMER_EXAMPLE),
        contentType: CSV_TYPE,
      },
    },
    problems: ['validation_failed', 'list_too_slow'],
  },
  get: {
    id: 'getCustomer',
    tag: 'Customers',
    summary: 'Get a customer',
    headers: ['If-None-Match'],
    responses: { 200: customer, 304: { description: 'Not changed since the ETag in If-None-Match' } },
    problems: ['not_found'],
  },
  create: {
    id: 'createCustomer',
    tag: 'Customers',
    summary: 'Create a customer',
    description:
      'The service chooses the identifier (`cus_…`). To use one of your own, see `PUT /customers/{id}`; an `id` in the body is ignored.',
    headers: ['Idempotency-Key'],
    body: { schema: PutCustomer, example: NEW_CUSTOMER_EXAMPLE },
    responses: { 201: { ...customer, description: 'Created; its URL is in `Location`' } },
    problems: [...BODY_PROBLEMS, 'debtor_number_taken', ...REPEAT_PROBLEMS],
  },
  put: {
    id: 'putCustomer',
    tag: 'Customers',
    summary: 'Create or replace a customer under your own identifier',
    headers: ['If-Match'],
    body: { schema: PutCustomer, example: NEW_CUSTOMER_EXAMPLE },
    responses: {
      200: { ...customer, description: 'Replaced' },
      201: { ...customer, description: 'Created; its URL is in `Location`' },
    },
    problems: [
      ...BODY_PROBLEMS,
      'not_found',
      'debtor_number_taken',
      'customer_erased',
      'precondition_failed',
    ],
  },
  update: {
    id: 'updateCustomer',
    tag: 'Customers',
    summary: 'Update a customer',
    description:
      'JSON merge patch (RFC 7396): omitted fields keep their values, `null` clears an optional field, `metadata` is merged by key.',
    headers: ['If-Match'],
    body: { schema: PatchCustomer, example: { phone: null, metadata: { crmId: '4711' } } },
    responses: { 200: customer },
    problems: [
      ...BODY_PROBLEMS,
      'not_found',
      'debtor_number_taken',
      'customer_erased',
      'precondition_failed',
    ],
  },
  remove: {
    id: 'deleteCustomer',
    tag: 'Customers',
    summary: 'Delete a customer that has no quotes',
    headers: ['If-Match'],
    responses: { 204: { description: 'Deleted' } },
    problems: ['not_found', 'customer_in_use', 'customer_erased', 'precondition_failed'],
  },
} satisfies Record<string, Operation>;

const PATH = '/api/v1/customers';

const standardRoutes = resourceEndpoints({
  path: PATH,
  operations,
  creation: { method: 'PUT', path: `${PATH}/:id`, scope: 'draft', operation: operations.put, handle: put },
  list,
  readFilter: (reader) => ({
    email: reader.exact('email'),
    ...readChangeTimes(reader),
    metadata: reader.metadata(),
    sort: reader.oneOf('sort', CUSTOMER_SORTS),
  }),
  cursorSorts: ['id', '-id'],
  exported: (call, filter) =>
    wantsCsv(call)
      ? createCsvResponse('customers', exportCustomers(call.deps, call.caller.accountId, filter))
      : undefined,
  read,
  change,
  remove: ({ deps, caller }, id, expectVersion) => deleteCustomer(deps, caller, id, expectVersion),
});

export const customerRoutes: Endpoint[] = [
  ...standardRoutes,
  { method: 'POST', path: PATH, scope: 'draft', operation: operations.create, handle: create },
];

async function read({ deps, caller }: Call, id: string) {
  const row = await readCustomer(deps, caller.accountId, id);
  const { customer, views } = await checkCustomerReadiness(
    deps,
    caller.accountId,
    JSON.parse(row.doc) as CustomerRecord,
  );
  return { ...row, doc: JSON.stringify(customer), views };
}

async function list({ deps, caller }: Call, page: Parameters<typeof listCustomers>[2]) {
  const { rows, ...total } = await listCustomers(deps, caller.accountId, page);
  return { docs: rows.map((row) => row.doc), ...total };
}

function create(call: Call): Promise<ApiResponse> {
  const { deps, caller, now } = call;
  return respondOnce(call, createCreatedResponse, async ({ keep }) =>
    createCustomer(deps, caller, readNewCustomer(call), now, keep),
  );
}

function createCreatedResponse({ customer, views }: ReadinessCheck): ApiResponse {
  return json(201, customer, { ETag: formatEtag({ version: 1, views }), Location: `${PATH}/${customer.id}` });
}

async function put(call: Call): Promise<ApiResponse> {
  const id = call.params.id ?? '';
  const idError = findCustomerIdError(id);
  const input = readNewCustomer(call, idError ? [{ in: 'path', path: '/id', message: idError }] : []);

  const checkIfMatch = createIfMatchCheck(call);
  const expectVersion: ExpectVersion = (version) => {
    if (version !== undefined && !call.caller.canWrite) throw customerExists();
    checkIfMatch(version);
  };
  const wanted = { id, input, expectVersion };
  const { version, isNew, ...stored } = await putCustomer(call.deps, call.caller, wanted, call.now);
  const { customer, views } = await checkCustomerReadiness(call.deps, call.caller.accountId, stored.customer);
  const headers = { ETag: formatEtag({ version, views }) };
  return isNew
    ? json(201, customer, { ...headers, Location: `${PATH}/${encodeURIComponent(id)}` })
    : json(200, customer, headers);
}

function readNewCustomer(call: Call, pathErrors: FieldError[] = []): PutCustomer {
  const body = readBody(call);
  body.value = omitFields(body.value, CUSTOMER_READ_ONLY);
  if (body.value.priceListId != null && !call.caller.canWrite) throw priceListForbidden();
  assertNoErrors([...pathErrors, ...checkMetadata(body, checkBody(body, checkCustomer), {})]);
  return body.value as PutCustomer;
}

async function change(call: Call, { id, doc }: { id: string; doc: string }, expectVersion: ExpectVersion) {
  const { deps, caller, now } = call;
  const body = readBody(call);
  body.value = omitFields(body.value, CUSTOMER_READ_ONLY);
  const { metadata } = JSON.parse(doc) as CustomerRecord;
  assertNoErrors(checkMetadata(body, checkBody(body, checkCustomerPatch), metadata));
  const patch = body.value as PatchCustomer;
  const { version, ...changed } = await changeCustomer(deps, caller, { id, patch, expectVersion }, now);
  const { customer, views } = await checkCustomerReadiness(deps, caller.accountId, changed.customer);
  return { stored: customer, version, views };
}

function customerExists(): Problem {
  return new Problem(
    'forbidden',
    'This key may create customers, but not replace them, and a customer with this identifier exists. Use another identifier, or a key with the "write" scope.',
  );
}

function priceListForbidden(): Problem {
  return new Problem(
    'forbidden',
    'This key may prepare drafts, and `priceListId` decides about prices. Leave it out, or use a key with the "write" scope.',
  );
}
