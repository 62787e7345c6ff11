import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { fill } from '../../../../../../i18n/fill.ts';
import { formatAmountInput } from '../../../../../../i18n/format-input.ts';
import type { LineRow } from '../../../../../console/editor/draft/draft.ts';
import type { Store } from '../../store.ts';
import { fetchPrices } from '../lines/fetch-prices.ts';

/** Offers the prices of a customer who was chosen instead of another, because lines keep theirs. */
export function OtherPrices({ store }: { store: Store }) {
  const { t, locale } = store;
  const { customerId, customerName } = store.head.value;
  /** New prices by catalogue item. */
  const prices = useSignal<Record<string, string>>({});
  useEffect(() => {
    prices.value = {};
    if (customerId === '' || customerId === store.data.draft.customerId) return;
    let isLeft = false;
    const ids = new Set(listCatalogueLines(store).map(({ catalogueItemId }) => catalogueItemId));
    // Without network there is no offer, and the lines keep their prices.
    fetchPrices(store, [...ids])
      .then((found) => {
        if (isLeft) return;
        const texts = Object.entries(found).map(([id, { unitPrice }]) => [
          id,
          formatAmountInput(unitPrice, store.currency.value, locale.tag),
        ]);
        prices.value = Object.fromEntries(texts);
      })
      .catch(() => {});
    return () => {
      isLeft = true;
    };
  }, [customerId]);
  // Without prices, typing in a line must not render this.
  if (Object.keys(prices.value).length === 0) return null;
  const differ = (row: LineRow) => (prices.value[row.catalogueItemId] ?? row.price) !== row.price;
  if (!listCatalogueLines(store).some(differ)) return null;
  const take = () => {
    store.edit((draft) => ({
      ...draft,
      rows: draft.rows.map((row) =>
        row.kind === 'line' && differ(row) ? { ...row, price: prices.value[row.catalogueItemId] ?? '' } : row,
      ),
    }));
    document.getElementById('e-change-customer')?.focus();
  };
  return (
    <div class="notice" role="status">
      <p>{fill(t.otherPrices, { customer: customerName })}</p>
      <button type="button" class="button quiet" onClick={take}>
        {t.takePrices}
      </button>
    </div>
  );
}

function listCatalogueLines(store: Store): LineRow[] {
  return store.draft.value.rows.filter(
    (row): row is LineRow => row.kind === 'line' && row.catalogueItemId !== '',
  );
}
