import type { Operation } from '../endpoint.ts';

export function listParameters(path: string, { query, headers }: Operation): object[] {
  return [
    ...[...path.matchAll(/([^/]+)\/:(\w+)/g)].map(([, before = '', name = '']) =>
      pathParameter(before, name),
    ),
    ...Object.entries(query ?? {}).map(queryParameter),
    ...(headers ?? []).map((name) => HEADER_PARAMETERS[name]),
  ];
}

/** Path parameters that are no identifiers. */
const DESCRIPTIONS: Record<string, string> = {
  name: 'Name of the file',
  index: 'Position of the file, from 0',
  kind: 'What is exported',
};

/** Path parameters with one of a few values. */
const CHOICES: Record<string, readonly string[]> = { kind: ['journal', 'datev', 'xero'] };

/** `before` is the preceding segment of the path: `quotes`. */
function pathParameter(before: string, name: string): object {
  const one = before.replaceAll('-', ' ').replace(/ies$/, 'y').replace(/s$/, '');
  const description = DESCRIPTIONS[name] ?? `Identifier of the ${one}`;
  const choices = CHOICES[name];
  const schema = { type: 'string', ...(choices && { enum: choices }) };
  return { name, in: 'path', required: true, description, schema };
}

type QuerySchema = object & { type?: unknown; description?: string; required?: true };

/** Uses `name=a,b` for a list and `name[key]=value` for pairs. */
function queryParameter([name, { description, required, ...schema }]: [string, QuerySchema]): object {
  const parameter = { name, in: 'query', description, ...(required && { required }), schema };
  if (schema.type === 'array') return { ...parameter, style: 'form', explode: false };
  if (schema.type === 'object') return { ...parameter, style: 'deepObject', explode: true };
  return parameter;
}

const HEADER_PARAMETERS: Record<NonNullable<Operation['headers']>[number], object> = {
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'For 24 hours, a repeat with the same key and body returns the original response',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  'If-Match': {
    name: 'If-Match',
    in: 'header',
    description: 'Apply the request only if the resource still has this ETag; otherwise return 412',
    schema: { type: 'string' },
  },
  'If-None-Match': {
    name: 'If-None-Match',
    in: 'header',
    description: 'Return 304 if the resource still has this ETag',
    schema: { type: 'string' },
  },
};
