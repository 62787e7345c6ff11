import type { CallToolResult } from '@modelcontextprotocol/server';
import { resolveQuoteId } from '../../actions/quotes/find-quote.ts';
import { type FieldError, Problem } from '../../domain/errors.ts';
import { assertNoErrors, escapePointerPart } from '../../domain/field-errors.ts';
import { isCurrency } from '../../domain/money/currency.ts';
import type { RateLimiter } from '../../http/limits/limit-requests.ts';
import { requirePermission } from '../../http/session/permissions.ts';
import type { Endpoint } from '../endpoint.ts';
import { convertAmounts, type Fields } from '../schemas/amounts.ts';
import { callEndpoint, type EndpointCall, type ToolContext } from './call-endpoint.ts';
import type { InputSchema } from './input-schema.ts';
import { createResult } from './results.ts';
import { createErrorResult } from './tool-error.ts';
import type { Tool } from './tools.ts';

/** A tool with its endpoint, and what a list of tools says about it. */
export interface BoundTool {
  tool: Tool;
  endpoint: Endpoint;
  inputSchema: InputSchema;
  findEndpoint(operation: string): Endpoint;
}

const PAGE_SIZE = 10;

/** Runs a tool. Every error is a result too, so that the model learns what to do about it. */
export async function callTool(
  context: ToolContext,
  limiter: RateLimiter,
  bound: BoundTool,
  args: Fields,
): Promise<CallToolResult> {
  const { deps, caller, request } = context;
  const { tool, endpoint } = bound;
  try {
    const now = deps.clock();
    requirePermission(endpoint, caller, now);
    // The request itself was counted as a read.
    if (endpoint.scope !== 'read') await limiter.countPart(caller, 'write', now);
    const { detail, ...given } = readArguments(bound, args);
    const params = await resolveQuoteNumber(context, tool, given.params);
    const { currency, ...call } = await prepareCall(context, bound, { ...given, params }, detail);
    const { value, etag } = await callEndpoint(context, endpoint, call);
    const own = typeof value.currency === 'string' ? value.currency : currency;
    const result = etag === undefined ? value : { ...value, etag };
    const shown = (detail ? tool.full : tool.short)(result, own);
    const isKeyless = endpoint.scope !== 'read' && args.idempotencyKey === undefined;
    return createResult(isKeyless ? { ...shown, repeatable: false } : shown);
  } catch (error) {
    return createErrorResult(error, bound.inputSchema, deps, request);
  }
}

/** A person names a quote by its number. */
async function resolveQuoteNumber(
  { deps, caller }: ToolContext,
  { takesNumber }: Tool,
  params: Record<string, string>,
): Promise<Record<string, string>> {
  const { id = '' } = params;
  const found = takesNumber && (await resolveQuoteId(deps, caller.accountId, id));
  return found ? { ...params, id: found } : params;
}

interface Arguments {
  params: Record<string, string>;
  headers: Record<string, string>;
  fields: Fields;
  detail: boolean;
}

/** Separates the arguments of the tool from the fields of the operation, which the endpoint validates. */
function readArguments({ endpoint, inputSchema }: BoundTool, args: Fields): Arguments {
  const errors: FieldError[] = Object.keys(args)
    .filter((name) => !Object.hasOwn(inputSchema.properties, name))
    .slice(0, 100)
    .map((name) => ({
      path: `/${escapePointerPart(name)}`,
      message: 'is not a known argument; check the spelling',
    }));
  const readText = (name: string) => {
    const value = args[name];
    if (typeof value === 'string' && value !== '') return value;
    if (value !== undefined || inputSchema.required.includes(name)) {
      errors.push({ path: `/${name}`, message: value === undefined ? 'is required' : 'must be a string' });
    }
    return undefined;
  };
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const params = Object.fromEntries(names.map((name) => [name, readText(name) ?? '']));
  const key = readText('idempotencyKey');
  const etag = readText('ifMatch');
  if (args.detail !== undefined && typeof args.detail !== 'boolean') {
    errors.push({ path: '/detail', message: 'must be a boolean' });
  }
  assertNoErrors(errors);
  const { idempotencyKey: _key, ifMatch: _etag, detail = false, ...fields } = args;
  return {
    params,
    headers: {
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(etag !== undefined && { 'if-match': etag }),
    },
    fields: Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name))),
    detail: detail as boolean,
  };
}

/** Converts the amounts, and turns the fields into the query or the body of the operation. */
async function prepareCall(
  context: ToolContext,
  bound: BoundTool,
  { params, headers, fields }: Omit<Arguments, 'detail'>,
  detail: boolean,
): Promise<EndpointCall & { currency: string }> {
  const { operation } = bound.endpoint;
  const known = await findKnownFields(context, bound, params, fields);
  const currency = String(known.currency);
  const converted = convertAmounts(fields, currency, known);
  assertNoErrors(converted.errors);
  const call = { params, headers, currency, mustBeDraft: bound.tool.mustBeDraft };
  if (operation.body) {
    const hasCurrency = converted.hasAmounts && Object.hasOwn(bound.inputSchema.properties, 'currency');
    // Named, so that the amounts mean what they were converted for, whatever changes in between.
    return { ...call, body: { ...(hasCurrency && { currency }), ...converted.fields } };
  }
  const page = operation.query && { limit: PAGE_SIZE, ...converted.fields };
  if (page && detail) page.limit = Math.min(Number(page.limit), PAGE_SIZE);
  return { ...call, query: { ...toQuery(page ?? converted.fields), ...bound.tool.query } };
}

/** Returns what the amounts depend on: the currency and, of a quote, the kind of its discount. */
async function findKnownFields(
  context: ToolContext,
  { tool, endpoint, findEndpoint }: BoundTool,
  params: Record<string, string>,
  { currency, templateId }: Fields,
): Promise<Fields> {
  const read = async (operation: string, id = ''): Promise<Fields | undefined> => {
    try {
      return (await callEndpoint(context, findEndpoint(operation), { params: { id } })).value;
    } catch (error) {
      // The endpoint itself reports what does not exist, or returns the response to an earlier call.
      if (error instanceof Problem) return undefined;
      throw error;
    }
  };
  const current = tool.currencyFrom && (await read(tool.currencyFrom, params.id));
  const template = typeof templateId === 'string' ? await read('getTemplate', templateId) : undefined;
  const known = { ...template, ...current };
  // A currency of null means that of the account.
  const own = currency === undefined ? known.currency : currency;
  if (typeof own === 'string' && isCurrency(own)) return { ...known, currency: own };
  const account = endpoint.operation.body && (await read('getAccount'));
  return { ...known, currency: account?.currency ?? 'EUR' };
}

/** Writes lists and pairs as the query of a URL does. */
function toQuery(fields: Fields): Record<string, string> {
  const entries = Object.entries(fields).flatMap(([name, value]): [string, unknown][] => {
    if (value === null || value === undefined) return [];
    if (Array.isArray(value)) return [[name, value.join(',')]];
    if (typeof value !== 'object') return [[name, value]];
    return Object.entries(value).map(([key, part]) => [`${name}[${key}]`, part]);
  });
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}
