import type { Period } from '../../quote/recurring/periods.ts';
import type { TaxCategory } from '../../tax/tax-category.ts';

/** What an invoice says about the time of its supply. */
export interface Supply {
  supplyDate: string | null;
  supplyPeriod: Period | null;
  items: readonly { period?: Period }[];
}

/** The days from the first to the last of those that items are for; `null` if none says so. */
export function spanPeriods(items: Supply['items']): Period | null {
  const periods = items.flatMap(({ period }) => period ?? []);
  const [from] = periods.map((period) => period.from).sort();
  const to = periods
    .map((period) => period.to)
    .sort()
    .at(-1);
  return from !== undefined && to !== undefined ? { from, to } : null;
}

/** Whether the invoice says itself when the supply was made. */
export function hasSupply({ supplyDate, supplyPeriod, items }: Supply): boolean {
  return supplyDate !== null || supplyPeriod !== null || spanPeriods(items) !== null;
}

/** Whether items are for days outside the period of supply: no electronic invoice can say both. */
export function exceedsSupplyPeriod({
  supplyPeriod,
  items,
}: Pick<Supply, 'supplyPeriod' | 'items'>): boolean {
  const span = spanPeriods(items);
  return (
    supplyPeriod !== null && span !== null && (span.from < supplyPeriod.from || span.to > supplyPeriod.to)
  );
}

/** Whether invoices from the country state the issue date as that of the supply, if there is no other. */
export function hasDefaultSupplyDate(country: string | null): boolean {
  return country === 'DE';
}

/**
 * Returns the date of supply that an invoice states, on paper as in its XML. Germany wants one, which may be that of the
 * invoice (§ 14 Abs. 4 Nr. 6 UStG), so that it is the default there: of a credit note that of the credited one. A supply
 * within the EU must state its own.
 */
export function chooseSupplyDate(
  invoice: Supply & { issueDate: string; taxes: readonly { category?: TaxCategory }[] },
  country: string | null,
  creditedInvoice?: { issueDate?: string | undefined },
): string | null {
  const isIntraEu = invoice.taxes.some(({ category }) => category === 'intra_eu');
  if (hasSupply(invoice) || isIntraEu || !hasDefaultSupplyDate(country)) return invoice.supplyDate;
  return creditedInvoice?.issueDate ?? invoice.issueDate;
}
