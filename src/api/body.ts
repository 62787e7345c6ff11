import { type FieldError, Problem } from '../domain/errors.ts';
import { assertNoErrors } from '../domain/field-errors.ts';
import { findMetadataErrors, type Metadata, type MetadataChange } from '../domain/metadata.ts';
import type { Call } from './endpoint.ts';
import type { Check } from './schemas/check.ts';
import { parseJsonBody } from './schemas/json/json-body.ts';

export interface ReadBody {
  value: Record<string, unknown>;
  errors: FieldError[];
}

/**
 * Parses the body to an object and lists the errors of single values. The handler calls it, not the router, because the
 * status of the quote is checked before the body.
 */
export function readBody({ request }: Pick<Call, 'request'>, { optional = false } = {}): ReadBody {
  const raw = request.body as Buffer | undefined;
  if (!raw || raw.length === 0) {
    if (optional) return { value: {}, errors: [] };
    throw new Problem('malformed_json', 'The body is empty. Send a JSON object.');
  }
  rejectCompressed(request);
  if (!isJson(request.headers['content-type'])) {
    throw new Problem(
      'unsupported_media_type',
      'Send the body as JSON with the header "Content-Type: application/json".',
    );
  }
  const { value, errors } = parseJsonBody(raw);
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new Problem('validation_failed', 'The body must be a JSON object.', {
      errors: [{ path: '', message: 'must be an object' }],
    });
  }
  return { value: value as Record<string, unknown>, errors };
}

/** Rejects a compressed body, which would otherwise be parsed as garbage or stored compressed. */
export function rejectCompressed({ headers }: Call['request']): void {
  const coding = headers['content-encoding'];
  if (coding === undefined || coding.trim().toLowerCase() === 'identity') return;
  throw new Problem(
    'unsupported_media_type',
    'The body is compressed. Send it as it is, without the header "Content-Encoding".',
    { headers: { 'Accept-Encoding': 'identity' } },
  );
}

/** Reads and validates a body that may be omitted. */
export function readOptionalBody(call: Call, check: Check): Record<string, unknown> {
  const body = readBody(call, { optional: true });
  assertNoErrors(checkBody(body, check));
  return body.value;
}

/** Collects all errors. For the same path, an error of the JSON text replaces one of the schema. */
export function checkBody(body: ReadBody, check: Check): FieldError[] {
  const found = check(body.value);
  if (body.errors.length === 0) return found;
  const skipped = found.filter((error) => error.coversChildren).map(({ path }) => `${path}/`);
  const ofText = body.errors.filter(({ path }) => !skipped.some((list) => path.startsWith(list)));
  const seen = new Set(ofText.map(({ path }) => path));
  return [...ofText, ...found.filter(({ path }) => !seen.has(path))];
}

/** Adds the limits of the merged metadata to the errors of the schema, unless the schema rejects the metadata already. */
export function checkMetadata(
  { value }: ReadBody,
  errors: readonly FieldError[],
  current: Metadata,
): FieldError[] {
  if (errors.some(({ path }) => /^\/metadata(\/|$)/.test(path))) return [...errors];
  return [...errors, ...findMetadataErrors(current, value.metadata as MetadataChange | undefined)];
}

/** Removes read-only fields, so that a client can send back a resource as it read it. */
export function omitFields(
  value: Record<string, unknown>,
  names: readonly string[],
): Record<string, unknown> {
  if (!names.some((name) => name in value) || hasTooManyFields(value)) return value;
  const unwanted = new Set(names);
  return Object.fromEntries(Object.entries(value).filter(([name]) => !unwanted.has(name)));
}

/** Whether there are more fields than any valid body has. Such a body is rejected, so it needs no further work. */
export function hasTooManyFields(value: object): boolean {
  return Object.keys(value).length > MAX_FIELDS;
}

const MAX_FIELDS = 500;

function isJson(contentType: string | undefined): boolean {
  if (contentType === 'application/json') return true;
  const [type = '', ...parameters] = (contentType ?? '').split(';').map((part) => part.trim().toLowerCase());
  if (!/^application\/([\w.-]+\+)?json$/.test(type)) return false;
  return parameters.every((part) => !part.startsWith('charset=') || /^charset="?utf-?8"?$/.test(part));
}
