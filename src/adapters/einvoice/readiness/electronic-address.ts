import type { XmlFormat } from '../../../domain/account/particulars/einvoice.ts';
import type { PartyParticulars } from '../source.ts';
import { toText } from '../terms/texts.ts';
import {
  isAustralianNumber,
  isBelgianNumber,
  isGln,
  isNorwegianNumber,
  isSwedishNumber,
} from './check-digits.ts';

/** Schemes of the EAS list that the Peppol network does not deliver to, such as `EM` for email. */
const OTHER_NETWORKS = ['0244', 'AN', 'AQ', 'AS', 'AU', 'EM'];

/** Identifiers that receivers check. */
const CHECKS: Readonly<Record<string, (id: string) => boolean>> = {
  '0007': (id) => /^\d{10}$/.test(id) && isSwedishNumber(id),
  '0088': (id) => /^\d{13}$/.test(id) && isGln(id),
  '0151': (id) => /^\d{11}$/.test(id) && isAustralianNumber(id),
  '0184': (id) => /^(DK)?\d{8}$/.test(id),
  '0192': (id) => /^\d{9}$/.test(id) && isNorwegianNumber(id),
  '0208': (id) => /^\d{10}$/.test(id) && isBelgianNumber(id),
  EM: (id) => /^[^@\s]+@([^@.\s]+\.)+[^@.\s]+$/.test(id),
};

/** Whether the format allows the scheme, and the identifier can be one of the scheme. */
export function isValidAddress(
  { scheme, id }: NonNullable<PartyParticulars['electronicAddress']>,
  format: XmlFormat,
): boolean {
  const isKnown = format !== 'peppol' || !OTHER_NETWORKS.includes(scheme);
  const text = toText(id);
  return isKnown && text !== null && (CHECKS[scheme]?.(text) ?? true);
}
