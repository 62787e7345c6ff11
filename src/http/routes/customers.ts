import { type Customer, composeCustomer, customerIdError } from '../../domain/customer.ts';
import { type FieldError, Problem } from '../../domain/errors.ts';
import {
  CUSTOMER_EXAMPLE,
  CUSTOMER_READ_ONLY,
  CustomerSchema,
  checkCustomer,
  PutCustomer,
} from '../../schemas/customer.ts';
import { examplePage, pageOf, pageParameters } from '../../schemas/list.ts';
import {
  deleteCustomer,
  findCustomerRow,
  isCustomerInUse,
  listCustomers,
  putCustomer,
} from '../../store/tables/customers.ts';
import { checkBody, failOn, readBody, without } from '../api/body.ts';
import { type Answer, type Call, type Endpoint, json, type Operation } from '../api/endpoint.ts';
import { checkIfMatch, etagOf, notModified } from '../api/etag.ts';
import { pageText, QueryReader, readPage } from '../api/query.ts';

const customer = { description: 'The customer', schema: CustomerSchema, example: CUSTOMER_EXAMPLE };

const operations = {
  list: {
    id: 'listCustomers',
    tag: 'Customers',
    summary: 'List customers',
    query: { ...pageParameters, search: { type: 'string', description: 'Substring of id, name or email' } },
    answers: {
      200: {
        description: 'A page of customers, by id',
        schema: pageOf(CustomerSchema),
        example: examplePage(CUSTOMER_EXAMPLE),
      },
    },
    problems: ['validation_failed'],
  },
  get: {
    id: 'getCustomer',
    tag: 'Customers',
    summary: 'Get a customer',
    headers: ['If-None-Match'],
    answers: { 200: customer, 304: { description: 'Not changed since the ETag in If-None-Match' } },
    problems: ['not_found'],
  },
  put: {
    id: 'putCustomer',
    tag: 'Customers',
    summary: 'Create or replace a customer under an identifier of your own',
    headers: ['If-Match'],
    body: {
      schema: PutCustomer,
      example: {
        name: 'Northwind Trading Ltd',
        email: 'accounts@northwind.example',
        address: '1 High Street\nLondon EC1A 1AA',
        country: 'GB',
        locale: 'en-GB',
      },
    },
    answers: {
      200: { ...customer, description: 'Replaced' },
      201: { ...customer, description: 'Created; its address is in `Location`' },
    },
    problems: [
      'not_found',
      'validation_failed',
      'malformed_json',
      'precondition_failed',
      'body_too_large',
      'unsupported_media_type',
    ],
  },
  remove: {
    id: 'deleteCustomer',
    tag: 'Customers',
    summary: 'Delete a customer that no quote names',
    headers: ['If-Match'],
    answers: { 204: { description: 'Deleted' } },
    problems: ['not_found', 'customer_in_use', 'precondition_failed'],
  },
} satisfies Record<string, Operation>;

export const customerRoutes: Endpoint[] = [
  { method: 'GET', path: '/api/v1/customers', scope: 'read', operation: operations.list, handle: list },
  { method: 'GET', path: '/api/v1/customers/:id', scope: 'read', operation: operations.get, handle: get },
  { method: 'PUT', path: '/api/v1/customers/:id', scope: 'write', operation: operations.put, handle: put },
  {
    method: 'DELETE',
    path: '/api/v1/customers/:id',
    scope: 'write',
    operation: operations.remove,
    handle: remove,
  },
];

async function list({ deps, caller, query }: Call): Promise<Answer> {
  const reader = new QueryReader(query);
  const page = readPage(reader);
  const search = reader.text('search');
  reader.done();
  const { rows, total } = await listCustomers(deps.db.read, caller.accountId, { ...page, search });
  return json(
    200,
    pageText(
      rows.map((row) => row.doc),
      page,
      total,
    ),
  );
}

async function get(call: Call): Promise<Answer> {
  const row = await findCustomerRow(call.deps.db.read, call.caller.accountId, call.params.id ?? '');
  if (!row) throw notFound();
  const etag = etagOf(row);
  const known = notModified(call, etag);
  if (known) return known;
  return json(200, row.doc, { ETag: etag });
}

async function put(call: Call): Promise<Answer> {
  const { caller, params, now } = call;
  const id = params.id ?? '';
  const idError = customerIdError(id);
  const pathErrors: FieldError[] = idError ? [{ path: 'id', message: idError }] : [];
  const body = readBody(call);
  body.value = without(body.value, CUSTOMER_READ_ONLY);
  failOn([...pathErrors, ...checkBody(body, checkCustomer)]);

  return call.write(async (tx) => {
    const row = await findCustomerRow(tx, caller.accountId, id);
    checkIfMatch(call, row?.version);
    const before = row && (JSON.parse(row.doc) as Customer);
    const after = composeCustomer(id, body.value as PutCustomer, before, now);
    await putCustomer(tx, caller.accountId, after);
    const etag = etagOf({ version: (row?.version ?? 0) + 1 });
    return row
      ? json(200, after, { ETag: etag })
      : json(201, after, { ETag: etag, Location: `/api/v1/customers/${encodeURIComponent(id)}` });
  });
}

async function remove(call: Call): Promise<Answer> {
  const { caller, params } = call;
  const id = params.id ?? '';
  return call.write(async (tx) => {
    const row = await findCustomerRow(tx, caller.accountId, id);
    if (!row) throw notFound();
    if (await isCustomerInUse(tx, caller.accountId, id)) {
      throw new Problem(
        'customer_in_use',
        'Quotes name this customer. Delete them first, or keep the customer.',
      );
    }
    checkIfMatch(call, row.version);
    await deleteCustomer(tx, caller.accountId, id);
    return { status: 204 };
  });
}

function notFound(): Problem {
  return new Problem('not_found', 'There is no customer with this id.');
}
