import { CUSTOMER_UNKNOWN, createQuote } from '../../actions/quote/create-quotes.ts';
import { removeQuote } from '../../actions/quote/remove-quote.ts';
import { settleExpiry } from '../../actions/quote/settle-expiry.ts';
import { updateQuote } from '../../actions/quote/update-quote.ts';
import type { FieldError } from '../../domain/errors.ts';
import { type QuoteInput, type QuotePatch, quoteRuleErrors } from '../../domain/quote/compose-quote.ts';
import { isDecision, QUOTE_STATUSES, type Quote } from '../../domain/quote/quote.ts';
import { type Check, compileCheck } from '../../schemas/check.ts';
import { MAX_FIELD_ERRORS } from '../../schemas/field-errors.ts';
import { CreateQuote, MAX_ITEMS, PatchQuote, QUOTE_FIELD_NAMES } from '../../schemas/schemas.ts';
import { listQuotes, QUOTE_SORTS } from '../../store/search/quote-list.ts';
import { findCustomerRow } from '../../store/tables/customers.ts';
import type { InsertedQuote } from '../../store/tables/quotes.ts';
import { checkBody, failOn, type ReadBody, readBody, without } from '../api/body.ts';
import { changeQuote } from '../api/change-quote.ts';
import type { Answer, Call, Endpoint } from '../api/endpoint.ts';
import { etagOf, notModified } from '../api/etag.ts';
import { idempotencyOf, once, replayOf } from '../api/idempotency.ts';
import { findSettledRow } from '../api/load-quote.ts';
import { pageBytes, QueryReader, readPage } from '../api/query.ts';
import { quoteAnswer, quoteText } from '../api/quote-response.ts';
import * as docs from './quote-operations.ts';

const checkCreate = compileCheck(CreateQuote);
const checkPatch = compileCheck(PatchQuote);

const WRITABLE = Object.keys(PatchQuote.properties);
const READ_ONLY = QUOTE_FIELD_NAMES.filter((name) => !WRITABLE.includes(name));
const NOT_AT_CREATION = [...READ_ONLY, 'status'];
const AMOUNT = ['amount'];

export const quoteRoutes: Endpoint[] = [
  { method: 'GET', path: '/api/v1/quotes', scope: 'read', operation: docs.listQuotes, handle: list },
  { method: 'GET', path: '/api/v1/quotes/:id', scope: 'read', operation: docs.getQuote, handle: get },
  { method: 'POST', path: '/api/v1/quotes', scope: 'write', operation: docs.createQuote, handle: create },
  { method: 'PATCH', path: '/api/v1/quotes/:id', scope: 'write', operation: docs.patchQuote, handle: patch },
  {
    method: 'DELETE',
    path: '/api/v1/quotes/:id',
    scope: 'write',
    operation: docs.deleteQuote,
    handle: remove,
  },
];

async function list({ deps, caller, query, now }: Call): Promise<Answer> {
  const reader = new QueryReader(query);
  const page = readPage(reader);
  const filter = {
    search: reader.text('search'),
    status: reader.oneOf('status', QUOTE_STATUSES),
    customerId: reader.text('customerId'),
  };
  const sort = reader.oneOf('sort', QUOTE_SORTS) ?? '-createdAt';
  reader.done();
  const read = () => listQuotes(deps.db.read, caller.accountId, filter, { ...page, sort, now });
  let found = await read();
  if (found.isDue) {
    await settleExpiry(deps.db, now, caller.accountId);
    found = await read();
  }
  return { status: 200, body: pageBytes(found.docs, page, found.total) };
}

async function get(call: Call): Promise<Answer> {
  const row = await findSettledRow(call);
  const etag = etagOf(row);
  const known = notModified(call, etag);
  if (known) return known;
  return { status: 200, headers: { ETag: etag }, body: quoteText(call, row.doc, row.link_id) };
}

