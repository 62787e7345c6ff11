import { focusField } from './focus.ts';
import type { Actions } from './parts.ts';
import type { Store } from './store.ts';

/** Makes every action available from the keyboard. The shortcuts are listed below the editor. */
export function startKeys(root: HTMLElement, store: Store, actions: Actions): void {
  document.addEventListener('keydown', (event) => {
    if (document.querySelector('dialog[open]')) return;
    const act = event.altKey ? altKey(event) : event.ctrlKey || event.metaKey ? ctrlKey(event) : undefined;
    if (act === undefined) return;
    event.preventDefault();
    act();
  });
  root.addEventListener('keydown', (event) => {
    const key = findRowKey(event.target);
    const isText = event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement;
    if (event.key !== 'Enter' || !isText || isWithModifier(event) || event.isComposing) return;
    if (!key && event.target instanceof HTMLTextAreaElement) return;
    event.preventDefault();
    if (key) goToNext(key);
  });
  root.addEventListener('paste', (event) => {
    const key = findRowKey(event.target);
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (!key || !text.includes('\t')) return;
    event.preventDefault();
    actions.paste(key, text);
  });
  // Handles undo from a menu or gesture, which would affect only the field.
  root.addEventListener('beforeinput', (event) => {
    if (event.inputType !== 'historyUndo' && event.inputType !== 'historyRedo') return;
    event.preventDefault();
    if (event.inputType === 'historyUndo') actions.undo();
    else actions.redo();
  });

  function goToNext(key: string): void {
    const order = store.order.value;
    const next = order[order.indexOf(key) + 1] ?? key;
    focusField(next, store.findRow(next)?.value.kind === 'heading' ? 'name' : 'description');
  }

  function ctrlKey({ key, shiftKey, target }: KeyboardEvent): (() => void) | undefined {
    const row = findRowKey(target);
    switch (key.toLowerCase()) {
      case 'z':
        return shiftKey ? actions.redo : actions.undo;
      case 'y':
        return actions.redo;
      case 's':
        return () => void actions.save();
      case 'enter':
        return () => void actions.send();
      case 'd':
        return row ? () => actions.duplicate(row) : undefined;
    }
  }

  function altKey({ key, code, target }: KeyboardEvent): (() => void) | undefined {
    const row = findRowKey(target);
    if (code === 'KeyN') return actions.addLine;
    if (code === 'KeyH') return () => actions.addHeading(row);
    if (code === 'KeyC') return () => actions.openCatalogue(row);
    if (code === 'KeyP') return actions.togglePreview;
    if (!row) return undefined;
    const field = (target as HTMLElement).dataset.field ?? 'description';
    if (code === 'KeyA') return () => actions.addAlternative(row);
    if (key === 'ArrowUp') return () => actions.move(row, -1, field);
    if (key === 'ArrowDown') return () => actions.move(row, 1, field);
    if (key === 'Delete' || key === 'Backspace') return () => actions.remove(row);
    return key === 'Enter' ? () => actions.toggleLine(row) : undefined;
  }
}

function isWithModifier({ shiftKey, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  return shiftKey || ctrlKey || altKey || metaKey;
}

/** Key of the row that contains the event target. */
function findRowKey(target: EventTarget | null): string | undefined {
  return target instanceof HTMLElement ? target.closest<HTMLElement>('[data-key]')?.dataset.key : undefined;
}
