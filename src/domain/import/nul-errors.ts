import type { FieldError } from '../errors.ts';

/** The API refuses it where it reads the text of the body, which a CSV file does not pass. */
export function nulErrors(fields: Record<string, unknown>): FieldError[] {
  return Object.entries(fields).flatMap(([field, value]) =>
    typeof value === 'string' && value.includes('\0')
      ? [{ path: `/${field}`, message: 'must not contain the character NUL' }]
      : [],
  );
}
