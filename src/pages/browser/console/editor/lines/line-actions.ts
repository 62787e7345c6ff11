import { signal } from '@preact/signals';
import { fill } from '../../../../../i18n/fill.ts';
import { repairChoice } from '../../../../console/editor/draft/alternatives.ts';
import { duplicateRow, moveRow, removeRow } from '../../../../console/editor/draft/edit.ts';
import { newKey } from '../api.ts';
import { loadMore, withMore } from '../lazy-part.tsx';
import type { LineActions } from '../parts.ts';
import type { Store } from '../store.ts';

export function createLineActions(store: Store): LineActions {
  const { t } = store;
  const openLine = signal('');

  function remove(key: string): void {
    const order = store.order.value;
    const at = order.indexOf(key);
    // There is always a blank line, so another row exists.
    const next = order[at + 1] ?? order[at - 1] ?? '';
    store.focus = {
      key: next,
      field: store.findRow(next)?.value.kind === 'heading' ? 'name' : 'description',
    };
    const row = store.findRow(key)?.value;
    store.edit((draft) => repairChoice(removeRow(draft, key), row?.kind === 'line' ? row.choice.trim() : ''));
    store.announce(t.removed);
  }

  /** Moves a row and keeps the focus in it. */
  function move(key: string, by: number, field: string): void {
    store.focus = { key, field };
    store.edit((draft) => moveRow(draft, key, by));
    const order = store.order.value;
    store.announce(fill(t.moved, { n: String(order.indexOf(key) + 1), count: String(order.length - 1) }));
  }

  function duplicate(key: string): void {
    const copy = newKey();
    store.focus = { key: copy, field: store.findRow(key)?.value.kind === 'heading' ? 'name' : 'description' };
    store.edit((draft) => duplicateRow(draft, key, copy));
  }

  function addAlternative(key: string): void {
    withMore((more) => more.addAlternativeLine(store, key));
  }

  function addHeading(before = findBlankLineKey(store)): void {
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

  function paste(key: string, text: string): void {
    withMore((more) => more.pasteCells(store, key, text));
  }

  return { openLine, remove, move, duplicate, addAlternative, addHeading, toggleLine, drag, paste };
}

/** Key of the blank line, which always exists. */
export function findBlankLineKey(store: Store): string {
  return store.order.value.at(-1) ?? '';
}
