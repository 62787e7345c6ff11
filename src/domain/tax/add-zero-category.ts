import { getGroupOrder, type TaxGroup } from '../money/tax-group.ts';
import type { LineItem } from '../quote/line/line-item.ts';
import type { TaxCategory } from './tax-category.ts';

interface Taxed {
  items: LineItem[];
  taxes: TaxGroup[];
}

/**
 * States the category of untaxed items that have none, when an invoice is issued: its quote may be older than the setting
 * of the account, and can no longer change.
 */
export function addZeroCategory<Content extends Taxed>(
  content: Content,
  zeroTaxCategory: TaxCategory | null,
): Content {
  const isOpen = ({ rate, category }: Pick<TaxGroup, 'rate' | 'category'>) => rate === 0 && !category;
  if (zeroTaxCategory === null || !content.taxes.some(isOpen)) return content;
  const items = content.items.map((item) =>
    isOpen({ rate: item.taxRate, ...(item.taxCategory && { category: item.taxCategory }) })
      ? { ...item, taxCategory: zeroTaxCategory }
      : item,
  );
  const groups = new Map<number, TaxGroup>();
  for (const group of content.taxes) {
    const stated = isOpen(group) ? { ...group, category: zeroTaxCategory } : group;
    const order = getGroupOrder(stated.rate, stated.category);
    const same = groups.get(order);
    groups.set(order, same ? joinGroups(same, stated) : stated);
  }
  const taxes = [...groups].sort(([a], [b]) => a - b).map(([, group]) => group);
  return { ...content, items, taxes };
}

function joinGroups(a: TaxGroup, b: TaxGroup): TaxGroup {
  const reasons = new Set([a.reason, b.reason].filter((reason) => reason !== undefined));
  const reason = [...reasons].join('; ');
  return { ...a, net: a.net + b.net, tax: a.tax + b.tax, ...(reason && { reason }) };
}
