import { type FieldError, Problem } from './errors.ts';

/** Most errors that a response lists. */
export const MAX_FIELD_ERRORS = 100;
const MAX_ERROR_BYTES = 65_536;
/** Longer names in a path are cut: their beginning is enough to identify them. */
const MAX_NAME_LENGTH = 200;
const MAX_PATH_LENGTH = 1000;

/** Escapes a name for use in a JSON pointer (RFC 6901). */
export function escapePointerPart(key: string): string {
  const shown = (key.length > MAX_NAME_LENGTH ? `${key.slice(0, MAX_NAME_LENGTH)}…` : key).toWellFormed();
  return shown.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Limits the errors to what a response may list. */
function limitErrors(errors: readonly FieldError[]): { shown: FieldError[]; isCut: boolean } {
  const shown: FieldError[] = [];
  let bytes = 0;
  for (const { in: place = 'body', path, message } of errors) {
    if (shown.length === MAX_FIELD_ERRORS) return { shown, isCut: true };
    const error = {
      in: place,
      path: path.length > MAX_PATH_LENGTH ? `${path.slice(0, MAX_PATH_LENGTH).toWellFormed()}…` : path,
      message,
    };
    bytes += Buffer.byteLength(JSON.stringify(error)) + 1;
    if (bytes > MAX_ERROR_BYTES) return { shown, isCut: true };
    shown.push(error);
  }
  return { shown, isCut: false };
}

/** Throws one `Problem` that lists all errors, if there are any. */
export function assertNoErrors(errors: readonly FieldError[]): void {
  const [first] = errors;
  if (!first) return;
  const { shown, isCut: isTruncated } = limitErrors(errors);
  throw new Problem('validation_failed', describeErrors(first, shown.length, isTruncated), {
    errors: shown,
    ...(isTruncated && { extra: { errorsOmitted: true } }),
  });
}

function describeErrors(first: FieldError, count: number, isTruncated: boolean): string {
  if (isTruncated)
    return `The request has more errors than can be listed here; see the first ${count} in "errors".`;
  return count === 1
    ? `${describePlace(first)} ${first.message}.`
    : `The request has ${count} errors; see "errors".`;
}

function describePlace({ in: place = 'body', path }: FieldError): string {
  if (place === 'body' || place === 'data') return path || 'The body';
  const name = path.slice(1).replaceAll('~1', '/').replaceAll('~0', '~');
  return `${PLACE_NAMES[place]} ${name}`;
}

const PLACE_NAMES = { query: 'Query parameter', header: 'Header', path: 'Path parameter' };
