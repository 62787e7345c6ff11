import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { fill } from '../../../../../../i18n/fill.ts';
import { formatAmountInput } from '../../../../../../i18n/format-input.ts';
import type { LineRow } from '../../../../../console/editor/draft/draft.ts';
import { toStepTexts } from '../../../../../console/editor/draft/from-item.ts';
import type { Store } from '../../store.ts';
import { fetchPrices } from '../lines/fetch-prices.ts';

type Price = Pick<LineRow, 'price' | 'priceKind' | 'steps'>;

/** Offers the prices of a customer who was chosen instead of another, because lines keep theirs. */
export function OtherPrices({ store }: { store: Store }) {
  const { t, locale } = store;
  const { customerId, customerName } = store.head.value;
  /** New prices by catalogue item. */
  const prices = useSignal<Record<string, Price>>({});
  useEffect(() => {
    prices.value = {};
    if (customerId === '' || customerId === store.data.draft.customerId) return;
    let isLeft = false;
    const ids = new Set(listCatalogueLines(store).map(({ catalogueItemId }) => catalogueItemId));
    // Without network there is no offer, and the lines keep their prices.
    fetchPrices(store, [...ids])
      .then((found) => {
        if (isLeft) return;
        const currency = store.currency.value;
        const texts = Object.entries(found).map(([id, { unitPrice, quantityPrices }]) => {
          const price = formatAmountInput(unitPrice, currency, locale.tag);
          return [id, { price, ...toStepTexts(quantityPrices, currency, locale.tag) }] as const;
        });
        prices.value = Object.fromEntries(texts);
      })
      .catch(() => {});
    return () => {
      isLeft = true;
    };
  }, [customerId]);
  // Without prices, typing in a line must not render this.
  if (Object.keys(prices.value).length === 0) return null;
  // With steps, the price is that of the quantity.
  const format = ({ price, priceKind, steps }: Price) => (priceKind === '' ? price : priceKind + steps);
  const differ = (row: LineRow) => format(prices.value[row.catalogueItemId] ?? row) !== format(row);
  if (!listCatalogueLines(store).some(differ)) return null;
  const take = () => {
    store.edit((draft) => ({
      ...draft,
      rows: draft.rows.map((row) =>
        row.kind === 'line' && differ(row) ? { ...row, ...prices.value[row.catalogueItemId] } : row,
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
