import { type FieldError, Problem } from '../domain/errors.ts';
import type { Call } from './endpoint.ts';
import { readJson } from './json-body.ts';
import type { Check } from './validation.ts';

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

/** All failures at once; those of the text itself come before those of the schema for the same place. */
export function checkBody(body: ReadBody, check: Check): FieldError[] {
  const seen = new Set(body.errors.map(({ path }) => path));
  return [...body.errors, ...check(body.value).filter(({ path }) => !seen.has(path))];
}

export function failOn(errors: FieldError[]): void {
  if (errors.length === 0) return;
  const onlyCustomer = errors.every(
    ({ path, message }) => path === '/customerId' && message.startsWith('names'),
  );
  throw new Problem(
    onlyCustomer ? 'customer_unknown' : 'validation_failed',
    errors.length === 1
      ? `${errors[0]?.path || 'The body'} ${errors[0]?.message}.`
      : `${errors.length} things are wrong in the request; see "errors".`,
    { errors },
  );
}

/** Fields that the service itself returned are ignored, so that a client can send back what it read. */
export function without(value: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  if (!names.some((name) => name in value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

function isJson(contentType: string | undefined): boolean {
  const [type = '', ...parameters] = (contentType ?? '').split(';').map((part) => part.trim().toLowerCase());
  if (!/^application\/([\w.-]+\+)?json$/.test(type)) return false;
  return parameters.every((part) => !part.startsWith('charset=') || /^charset="?utf-?8"?$/.test(part));
}
