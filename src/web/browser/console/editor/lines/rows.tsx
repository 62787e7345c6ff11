import { useLayoutEffect } from 'preact/hooks';
import type { Actions } from '../actions.ts';
import { Trouble } from '../fields.tsx';
import { focusOn } from '../focus.ts';
import { Icon } from '../icons.tsx';
import { Later } from '../later.tsx';
import type { Store } from '../store.ts';
import type { RowProps } from './grip.tsx';
import { LineView } from './line.tsx';

/** Renders all rows. Updates only when rows are added, removed or moved; each row follows its own signal. */
export function Rows({ store, actions }: { store: Store; actions: Actions }) {
  const { say } = store;
  const order = store.order.value;
  useLayoutEffect(() => {
    const { focus } = store;
    store.focus = null;
    if (focus) focusOn(focus.key, focus.field);
  });
  return (
    <section class="lines" aria-labelledby="lines-title">
      <h2 id="lines-title">{say.lines}</h2>
      <div class="captions" aria-hidden="true">
        <span>{say.description}</span>
        <span>{say.quantity}</span>
        <span>{say.unit}</span>
        <span>{say.price}</span>
        <span>{say.tax}</span>
        <span>{say.amount}</span>
      </div>
      <ol class="rows">
        {order.map((key, at) => (
          <RowView key={key} id={key} n={at + 1} store={store} actions={actions} />
        ))}
      </ol>
      <RowsTrouble store={store} />
      <div class="line-buttons">
        <button type="button" class="button quiet" onClick={actions.addLine}>
          <Icon name="plus" /> {say.addLine}
        </button>
        <button type="button" class="button quiet" onClick={() => actions.addHeading()}>
          {say.addSection}
        </button>
        <button type="button" class="button quiet" onClick={() => actions.openCatalogue()}>
          <Icon name="book" /> {say.fromCatalogue}
        </button>
      </div>
    </section>
  );
}

function RowsTrouble({ store }: { store: Store }) {
  const flaw = store.read.value.flaws.rows;
  const text =
    flaw === 'tooLarge'
      ? store.say.tooManyLines
      : flaw && store.isTried.value
        ? store.say.noLines
        : store.refusals.value.rows;
  return <Trouble path="rows" text={text} />;
}

function RowView(props: RowProps) {
  const row = props.store.rowOf(props.id)?.value;
  if (!row) return null;
  return row.kind === 'heading' ? (
    <Later part="HeadingView" {...props} row={row} />
  ) : (
    <LineView {...props} row={row} />
  );
}
