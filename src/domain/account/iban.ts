/** IBAN length per country, from the registry of ISO 13616. */
const LENGTHS = new Map(
  `AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24
   FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32
   LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24
   RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30`
    .split(/\s+/)
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))] as const),
);

/** Returns the stored form of an IBAN or BIC: no spaces, upper case. */
export function compactCode(text: string): string {
  return text.replaceAll(/\s/g, '').toUpperCase();
}

/** Returns the printed form of an IBAN: groups of four characters. */
export function formatIban(iban: string): string {
  return iban.replaceAll(/.{4}(?=.)/g, '$& ');
}

/** Describes what is wrong with an IBAN, for the person who typed it; `undefined` if it is valid. */
export function findIbanError(text: string): string | undefined {
  const iban = compactCode(text);
  if (!/^[A-Z]{2}[0-9]{2}[A-Z0-9]+$/.test(iban)) {
    return 'must be an IBAN, such as DE89 3704 0044 0532 0130 00';
  }
  const country = iban.slice(0, 2);
  const length = LENGTHS.get(country);
  if (!length) return `must be an IBAN of a country that uses IBANs: ${country} does not`;
  if (iban.length !== length) {
    return `must be an IBAN: an IBAN of ${country} has ${length} characters (it has ${iban.length})`;
  }
  if (computeMod97(iban) === 1) return undefined;
  return 'must be an IBAN with correct check digits: compare it with what your bank gave you';
}

/** A BIC has 8 or 11 characters: bank, country, location and an optional branch. */
export function isBic(text: string): boolean {
  return /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(compactCode(text));
}

/** Computes the ISO 7064 check: the first four characters move to the end, and letters count as 10 to 35. */
export function computeMod97(iban: string): number {
  let remainder = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const digits = Number.parseInt(character, 36);
    remainder = (remainder * (digits > 9 ? 100 : 10) + digits) % 97;
  }
  return remainder;
}
