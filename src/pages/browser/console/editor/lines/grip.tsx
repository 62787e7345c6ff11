import { fill } from '../../../../../i18n/fill.ts';
import { Icon } from '../icons.tsx';
import type { RowProps } from '../parts.ts';

/** Moves a row by dragging or with the arrow keys. Tab skips it: Alt with an arrow key moves the row from any field. */
export function Grip({ store, actions, id, n }: RowProps) {
  return (
    <button
      type="button"
      class="grip"
      tabIndex={-1}
      aria-label={fill(store.t.drag, { n: String(n) })}
      onPointerDown={(event) => actions.drag(event, id)}
      onKeyDown={(event) => {
        const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
        if (!by || event.altKey) return;
        event.preventDefault();
        actions.move(id, by, 'grip');
      }}
      data-field="grip"
    >
      <Icon name="grip" />
    </button>
  );
}
