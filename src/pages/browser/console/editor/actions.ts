import { signal } from '@preact/signals';
import { resolveHref } from '../resolve-href.ts';
import { focusField } from './focus.ts';
import { loadMore } from './lazy-part.tsx';
import { createLineActions, findBlankLineKey } from './lines/line-actions.ts';
import type { Actions, Saving } from './parts.ts';
import type { Store } from './store.ts';

export function createActions(store: Store, saving: Saving): Actions {
  const { t } = store;
  const catalogueFor = signal<string | null>(null);
  const isPreviewed = signal(false);
  const lastKey = () => findBlankLineKey(store);

  /** If the focused row is removed, moves the focus to the row that takes its place. */
  function keepFocus(step: () => void): void {
    const active = document.activeElement as HTMLElement | null;
    const key = active?.closest<HTMLElement>('[data-key]')?.dataset.key;
    const at = store.order.value.indexOf(key ?? '');
    step();
    const order = store.order.value;
    if (!key || order.includes(key)) return;
    store.focus = {
      key: order[Math.min(at, order.length - 1)] ?? '',
      field: active?.dataset.field ?? 'description',
    };
  }

  async function save(): Promise<boolean> {
    store.isTried.value = true;
    if (store.newCustomer.value !== null) {
      document.getElementById('e-new-name')?.focus();
      store.announce(t.newCustomerOpen);
      return false;
    }
    const isSaved = await saving.saver.save();
    if (!isSaved) focusFirstFlaw();
    return isSaved;
  }

  /** A quote can only be sent once the service has the latest draft and all files. A template makes a new quote. */
  async function send(): Promise<void> {
    if ((await save()) && (await saving.uploads?.finish()) !== false && store.quote.value) {
      const { id } = store.quote.value;
      const next = store.isTemplate ? `quotes/new?template=${id}` : `quotes/${id}/send`;
      location.href = resolveHref('console-base', next);
    }
  }

  function focusFirstFlaw(): void {
    requestAnimationFrame(() => {
      const marked = document.querySelector<HTMLElement>('#editor [aria-invalid="true"]');
      if (!marked) return;
      marked.focus();
      store.announce(t.checkFields);
    });
  }

  return {
    ...createLineActions(store),
    ...{ catalogueFor, isPreviewed, save, send },
    addLine: () => focusField(lastKey(), 'description'),
    openCatalogue: (key = lastKey()) => {
      void loadMore();
      catalogueFor.value = key;
    },
    closeCatalogue: () => {
      catalogueFor.value = null;
    },
    togglePreview: () => {
      void loadMore();
      isPreviewed.value = !isPreviewed.value;
    },
    undo: () => keepFocus(store.undo),
    redo: () => keepFocus(store.redo),
  };
}
