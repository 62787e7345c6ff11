import { signal } from '@preact/signals';
import { fill } from '../../../../i18n/fill.ts';
import { duplicateRow, moveRow, removeRow } from '../../../console/editor/draft/edit.ts';
import { hrefOf } from '../addresses.ts';
import { newKey } from './api.ts';
import { focusOn } from './focus.ts';
import { loadMore, withMore } from './later.tsx';
import type { Saving } from './save/saving.ts';
import type { Store } from './store.ts';

/** What buttons and keys do alike. */
export function createActions(store: Store, saving: Saving) {
  const { say } = store;
  const openLine = signal('');
  const catalogueFor = signal<string | null>(null);
  const isPreviewed = signal(false);
  const lastKey = () => store.order.value.at(-1) ?? '';

  function remove(key: string): void {
    const order = store.order.value;
    const at = order.indexOf(key);
    // The line to write into is always there.
    const next = order[at + 1] ?? order[at - 1] ?? '';
    store.focus = { key: next, field: store.rowOf(next)?.value.kind === 'heading' ? 'name' : 'description' };
    store.edit((draft) => removeRow(draft, key));
    store.tell(say.removed);
  }

  /** The focus goes with the row. */
  function move(key: string, by: number, field: string): void {
    store.focus = { key, field };
    store.edit((draft) => moveRow(draft, key, by));
    const order = store.order.value;
    store.tell(fill(say.moved, { n: String(order.indexOf(key) + 1), count: String(order.length - 1) }));
  }

  function duplicate(key: string): void {
    const copy = newKey();
    store.focus = { key: copy, field: store.rowOf(key)?.value.kind === 'heading' ? 'name' : 'description' };
    store.edit((draft) => duplicateRow(draft, key, copy));
  }

  function addHeading(before = lastKey()): void {
    withMore((more) => more.addHeading(store, before));
  }

  function toggleLine(key: string): void {
    void loadMore();
    openLine.value = openLine.value === key ? '' : key;
  }

  function drag(event: PointerEvent, key: string): void {
    if (event.button !== 0) return;
    event.preventDefault();
    const grip = event.currentTarget as HTMLElement;
    grip.focus();
    withMore(({ dragRow }) => dragRow(grip, store, key));
  }

  /** Cells of a spreadsheet become lines. */
  function paste(key: string, text: string): void {
    withMore((more) => more.pasteCells(store, key, text));
  }

  /** Where the row that has the focus goes, the one at its place gets it. */
  function keepingFocus(step: () => void): void {
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
    const isSaved = await saving.saver.save();
    if (!isSaved) focusFirstFlaw();
    return isSaved;
  }

  /** Only what the service has can be sent. */
  async function send(): Promise<void> {
    if ((await save()) && store.quote.value) {
      location.href = hrefOf('console-base', `quotes/${store.quote.value.id}/send`);
    }
  }

  function focusFirstFlaw(): void {
    requestAnimationFrame(() => {
      const marked = document.querySelector<HTMLElement>('#editor [aria-invalid="true"]');
      if (!marked) return;
      marked.focus();
      store.tell(say.checkFields);
    });
  }

  return {
    move,
    drag,
    ...{
      openLine,
      catalogueFor,
      isPreviewed,
      remove,
      duplicate,
      addHeading,
      toggleLine,
      paste,
      save,
      send,
    },
    addLine: () => focusOn(lastKey(), 'description'),
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
    undo: () => keepingFocus(store.undo),
    redo: () => keepingFocus(store.redo),
  };
}

export type Actions = ReturnType<typeof createActions>;
