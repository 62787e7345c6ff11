import { leaveChoice, makeOptional, renameChoice } from '../../../../../console/editor/draft/alternatives.ts';
import type { LineRow } from '../../../../../console/editor/draft/draft.ts';
import { changeRow } from '../../../../../console/editor/draft/edit.ts';
import type { ReadLine } from '../../../../../console/editor/draft/read-line.ts';
import { listCategoryOptions } from '../../../../../console/editor/tax-category-options.ts';
import { toElementId } from '../../element-id.ts';
import { Check, Choice, Field } from '../../fields.tsx';
import type { LineProps } from '../../parts.ts';
import { LineMargin } from './margins.tsx';

const STEPS_EXAMPLE = '0 = 10\n10 = 9';

/** Fields that few lines need. */
export function LineMore({ store, actions, id, row, errors }: LineProps & { errors: ReadLine['errors'] }) {
  const { t } = store;
  const change = (part: Partial<LineRow>, field = '') =>
    store.edit((draft) => changeRow<LineRow>(draft, id, part), field && `${id}/${field}`);
  const mixed = store.mixedChoices.value.includes(`rows/${id}/choice`)
    ? ('mixedChoice' as const)
    : errors.choice;
  type TextField =
    | ('discountValue' | 'choice' | 'sku' | 'cost' | 'taxReason')
    | ('min' | 'max' | 'step' | 'periods' | 'steps');
  const field = (name: TextField, label: string) => ({
    ...{ store, path: `rows/${id}/${name}`, label, value: row[name] ?? '' },
    error: name === 'choice' ? mixed : errors[name],
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
        <Choice
          path={`rows/${id}/taxCategory`}
          label={t.taxCategory}
          value={row.taxCategory}
          options={listCategoryOptions(t, row.taxCategory)}
          onPick={(taxCategory) => change({ taxCategory, ...(taxCategory !== '' && { tax: '0' }) })}
        />
        <Field {...field('taxReason', t.taxReason)} class="wide" />
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
        {row.choice !== '' && (
          <Field
            {...field('choice', t.choiceHint)}
            class="wide"
            onText={(text) =>
              text.trim() &&
              store.edit((draft) => renameChoice(draft, row.choice.trim(), text), `${id}/choice`)
            }
          />
        )}
        <fieldset class="range">
          <legend>{t.range}</legend>
          <Field {...field('min', t.min)} isNumber />
          <Field {...field('max', t.max)} isNumber />
          <Field {...field('step', t.step)} isNumber />
        </fieldset>
      </div>
      <Check
        id={toElementId(`rows/${id}/optional`)}
        label={t.optional}
        isOn={row.optional}
        onTurn={(optional) => store.edit((draft) => makeOptional(draft, id, optional))}
      />
      <div class="more-buttons">
        {row.choice === '' ? (
          <button type="button" class="button quiet" onClick={() => actions.addAlternative(id)}>
            {t.addAlternative}
          </button>
        ) : (
          <button
            type="button"
            class="button quiet"
            onClick={() => store.edit((draft) => leaveChoice(draft, id))}
          >
            {t.leaveChoice}
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
