import { fill } from '../../../../../../i18n/fill.ts';
import { pasteRows } from '../../../../../console/editor/draft/edit.ts';
import { readCells } from '../../../../../console/editor/draft/paste.ts';
import { focusField } from '../../focus.ts';
import type { Store } from '../../store.ts';

/** Converts pasted spreadsheet cells to lines. */
export function pasteCells(store: Store, key: string, text: string): void {
  const lines = readCells(text, store.reading.separators) ?? [];
  if (lines.length === 0) return;
  store.edit((draft) => pasteRows(draft, key, lines, store.lineDefaults));
  store.announce(fill(store.t.pasted, { n: String(lines.length) }));
  requestAnimationFrame(() => focusField(store.order.value.at(-1) ?? '', 'description'));
}
