import { isMailAddress } from '../mail/mail-address.ts';

const MAX_NAME = 100;

/** Normalizes an email address, so that each person has one spelling; `undefined` if it is not an address. */
export function knownAddress(text: string): string | undefined {
  const address = text.trim().normalize('NFC').toLowerCase();
  return isMailAddress(address) ? address : undefined;
}

/** Normalizes a name to one line; `undefined` if it is empty, too long, or has control or bidi characters. */
export function personName(text: string): string | undefined {
  const name = text
    .slice(0, 10 * MAX_NAME)
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const isFit = name !== '' && [...name].length <= MAX_NAME && !/[\p{Cc}\p{Bidi_Control}]/u.test(name);
  return isFit ? name : undefined;
}
