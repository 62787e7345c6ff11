import type { Totals } from './totals.ts';

/** The rates that a page and a document list: all of them, also 0 % among others, or none where nothing is taxed. */
export function printedTaxes(taxes: Totals['taxes']): Totals['taxes'] {
  return taxes.some((tax) => tax.rate > 0) ? taxes : [];
}
