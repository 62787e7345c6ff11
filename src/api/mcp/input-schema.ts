import type { Endpoint } from '../endpoint.ts';
import { describeAsDecimal, type Fields, mayHoldAmount } from '../schemas/amounts.ts';
import type { Tool } from './tools.ts';

/** The schema of a tool's arguments. */
export interface InputSchema {
  type: 'object';
  properties: Record<string, Fields>;
  required: string[];
  additionalProperties: false;
  [keyword: string]: unknown;
}

/**
 * Derives the arguments of a tool from its operation: the parameters of the path and the query, the fields of the body, and
 * the headers that a model can use.
 */
export function createInputSchema(tool: Tool, { path, scope, operation }: Endpoint): InputSchema {
  const body = typeof operation.body === 'object' ? (operation.body.schema as BodySchema) : undefined;
  const parameters = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const given = Object.entries({ ...operation.query, ...body?.properties } as Record<string, Fields>);
  const isWrite = scope !== 'read';
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(parameters.map((name) => [name, { type: 'string', description: tool.idHelp }])),
      ...Object.fromEntries(
        given
          .filter(([name]) => !tool.omit?.includes(name))
          .map(([name, schema]) => [name, simplify(schema, name)]),
      ),
      ...(isWrite && { idempotencyKey: IDEMPOTENCY_KEY }),
      ...(isWrite && operation.headers?.includes('If-Match') && { ifMatch: IF_MATCH }),
      detail: DETAIL,
    },
    required: [...parameters, ...(body?.required ?? [])],
    additionalProperties: false,
  };
}

interface BodySchema {
  properties: Record<string, Fields>;
  required?: string[];
}

const IDEMPOTENCY_KEY = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  description:
    'A new UUID for each new action. Repeat a call whose result you did not get with the same key and arguments: it returns the first result. Without a key the result says `repeatable: false`: a repeated call would act again',
};
const IF_MATCH = {
  type: 'string',
  description: 'The etag of the last result. The call then fails if somebody has changed it since',
};
const DETAIL = {
  type: 'boolean',
  default: false,
  description: 'Return all fields and entries instead of a short result',
};

/** Keywords and formats that clients of the protocol need not know, and names that a model does not need. */
const UNKNOWN_KEYWORDS = new Set(['x-note', 'x-maxDecimals', 'title', 'anyOf', 'propertyNames']);
const KNOWN_FORMATS = ['date', 'date-time', 'email'];

/** Describes amounts as decimals, and leaves out what only this service understands. The endpoint validates everything. */
function simplify(schema: Fields, name = ''): Fields {
  if (mayHoldAmount(name)) return describeAmount(schema);
  if (name === 'quantity') return { type: ['number', 'string'], description: schema.description };
  const entries = Object.entries(schema)
    .filter(([keyword, value]) => !UNKNOWN_KEYWORDS.has(keyword) && !isUnknownFormat(keyword, value))
    .map(([keyword, value]): [string, unknown] => {
      if (keyword === 'items') return [keyword, simplify(value as Fields)];
      if (keyword !== 'properties') return [keyword, value];
      const properties = Object.entries(value as Record<string, Fields>);
      return [keyword, Object.fromEntries(properties.map(([key, part]) => [key, simplify(part, key)]))];
    });
  return Object.fromEntries(entries);
}

function describeAmount({ type, description, minimum }: Fields): Fields {
  const types = [type].flat().map((each) => (each === 'null' ? 'null' : 'string'));
  const isPercentage = /percent/.test(String(description));
  const text = describeAsDecimal(String(description));
  if (isPercentage) return { type: ['string', 'number', 'null'], minimum, description: text };
  return { type: types.length === 1 ? types[0] : types, description: text };
}

function isUnknownFormat(keyword: string, value: unknown): boolean {
  return keyword === 'format' && !KNOWN_FORMATS.includes(String(value));
}
