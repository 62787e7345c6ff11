import type { FieldError } from '../../errors.ts';

/** Rejects NUL in imported values. The JSON reader of the API rejects it too, but CSV files do not pass through it. */
export function findNulErrors(fields: Record<string, unknown>): FieldError[] {
  return Object.entries(fields).flatMap(([field, value]) =>
    typeof value === 'string' && value.includes('\0')
      ? [{ path: `/${field}`, message: 'must not contain the character NUL' }]
      : [],
  );
}
