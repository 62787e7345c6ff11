import { useEffect, useRef } from 'preact/hooks';
import { formatMoney } from '../../../../../i18n/format.ts';
import type { Actions } from '../actions.ts';
import type { Listed } from '../api.ts';
import { Combobox } from '../combobox.tsx';
import type { Store } from '../store.ts';

export interface CatalogueEntry {
  id: string;
  description: string;
  unit: string | null;
  unitPrice: number;
  currency: string;
  taxRate: number;
  sku: string | null;
  archived: boolean;
}

/** Only what is offered, in the currency of the quote. */
export function CatalogueDialog({ store, actions }: { store: Store; actions: Actions }) {
  const { say, locale } = store;
  const dialog = useRef<HTMLDialogElement>(null);
  const isOpen = actions.catalogueFor.value !== null;
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  const search = async (text: string, signal: AbortSignal) => {
    const query = new URLSearchParams({ limit: '50', ...(text && { search: text }) });
    const { status, body } = await store.api.ask<Listed<CatalogueEntry>>(`catalogue-items?${query}`, {
      signal,
    });
    if (status !== 200) throw new Error(String(status));
    const isOffered = ({ archived, currency }: CatalogueEntry) =>
      !archived && currency === store.currency.value;
    return body.data.filter(isOffered).slice(0, 10);
  };
  return (
    <dialog ref={dialog} class="catalogue" aria-label={say.fromCatalogue} onClose={actions.closeCatalogue}>
      {isOpen && (
        <Combobox
          {...{ store, id: 'e-catalogue', label: say.fromCatalogue, placeholder: say.catalogueHint, search }}
          noneText={say.catalogueNone}
          keyOf={({ id }: CatalogueEntry) => id}
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
          onPick={actions.take}
        />
      )}
      <form method="dialog">
        <button type="submit" class="button quiet">
          {say.close}
        </button>
      </form>
    </dialog>
  );
}
