import type { FieldError } from '../errors.ts';
import { parseAddressRange } from './address-ranges.ts';

/** Finds what the schema of a new key cannot express. */
export function findKeyErrors(
  { expiresAt, addresses }: { expiresAt: number | null; addresses: readonly string[] | null },
  now: number,
): FieldError[] {
  const errors: FieldError[] = (addresses ?? []).flatMap((range, index) =>
    parseAddressRange(range)
      ? []
      : [
          {
            path: `/addresses/${index}`,
            message: 'must be an IP address or a range such as 203.0.113.0/24 or 2001:db8::/32',
          },
        ],
  );
  if (expiresAt !== null && expiresAt <= now) {
    errors.push({ path: '/expiresAt', message: 'must be in the future' });
  }
  return errors;
}
