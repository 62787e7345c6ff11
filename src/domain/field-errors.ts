import type { FieldError } from './errors.ts';

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
