import { type FieldError, Problem } from './errors.ts';

/** Of these many at most a response tells, and at most so many bytes of them. */
export const MAX_FIELD_ERRORS = 100;
const MAX_ERROR_BYTES = 65_536;
/** A name in a path that is longer was not mistyped; its beginning tells which it is. */
const MAX_PART = 200;
const MAX_PATH = 1000;

/** A key as a part of a JSON pointer (RFC 6901). */
export function pathPart(key: string): string {
  const shown = (key.length > MAX_PART ? `${key.slice(0, MAX_PART)}…` : key).toWellFormed();
  return shown.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** As many errors as a response may list, from the first one on, and whether there are more. */
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

/** Refuses a request in which anything is wrong, and tells of all of it at once. */
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
