import { isMailAddress } from '../mail/mail-address.ts';

const MAX_NAME_LENGTH = 100;

/** Normalizes an email address, so that each person has one spelling; `undefined` if it is not an address. */
export function normalizeEmail(text: string): string | undefined {
  const address = text.trim().normalize('NFC').toLowerCase();
  return isMailAddress(address) ? address : undefined;
}

/** Normalizes a name to one line; `undefined` if it is empty, too long, or has control or bidi characters. */
export function normalizePersonName(text: string): string | undefined {
  const name = text
    .slice(0, 10 * MAX_NAME_LENGTH)
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const isValid =
    name !== '' && [...name].length <= MAX_NAME_LENGTH && !/[\p{Cc}\p{Bidi_Control}]/u.test(name);
  return isValid ? name : undefined;
}
