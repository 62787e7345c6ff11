import { type FieldError, Problem } from '../../domain/errors.ts';
import { failOn } from '../../domain/field-errors.ts';
import { type Metadata, type MetadataChange, metadataErrors } from '../../domain/metadata.ts';
import { readJson } from '../../json/json-body.ts';
import type { Check } from '../../schemas/check.ts';
import type { Call } from './endpoint.ts';

export interface ReadBody {
  value: Record<string, unknown>;
  errors: FieldError[];
}

/**
 * The body as an object, with the failures of its single values. It is read by the handler, not by the router,
 * because the order of checks puts the state of the quote before the body.
 */
export function readBody({ request }: Call, { optional = false } = {}): ReadBody {
  const raw = request.body as Buffer | undefined;
  if (!raw || raw.length === 0) {
    if (optional) return { value: {}, errors: [] };
    throw new Problem('malformed_json', 'The body is empty. Send a JSON object.');
  }
  expectUncoded(request);
  if (!isJson(request.headers['content-type'])) {
    throw new Problem(
      'unsupported_media_type',
      'Send the body as JSON with the header "Content-Type: application/json".',
    );
  }
  const { value, errors } = readJson(raw);
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new Problem('validation_failed', 'The body must be a JSON object.', {
      errors: [{ path: '', message: 'must be an object' }],
    });
  }
  return { value: value as Record<string, unknown>, errors };
}

/** Taken for what it is not, a compressed body would be nonsense, or be stored as it is. */
export function expectUncoded({ headers }: Call['request']): void {
  const coding = headers['content-encoding'];
  if (coding === undefined || coding.trim().toLowerCase() === 'identity') return;
  throw new Problem(
    'unsupported_media_type',
    'The body is compressed. Send it as it is, without the header "Content-Encoding".',
    { headers: { 'Accept-Encoding': 'identity' } },
  );
}

/** A body that may be left out, checked. */
export function optionalBody(call: Call, check: Check): Record<string, unknown> {
  const body = readBody(call, { optional: true });
  failOn(checkBody(body, check));
  return body.value;
}

/** All failures at once; those of the text itself come before those of the schema for the same place. */
export function checkBody(body: ReadBody, check: Check): FieldError[] {
  const found = check(body.value);
  if (body.errors.length === 0) return found;
  const skipped = found.filter((error) => error.isOfAllBelow).map(({ path }) => `${path}/`);
  const ofText = body.errors.filter(({ path }) => !skipped.some((list) => path.startsWith(list)));
  const seen = new Set(ofText.map(({ path }) => path));
  return [...ofText, ...found.filter(({ path }) => !seen.has(path))];
}

/** What the schema found, and, where it found nothing wrong with the metadata, whether they are too many together. */
export function checkedMetadata(
  { value }: ReadBody,
  errors: readonly FieldError[],
  current: Metadata,
): FieldError[] {
  if (errors.some(({ path }) => /^\/metadata(\/|$)/.test(path))) return [...errors];
  return [...errors, ...metadataErrors(current, value.metadata as MetadataChange | undefined)];
}

/** Fields that the service itself returned are ignored, so that a client can send back what it read. */
export function without(value: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  if (!names.some((name) => name in value) || hasTooManyFields(value)) return value;
  const unwanted = new Set(names);
  return Object.fromEntries(Object.entries(value).filter(([name]) => !unwanted.has(name)));
}

/** More than any body has: it is refused for them, so nothing else needs to be done with it. */
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
