import type { TaxCategory } from '../../../domain/tax/tax-category.ts';

/** VAT category codes (UNCL 5305) that we use. */
export type TaxCode = 'S' | 'Z' | 'E' | 'AE' | 'K' | 'G' | 'O';

const CODES: Readonly<Record<TaxCategory, TaxCode>> = {
  standard: 'S',
  zero: 'Z',
  exempt: 'E',
  small_business: 'E',
  reverse_charge: 'AE',
  intra_eu: 'K',
  export: 'G',
  out_of_scope: 'O',
};

/** Codes of the reason (BT-121). An exemption has many possible reasons, so only its text is given. */
const REASON_CODES: Partial<Record<TaxCode, string>> = {
  AE: 'VATEX-EU-AE',
  K: 'VATEX-EU-IC',
  G: 'VATEX-EU-G',
  O: 'VATEX-EU-O',
};

export function getTaxCode(category: TaxCategory): TaxCode {
  return CODES[category];
}

export function getReasonCode(code: TaxCode): string | undefined {
  return REASON_CODES[code];
}

/** Whether a reason for the missing tax belongs in the breakdown. */
export function needsReason(code: TaxCode): boolean {
  return code !== 'S' && code !== 'Z';
}

/** Returns the category of an item or tax group; `undefined` if nobody said why there is no tax. */
export function resolveCategory({
  rate,
  category,
}: {
  rate: number;
  category?: TaxCategory | undefined;
}): TaxCategory | undefined {
  return category ?? (rate > 0 ? 'standard' : undefined);
}
