import type { ListedPrice } from '../../../../../../domain/catalogue/price-list.ts';
import { resolveHref } from '../../../resolve-href.ts';
import type { Store } from '../../store.ts';

/** Fetches the prices that lines take for the chosen customer, by catalogue item. */
export async function fetchPrices(
  store: Store,
  itemIds: readonly string[],
): Promise<Record<string, ListedPrice>> {
  if (itemIds.length === 0) return {};
  const body = new URLSearchParams({
    ...{ currency: store.currency.value, customer: store.head.value.customerId, items: itemIds.join() },
  });
  // A redirect leads to the sign-in page.
  const reply = await fetch(resolveHref('console-base', 'line-prices'), {
    ...{ method: 'POST', body, redirect: 'error' },
  });
  if (!reply.ok) throw new Error(String(reply.status));
  return (await reply.json()).data;
}
