import { fill } from '../../../../../i18n/fill.ts';
import { formatMoney } from '../../../../../i18n/format.ts';
import { isBlank, isSelectable } from '../../../../console/editor/draft/draft.ts';
import { computeLiveAmount } from '../../../../console/editor/draft/live-totals.ts';
import { readLine } from '../../../../console/editor/draft/read-line.ts';
import { toElementId } from '../element-id.ts';
import { Field } from '../fields.tsx';
import { Icon } from '../icons.tsx';
import { LazyPart } from '../lazy-part.tsx';
import type { LineProps } from '../parts.ts';
import { Grip } from './grip.tsx';

/** Grip, description, quantity, unit, price, tax and amount. Rare fields are behind the button at the end. */
export function LineView(props: LineProps) {
  const { store, actions, id, n, row } = props;
  const { t, reading } = store;
  const blank = isBlank(row);
  const errors = blank ? {} : readLine(row, store.currency.value, reading.separators).errors;
  const field = (name: 'description' | 'quantity' | 'unit' | 'price' | 'tax', isNumber: boolean) => ({
    ...{ store, path: `rows/${id}/${name}`, label: t[name], value: row[name], error: errors[name] },
    ...{ class: `cell ${name}`, isNumber },
    onText: (text: string) => store.write(id, { [name]: text }, name),
  });
  const isOpen = actions.openLine.value === id;
  return (
    <li class={`row line${blank ? ' blank' : ''}`} id={toElementId(`rows/${id}`)} data-key={id}>
      <fieldset aria-label={fill(t.line, { n: String(n) })} class="cells">
        <Grip {...props} />
        {isSelectable(row) && <LazyPart part="Selected" {...props} />}
        <Field {...field('description', false)} rows={1} placeholder={blank ? t.description : ''} />
        <Field {...field('quantity', true)} />
        <Field {...field('unit', false)} />
        {row.priceKind ? <LazyPart part="StepPrice" {...props} /> : <Field {...field('price', true)} />}
        <Field {...field('tax', true)} />
        <Amount {...props} />
        <button
          type="button"
          class="icon-button"
          data-field="menu"
          aria-expanded={isOpen}
          aria-label={fill(t.menu, { n: String(n) })}
          onClick={() => actions.toggleLine(id)}
        >
          <Icon name="more" />
        </button>
      </fieldset>
      {isOpen && <LazyPart part="LineMore" {...props} errors={errors} />}
    </li>
  );
}

function Amount({ store, row }: LineProps) {
  const { t, reading, locale } = store;
  const currency = store.currency.value;
  const live = computeLiveAmount(row, currency, reading.separators);
  return (
    <p class="cell amount">
      <span class="label">{t.amount}</span>
      <output>{live ? formatMoney(live.amount, currency, locale) : isBlank(row) ? '' : '–'}</output>
      {live && live.discount > 0 && (
        <span class="small muted">
          {t.discount} {formatMoney(-live.discount, currency, locale)}
        </span>
      )}
    </p>
  );
}
