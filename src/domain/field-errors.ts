import { type FieldError, Problem } from './errors.ts';

/** Of these many at most an answer tells, and at most so many bytes of them. */
export const MAX_FIELD_ERRORS = 100;
const MAX_ERROR_BYTES = 65_536;
/** A name in a path that is longer was not mistyped; its beginning tells which it is. */
const MAX_PART = 200;
const MAX_PATH = 1000;

/** A key as a part of a JSON pointer (RFC 6901). */
export function pathPart(key: string): string {
  return shownPart(key).replaceAll('~', '~0').replaceAll('/', '~1');
}

export function shownPart(name: string): string {
  return (name.length > MAX_PART ? `${name.slice(0, MAX_PART)}…` : name).toWellFormed();
}

/** As many errors as an answer may tell of, from the first one on, and whether there are more. */
export function boundErrors(errors: readonly FieldError[]): { shown: FieldError[]; isCut: boolean } {
  const shown: FieldError[] = [];
  let bytes = 0;
  for (const { path, message } of errors) {
    if (shown.length === MAX_FIELD_ERRORS) return { shown, isCut: true };
    const error = {
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
  if (errors.length === 0) return;
  const { shown, isCut } = boundErrors(errors);
  throw new Problem(
    'validation_failed',
    shown.length === 1 && !isCut
      ? `${shown[0]?.path || 'The body'} ${shown[0]?.message}.`
      : `${countOf(shown, isCut)} wrong in the request; see "errors".`,
    { errors: shown, ...(isCut && { extra: { errorsOmitted: true } }) },
  );
}

function countOf({ length }: readonly FieldError[], isCut: boolean): string {
  return isCut
    ? `There are more errors than can be listed here. The first ${length} things`
    : `${length} things are`;
}
