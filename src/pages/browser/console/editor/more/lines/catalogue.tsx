import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { CatalogueItem } from '../../../../../../domain/catalogue/catalogue-item.ts';
import { formatMoney } from '../../../../../../i18n/format.ts';
import { isBlank } from '../../../../../console/editor/draft/draft.ts';
import { pasteRows } from '../../../../../console/editor/draft/edit.ts';
import { toPickedLine } from '../../../../../console/editor/draft/from-item.ts';
import type { Listed } from '../../api.ts';
import { focusField } from '../../focus.ts';
import type { Actions } from '../../parts.ts';
import type { Store } from '../../store.ts';
import { Combobox } from '../combobox.tsx';
import { fetchPrices } from './fetch-prices.ts';

/** Lists only active items with a price in the currency of the quote, which is that of the customer's list. */
export function CatalogueDialog({ store, actions }: { store: Store; actions: Actions }) {
  const { t, locale } = store;
  const dialog = useRef<HTMLDialogElement>(null);
  const typed = useSignal('');
  const isOpen = actions.catalogueFor.value !== null;
  useEffect(() => {
    typed.value = '';
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  const search = async (text: string, signal: AbortSignal) => {
    const query = new URLSearchParams({ limit: '50', ...(text && { search: text }) });
    const { status, body } = await store.api.ask<Listed<CatalogueItem>>(`catalogue-items?${query}`, {
      signal,
    });
    if (status !== 200) throw new Error(String(status));
    const active = body.data.filter(({ archived }) => !archived);
    const prices = await fetchPrices(
      store,
      active.map(({ id }) => id),
    );
    const currency = store.currency.value;
    const offered = active.flatMap((item) => {
      const price = prices[item.id];
      const isForeign = item.currency !== currency && { cost: null };
      return price ? [{ ...item, ...price, currency, ...isForeign }] : [];
    });
    return offered.slice(0, 10);
  };
  return (
    <dialog ref={dialog} class="catalogue" aria-label={t.fromCatalogue} onClose={actions.closeCatalogue}>
      {isOpen && (
        <Combobox
          {...{
            store,
            id: 'e-catalogue',
            label: t.fromCatalogue,
            placeholder: t.catalogueHint,
            search,
            typed,
          }}
          noneText={t.catalogueNone}
          getKey={({ id }: CatalogueItem) => id}
          show={({ description, sku, unit, unitPrice, currency }) => (
            <>
              <bdi>{description}</bdi>{' '}
              <span class="small muted">
                {[sku, `${formatMoney(unitPrice, currency, locale)}${unit ? ` / ${unit}` : ''}`]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </>
          )}
          onPick={(item) => {
            // Closes immediately, not in the next frame: elements behind an open dialog cannot get the focus.
            dialog.current?.close();
            take(store, actions, item);
          }}
        />
      )}
      <form method="dialog">
        <button type="submit" class="button quiet">
          {t.close}
        </button>
      </form>
    </dialog>
  );
}

/** Fills the line that opened the dialog if it is blank, else inserts a line after it. */
function take(store: Store, actions: Actions, item: CatalogueItem): void {
  const { tag } = store.locale;
  const key = actions.catalogueFor.value ?? '';
  const row = store.findRow(key)?.value;
  const line = toPickedLine({ ...item, catalogueItemId: item.id }, item.currency, tag);
  if (row && !isBlank(row)) store.edit((draft) => pasteRows(draft, key, [line], store.lineDefaults));
  else store.write(key, line, 'catalogue');
  actions.closeCatalogue();
  focusField(key, 'quantity');
}