async function create(call: Call): Promise<Answer> {
  const { deps, caller } = call;
  const idempotent = idempotencyOf(call);
  const replay = await replayOf(deps.db.read, call, idempotent);
  if (replay) return replay;
  const body = withoutReadOnly(readBody(call), NOT_AT_CREATION);
  failOn(await quoteErrors(call, body, checkCreate, body.value));
  const wanted = { actor: caller.actor, input: body.value as unknown as QuoteInput };
  if (!idempotent) return created(call, await deps.createQuote(caller.accountId, wanted));
  return call.write((tx) =>
    once(tx, call, idempotent, async () =>
      created(call, await createQuote(tx, caller.accountId, wanted, deps.clock())),
    ),
  );
}

function created(call: Call, { id, doc }: InsertedQuote): Answer {
  const headers = { ETag: etagOf({ version: 1 }), Location: `/api/v1/quotes/${id}` };
  return { status: 201, headers, body: quoteText(call, doc, null) };
}

async function patch(call: Call): Promise<Answer> {
  const { caller, now } = call;
  return changeQuote(
    call,
    (current) => readPatch(call, current),
    (patch, { lock }) =>
      call.write(async (tx) => {
        const stored = await lock(tx);
        // Somebody else may have changed the other half of a rule meanwhile.
        failOn([...quoteRuleErrors({ ...stored.quote, ...patch } as QuoteInput)]);
        failOn(statusErrors(patch.status, stored.quote.status));
        return quoteAnswer(call, await updateQuote(tx, caller, stored, patch as QuotePatch, now));
      }),
  );
}

async function readPatch(call: Call, current: Quote): Promise<Record<string, unknown>> {
  const body = withoutReadOnly(readBody(call), READ_ONLY);
  failOn(await quoteErrors(call, body, checkPatch, { ...current, ...body.value }, current.status));
  return body.value;
}

async function remove(call: Call): Promise<Answer> {
  const noBody = () => undefined;
  return changeQuote(call, noBody, (_body, { lock }) =>
    call.write(async (tx) => {
      await removeQuote(tx, call.caller.accountId, await lock(tx));
      return { status: 204 };
    }),
  );
}

function withoutReadOnly(body: ReadBody, names: readonly string[]): ReadBody {
  const value = without(body.value, names);
  if (Array.isArray(value.items) && value.items.length <= MAX_ITEMS) {
    value.items = value.items.map((item) =>
      item !== null && typeof item === 'object' && !Array.isArray(item) ? without(item, AMOUNT) : item,
    );
  }
  return { value, errors: body.errors };
}

async function quoteErrors(
  { deps, caller }: Call,
  body: ReadBody,
  check: Check,
  merged: Record<string, unknown>,
  status?: Quote['status'],
): Promise<FieldError[]> {
  const errors = checkBody(body, check);
  // More than can be told of: which of the fields are sound is not known.
  if (errors.length > MAX_FIELD_ERRORS) return errors;
  const isSound = (...fields: string[]) =>
    fields.every(
      (field) => !errors.some(({ path }) => path === `/${field}` || path.startsWith(`/${field}/`)),
    );
  if (isSound('items', 'discountType', 'discountValue')) {
    errors.push(...quoteRuleErrors(merged as unknown as QuoteInput));
  }
  if (status !== undefined && isSound('status')) errors.push(...statusErrors(body.value.status, status));
  const { customerId } = body.value;
  // Alone, it is found in the transaction; among other failures it is named here with them.
  if (errors.length > 0 && typeof customerId === 'string' && isSound('customerId')) {
    if (!(await findCustomerRow(deps.db.read, caller.accountId, customerId))) errors.push(CUSTOMER_UNKNOWN);
  }
  return errors;
}

function statusErrors(wanted: unknown, present: Quote['status']): FieldError[] {
  if (wanted === undefined || wanted === present || isDecision(wanted)) return [];
  return [{ path: '/status', message: 'may only be set to ACCEPTED or DECLINED' }];
}
