import type { FieldError } from '../../errors.ts';
import type { TaxCategory } from '../../tax/tax-category.ts';
import type { MissingParticular, ParticularsOfInvoice } from './find-missing.ts';
import type { ParticularName } from './requirements.ts';
import { exceedsSupplyPeriod, hasSupply, type Supply } from './supply.ts';

type Identified = { taxId: string | null };

/** Finds what an invoice cannot be issued without: a tax of 0 by these categories depends on it, and no electronic invoice may contradict itself. */
export function findIncompleteErrors(
  invoice: Pick<ParticularsOfInvoice, 'taxes' | keyof Supply>,
  account: Identified,
  customer: Identified,
): FieldError[] {
  const has = (wanted: TaxCategory) => invoice.taxes.some(({ category }) => category === wanted);
  const isIntraEu = has('intra_eu');
  const errors: FieldError[] = exceedsSupplyPeriod(invoice)
    ? [{ path: '/supplyPeriod', message: 'must contain the periods of all items' }]
    : [];
  if (!isIntraEu && !has('reverse_charge')) return errors;
  const why = isIntraEu ? 'intra_eu' : 'reverse_charge';
  if (!account.taxId?.trim()) {
    errors.push({ path: '/account/taxId', message: `is required for ${why}: set it in PATCH /account` });
  }
  if (!customer.taxId?.trim()) {
    errors.push({
      path: '/customer/taxId',
      message: `is required for ${why}: set it in PATCH /customers/{id}`,
    });
  }
  if (isIntraEu && !hasSupply(invoice)) {
    errors.push({ path: '/supplyDate', message: 'is required for intra_eu, or else supplyPeriod' });
  }
  return errors;
}

const NAMES: Partial<Record<string, ParticularName>> = {
  '/account/taxId': 'sellerTaxId',
  '/customer/taxId': 'customerTaxId',
  '/supplyDate': 'supplyDate',
  '/supplyPeriod': 'supplyPeriod',
};

/** Returns the errors as missing particulars. The category requires them, whatever the country. */
export function toMissing(errors: readonly FieldError[], country: string | null): MissingParticular[] {
  return errors.flatMap(({ path }) => {
    const name = NAMES[path];
    return name ? [{ name, path, law: null, country: country ?? '' }] : [];
  });
}
