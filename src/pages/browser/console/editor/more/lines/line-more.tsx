import { useComputed } from '@preact/signals';
import { listChoices, makeOptional, moveToChoice } from '../../../../../console/editor/draft/alternatives.ts';
import { isBlank, type LineRow } from '../../../../../console/editor/draft/draft.ts';
import { changeRow } from '../../../../../console/editor/draft/edit.ts';
import type { ReadLine } from '../../../../../console/editor/draft/read-line.ts';
import { readTaxRate } from '../../../../../console/editor/draft/read-texts.ts';
import { listCategoryOptions } from '../../../../../console/editor/tax-category-options.ts';
import { toElementId } from '../../element-id.ts';
import { Check, Choice, Field } from '../../fields.tsx';
import type { LineProps } from '../../parts.ts';
import { LineMargin } from './margins.tsx';

const STEPS_EXAMPLE = '0 = 10\n10 = 9';

/** Fields that few lines need: why there is no tax where there is none, and what makes a line optional once it is one. */
export function LineMore({ store, actions, id, row, errors }: LineProps & { errors: ReadLine['errors'] }) {
  const { t } = store;
  const change = (part: Partial<LineRow>, field = '') =>
    store.edit((draft) => changeRow<LineRow>(draft, id, part), field && `${id}/${field}`);
  const isLine = !isBlank(row);
  const isUntaxed = isLine && readTaxRate(row.tax, store.reading.separators).value === 0;
  // A text, so that nothing is rendered again as long as it is the same.
  const choices = useComputed(() => JSON.stringify(listChoices(store.draft.value.rows)));
  const names: string[] = JSON.parse(choices.value);
  type TextField =
    | ('discountValue' | 'sku' | 'cost' | 'taxReason')
    | ('min' | 'max' | 'step' | 'periods' | 'steps');
  const field = (name: TextField, label: string) => ({
    ...{ store, path: `rows/${id}/${name}`, label, value: row[name] ?? '' },
    error: errors[name],
    onText: (text: string) => change({ [name]: text }, name),
  });
  return (
    <div class="more">
      <div class="more-fields">
        <Field {...field('discountValue', t.discount)} isNumber />
        <Choice
          path={`rows/${id}/discountType`}
          label={t.discountOf}
          value={row.discountType}
          options={[
            ['percentage', t.percent],
            ['fixed', t.fixed],
          ]}
          onPick={(discountType) => change({ discountType })}
        />
        <Field {...field('sku', t.sku)} />
        {store.data.seesCosts && (
          <div class="cost">
            <Field {...field('cost', t.cost)} isNumber />
            <LineMargin {...{ store, id }} />
          </div>
        )}
        {(isUntaxed || row.taxCategory !== '') && (
          <Choice
            path={`rows/${id}/taxCategory`}
            label={t.taxCategory}
            value={row.taxCategory}
            options={listCategoryOptions(t, row.taxCategory)}
            onPick={(taxCategory) => change({ taxCategory })}
          />
        )}
        {(isUntaxed || row.taxReason !== '') && <Field {...field('taxReason', t.taxReason)} class="wide" />}
        <Choice
          path={`rows/${id}/interval`}
          label={t.recurs}
          value={row.interval ?? ''}
          options={[
            ['', t.recursOnce],
            ['week', t.every.week],
            ['month', t.every.month],
            ['quarter', t.every.quarter],
            ['year', t.every.year],
          ]}
          onPick={(interval) => change({ interval })}
        />
        {row.interval && <Field {...field('periods', t.recursPeriods)} isNumber />}
        <Choice
          path={`rows/${id}/priceKind`}
          label={t.priceKind}
          value={row.priceKind ?? ''}
          options={[
            ['', t.priceKinds.one],
            ['volume', t.priceKinds.volume],
            ['graduated', t.priceKinds.graduated],
          ]}
          onPick={(priceKind) =>
            change({ priceKind, ...(!row.steps?.trim() && { steps: `0 = ${row.price}\n` }) })
          }
        />
        {row.priceKind && <Field {...field('steps', t.steps)} rows={3} placeholder={STEPS_EXAMPLE} />}
        {isLine && names.length > 0 && (
          <Choice
            path={`rows/${id}/alternativeOf`}
            label={t.alternativeOf}
            value={row.choice.trim()}
            options={[['', t.noAlternative], ...names.map((name) => [name, name] as const)]}
            onPick={(choice) => store.edit((draft) => moveToChoice(draft, id, choice))}
          />
        )}
        <fieldset class="range">
          <legend>{t.range}</legend>
          <Field {...field('min', t.min)} isNumber />
          <Field {...field('max', t.max)} isNumber />
          <Field {...field('step', t.step)} isNumber />
        </fieldset>
      </div>
      {isLine && (
        <Check
          id={toElementId(`rows/${id}/optional`)}
          label={row.choice === '' ? t.optional : t.optionalChoice}
          isOn={row.optional}
          onTurn={(optional) => store.edit((draft) => makeOptional(draft, id, optional))}
        />
      )}
      <div class="more-buttons">
        {isLine && (
          <button type="button" class="button quiet" onClick={() => actions.addAlternative(id)}>
            {t.addAlternative}
          </button>
        )}
        <button type="button" class="button quiet" onClick={() => actions.move(id, -1, 'menu')}>
          {t.moveUp}
        </button>
        <button type="button" class="button quiet" onClick={() => actions.move(id, 1, 'menu')}>
          {t.moveDown}
        </button>
        <button type="button" class="button quiet" onClick={() => actions.duplicate(id)}>
          {t.duplicate}
        </button>
        <button type="button" class="button quiet" onClick={() => actions.addHeading(id)}>
          {t.addSection}
        </button>
        <button type="button" class="button bad" onClick={() => actions.remove(id)}>
          {t.remove}
        </button>
      </div>
    </div>
  );
}
