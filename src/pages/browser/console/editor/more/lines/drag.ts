import { moveRowTo } from '../../../../../console/editor/draft/edit.ts';
import type { Store } from '../../store.ts';

/** Moves the row with the pointer. The whole drag is one undo step. */
export function dragRow(grip: HTMLElement, store: Store, key: string): void {
  const step = `drag/${key}/${performance.now()}`;
  const rowAt = (y: number) =>
    [...document.querySelectorAll<HTMLElement>('.rows > [data-key]')].findIndex(
      (row) => y < row.getBoundingClientRect().bottom,
    );
  const follow = (moved: PointerEvent) => {
    const at = rowAt(moved.clientY);
    const to = at === -1 ? store.order.value.length - 1 : at;
    if (store.order.value[to] === key) return;
    store.focus = { key, field: 'grip' };
    store.edit((draft) => moveRowTo(draft, key, to), step);
  };
  const end = () => {
    removeEventListener('pointermove', follow);
    removeEventListener('pointerup', end);
    removeEventListener('pointercancel', end);
    grip.closest('.row')?.classList.remove('dragged');
  };
  grip.closest('.row')?.classList.add('dragged');
  addEventListener('pointermove', follow);
  addEventListener('pointerup', end);
  addEventListener('pointercancel', end);
}
