import { useLayoutEffect } from 'preact/hooks';
import { FieldErrorText } from '../fields.tsx';
import { focusField } from '../focus.ts';
import { Icon } from '../icons.tsx';
import { LazyPart } from '../lazy-part.tsx';
import type { Actions, RowProps } from '../parts.ts';
import type { Store } from '../store.ts';
import { LineView } from './line.tsx';

/** Renders all rows. Updates only when rows are added, removed or moved; each row follows its own signal. */
export function Rows({ store, actions }: { store: Store; actions: Actions }) {
  const { t } = store;
  const order = store.order.value;
  useLayoutEffect(() => {
    const { focus } = store;
    store.focus = null;
    if (focus) focusField(focus.key, focus.field);
  });
  return (
    <section class="lines" aria-labelledby="lines-title">
      <h2 id="lines-title">{t.lines}</h2>
      <div class="captions" aria-hidden="true">
        <span>{t.description}</span>
        <span>{t.quantity}</span>
        <span>{t.unit}</span>
        <span>{t.price}</span>
        <span>{t.tax}</span>
        <span>{t.amount}</span>
      </div>
      <ol class="rows">
        {order.map((key, at) => (
          <RowView key={key} id={key} n={at + 1} store={store} actions={actions} />
        ))}
      </ol>
      <LazyPart part="LineSuggestions" store={store} />
      <RowsTrouble store={store} />
      <div class="line-buttons">
        <button type="button" class="button quiet" onClick={actions.addLine}>
          <Icon name="plus" /> {t.addLine}
        </button>
        <button type="button" class="button quiet" onClick={() => actions.addHeading()}>
          {t.addSection}
        </button>
        <button type="button" class="button quiet" onClick={() => actions.openCatalogue()}>
          <Icon name="book" /> {t.fromCatalogue}
        </button>
      </div>
    </section>
  );
}

function RowsTrouble({ store }: { store: Store }) {
  const error = store.read.value.errors.rows;
  const text =
    error === 'tooLarge'
      ? store.t.tooManyLines
      : error && store.isTried.value
        ? store.t.noLines
        : store.refusals.value.rows;
  return <FieldErrorText path="rows" text={text} />;
}

function RowView(props: RowProps) {
  const row = props.store.findRow(props.id)?.value;
  if (!row) return null;
  return row.kind === 'heading' ? (
    <LazyPart part="HeadingView" {...props} row={row} />
  ) : (
    <LineView {...props} row={row} />
  );
}
