/** Members of the European Economic Area, where a transfer needs no BIC. */
const EEA = `AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK`.split(
  ' ',
);
/** The other SEPA countries. */
const WITH_BIC = `AD AL CH GB GI MC MD ME MK RS SM VA`.split(' ');

const MAX_CENTS = 99_999_999_999;
const MAX_BYTES = 331;
const MAX_HOLDER_CHARACTERS = 70;
const MAX_REMITTANCE_CHARACTERS = 140;

export interface CreditTransfer {
  holder: string;
  iban: string;
  bic: string | null;
  currency: string;
  /** Cents. */
  total: number;
  remittance: string;
}

/**
 * Formats the text of a GiroCode (EPC069-12, version 002), from which banking apps fill in a transfer. Returns `null`
 * if a transfer is not possible.
 */
export function formatGiroCode({
  holder,
  iban,
  bic,
  currency,
  total,
  remittance,
}: CreditTransfer): string | null {
  const country = iban.slice(0, 2);
  const isReachable = EEA.includes(country) || (WITH_BIC.includes(country) && bic !== null);
  if (currency !== 'EUR' || !isReachable || total < 1 || total > MAX_CENTS) return null;
  const name = cut(holder, MAX_HOLDER_CHARACTERS);
  if (name === '') return null;
  const cents = String(total).padStart(3, '0');
  const amount = `EUR${cents.slice(0, -2)}.${cents.slice(-2)}`;
  const text = (name: string) =>
    // Version, UTF-8, credit transfer; the two empty lines are the purpose and the structured reference.
    [
      'BCD',
      '002',
      '1',
      'SCT',
      bic ?? '',
      name,
      iban,
      amount,
      '',
      '',
      cut(remittance, MAX_REMITTANCE_CHARACTERS),
    ].join('\n');
  return text(cutToBytes(name, MAX_BYTES - countBytes(text(''))));
}

/** Cuts at a whole code point. */
function cut(text: string, maxLength: number): string {
  return [...text].slice(0, maxLength).join('').trimEnd();
}

function cutToBytes(text: string, maxLength: number): string {
  const characters = [...text];
  while (countBytes(characters.join('')) > maxLength) characters.pop();
  return characters.join('').trimEnd();
}

function countBytes(text: string): number {
  return new TextEncoder().encode(text).length;
}
