import type { FieldError } from '../../errors.ts';
import type { TaxCategory } from '../../tax/tax-category.ts';
import type { MissingParticular, ParticularsOfInvoice } from './find-missing.ts';
import type { ParticularName } from './requirements.ts';

type Identified = { taxId: string | null };

/** Finds what an invoice cannot be issued without: a tax of 0 by these categories depends on it. */
export function findIncompleteErrors(
  { taxes, supplyDate, supplyPeriod }: Pick<ParticularsOfInvoice, 'taxes' | 'supplyDate' | 'supplyPeriod'>,
  account: Identified,
  customer: Identified,
): FieldError[] {
  const has = (wanted: TaxCategory) => taxes.some(({ category }) => category === wanted);
  const isIntraEu = has('intra_eu');
  if (!isIntraEu && !has('reverse_charge')) return [];
  const why = isIntraEu ? 'intra_eu' : 'reverse_charge';
  const errors: FieldError[] = [];
  if (!account.taxId?.trim()) {
    errors.push({ path: '/account/taxId', message: `is required for ${why}: set it in PATCH /account` });
  }
  if (!customer.taxId?.trim()) {
    errors.push({
      path: '/customer/taxId',
      message: `is required for ${why}: set it in PATCH /customers/{id}`,
    });
  }
  if (isIntraEu && !supplyDate && !supplyPeriod) {
    errors.push({ path: '/supplyDate', message: 'is required for intra_eu, or else supplyPeriod' });
  }
  return errors;
}

const NAMES: Partial<Record<string, ParticularName>> = {
  '/account/taxId': 'sellerTaxId',
  '/customer/taxId': 'customerTaxId',
  '/supplyDate': 'supplyDate',
};

/** Returns the errors as missing particulars. The category requires them, whatever the country. */
export function toMissing(errors: readonly FieldError[], country: string | null): MissingParticular[] {
  return errors.flatMap(({ path }) => {
    const name = NAMES[path];
    return name ? [{ name, path, law: null, country: country ?? '' }] : [];
  });
}
