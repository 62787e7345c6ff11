import type { EInvoiceFormat } from '../formats.ts';
import type { PartyParticulars } from '../source.ts';
import { toText } from '../terms/texts.ts';
import {
  isAustralianNumber,
  isBelgianNumber,
  isGln,
  isNorwegianNumber,
  isSwedishNumber,
} from './check-digits.ts';

/** The schemes of electronic addresses (EAS) that the Peppol network delivers to. */
const NETWORK_SCHEMES =
  `0002 0007 0009 0037 0060 0088 0096 0097 0106 0130 0135 0142 0147 0151 0154 0158 0170 0177 0183 0184
  0188 0190 0191 0192 0193 0194 0195 0196 0198 0199 0200 0201 0202 0203 0204 0205 0208 0209 0210 0211 0212 0213 0215 0216
  0217 0218 0221 0225 0230 0235 0240 9910 9913 9914 9915 9918 9919 9920 9922 9923 9924 9925 9926 9927 9928 9929 9930 9931
  9932 9933 9934 9935 9936 9937 9938 9939 9940 9941 9942 9943 9944 9945 9946 9947 9948 9949 9950 9951 9952 9953 9957 9959`.split(
    /\s+/,
  );
/** Further schemes of EN 16931, such as `EM` for email. */
const OTHER_SCHEMES = ['0219', '0220', '0242', '0244', '0245', '0246', '0248', 'AN', 'AQ', 'AS', 'AU', 'EM'];

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

/** Whether the format knows the scheme, and the identifier can be one of the scheme. */
export function isValidAddress(
  { scheme, id }: NonNullable<PartyParticulars['electronicAddress']>,
  format: EInvoiceFormat,
): boolean {
  const isKnown = NETWORK_SCHEMES.includes(scheme) || (format !== 'peppol' && OTHER_SCHEMES.includes(scheme));
  const text = toText(id);
  return isKnown && text !== null && (CHECKS[scheme]?.(text) ?? true);
}
