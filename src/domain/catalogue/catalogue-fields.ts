import { MAX_LENGTH } from '../field-limits.ts';
import type { Fields } from '../fields.ts';
import { TAX_CATEGORIES } from '../tax/tax-category.ts';

/** The scalar fields of a catalogue item besides its price, its rate and their currency. New ones are added at the end. */
export const CATALOGUE_FIELDS = {
  description: { kind: 'text', maxLength: MAX_LENGTH.itemDescription, isRequired: true },
  unit: { kind: 'text', maxLength: MAX_LENGTH.unit },
  /** Unique in the account unless `null`. */
  sku: { kind: 'text', maxLength: MAX_LENGTH.sku },
  /** An archived item stays in the quotes that use it, and cannot be added to others. */
  archived: { kind: 'yesNo', isRequired: true, default: false },
  /** Why it is taxed or not, if stated. */
  taxCategory: { kind: 'choice', choices: TAX_CATEGORIES },
  /** Printed instead of the sentence for the category. */
  taxReason: { kind: 'text', maxLength: MAX_LENGTH.taxReason },
} as const satisfies Fields;

export type CatalogueFieldName = keyof typeof CATALOGUE_FIELDS;
