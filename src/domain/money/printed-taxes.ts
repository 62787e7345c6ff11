import type { Totals } from './totals.ts';

/** Returns the tax rates to list on pages and documents: all of them, or none if nothing is taxed. */
export function filterPrintedTaxes(taxes: Totals['taxes']): Totals['taxes'] {
  return taxes.some((tax) => tax.rate > 0) ? taxes : [];
}
