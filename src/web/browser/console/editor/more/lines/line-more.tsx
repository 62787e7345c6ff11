import type { LineRow } from '../../../../../console/editor/draft/draft.ts';
import { changeRow } from '../../../../../console/editor/draft/edit.ts';
import type { ReadLine } from '../../../../../console/editor/draft/read-line.ts';
import { Check, Choice, Field } from '../../fields.tsx';
import type { LineProps } from '../../lines/line.tsx';
import { idOf } from '../../place.ts';

/** Fields that few lines need. */
export function LineMore({ store, actions, id, row, flaws }: LineProps & { flaws: ReadLine['flaws'] }) {
  const { say } = store;
  const change = (part: Partial<LineRow>, field = '') =>
    store.edit((draft) => changeRow<LineRow>(draft, id, part), field && `${id}/${field}`);
  const mixed = store.mixedChoices.value.includes(`rows/${id}/choice`)
    ? ('mixedChoice' as const)
    : flaws.choice;
  const field = (name: 'discountValue' | 'choice' | 'sku' | 'min' | 'max' | 'step', label: string) => ({
    ...{ store, path: `rows/${id}/${name}`, label, value: row[name] },
    flaw: name === 'choice' ? mixed : flaws[name],
    onText: (text: string) => change({ [name]: text }, name),
  });
  return (
    <div class="more">
      <div class="more-fields">
        <Field {...field('discountValue', say.discount)} isNumber />
        <Choice
          path={`rows/${id}/discountType`}
          label={say.discountOf}
          value={row.discountType}
          options={[
            ['percentage', say.percent],
            ['fixed', say.fixed],
          ]}
          onPick={(discountType) => change({ discountType })}
        />
        <Field {...field('sku', say.sku)} />
        <Field {...field('choice', say.choice)} class="wide" placeholder={say.choiceHint} />
        <fieldset class="range">
          <legend>{say.range}</legend>
          <Field {...field('min', say.min)} isNumber />
          <Field {...field('max', say.max)} isNumber />
          <Field {...field('step', say.step)} isNumber />
        </fieldset>
      </div>
      <Check
        id={idOf(`rows/${id}/optional`)}
        label={say.optional}
        isOn={row.optional}
        onTurn={(optional) => change({ optional, selected: false })}
      />
      <div class="more-buttons">
        <button type="button" class="button quiet" onClick={() => actions.move(id, -1, 'menu')}>
          {say.moveUp}
        </button>
        <button type="button" class="button quiet" onClick={() => actions.move(id, 1, 'menu')}>
          {say.moveDown}
        </button>
        <button type="button" class="button quiet" onClick={() => actions.duplicate(id)}>
          {say.duplicate}
        </button>
        <button type="button" class="button quiet" onClick={() => actions.addHeading(id)}>
          {say.addSection}
        </button>
        <button type="button" class="button bad" onClick={() => actions.remove(id)}>
          {say.remove}
        </button>
      </div>
    </div>
  );
}
