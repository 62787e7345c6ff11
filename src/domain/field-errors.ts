import { type FieldError, Problem } from './errors.ts';

/** Most errors that a response lists. */
export const MAX_FIELD_ERRORS = 100;
const MAX_ERROR_BYTES = 65_536;
/** Longer names in a path are cut: their beginning is enough to identify them. */
const MAX_PART = 200;
const MAX_PATH = 1000;

/** Escapes a name for use in a JSON pointer (RFC 6901). */
export function pathPart(key: string): string {
  const shown = (key.length > MAX_PART ? `${key.slice(0, MAX_PART)}…` : key).toWellFormed();
  return shown.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Limits the errors to what a response may list. */
function boundErrors(errors: readonly FieldError[]): { shown: FieldError[]; isCut: boolean } {
  const shown: FieldError[] = [];
  let bytes = 0;
  for (const { in: place = 'body', path, message } of errors) {
    if (shown.length === MAX_FIELD_ERRORS) return { shown, isCut: true };
    const error = {
      in: place,
      path: path.length > MAX_PATH ? `${path.slice(0, MAX_PATH).toWellFormed()}…` : path,
      message,
    };
    bytes += Buffer.byteLength(JSON.stringify(error)) + 1;
    if (bytes > MAX_ERROR_BYTES) return { shown, isCut: true };
    shown.push(error);
  }
  return { shown, isCut: false };
}

/** Throws one `Problem` that lists all errors, if there are any. */
export function failOn(errors: readonly FieldError[]): void {
  const [first] = errors;
  if (!first) return;
  const { shown, isCut } = boundErrors(errors);
  throw new Problem('validation_failed', detailOf(first, shown.length, isCut), {
    errors: shown,
    ...(isCut && { extra: { errorsOmitted: true } }),
  });
}

function detailOf(first: FieldError, count: number, isCut: boolean): string {
  if (isCut)
    return `The request has more errors than can be listed here; see the first ${count} in "errors".`;
  return count === 1
    ? `${subjectOf(first)} ${first.message}.`
    : `The request has ${count} errors; see "errors".`;
}

function subjectOf({ in: place = 'body', path }: FieldError): string {
  if (place === 'body') return path || 'The body';
  const name = path.slice(1).replaceAll('~1', '/').replaceAll('~0', '~');
  return `${NOUNS[place]} ${name}`;
}

const NOUNS = { query: 'Query parameter', header: 'Header', path: 'Path parameter' };
