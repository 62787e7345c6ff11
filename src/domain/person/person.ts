import { isMailAddress } from '../mail/mail-address.ts';

const MAX_NAME = 100;

/** The address by which a person is known, however they write it; `undefined` when it is none. */
export function knownAddress(text: string): string | undefined {
  const address = text.trim().normalize('NFC').toLowerCase();
  return isMailAddress(address) ? address : undefined;
}

/** On one line, without what would rearrange what stands beside it; `undefined` when nothing is left, or too much. */
export function personName(text: string): string | undefined {
  const name = text
    .slice(0, 10 * MAX_NAME)
    .normalize('NFC')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const isFit = name !== '' && [...name].length <= MAX_NAME && !/[\p{Cc}\p{Bidi_Control}]/u.test(name);
  return isFit ? name : undefined;
}
