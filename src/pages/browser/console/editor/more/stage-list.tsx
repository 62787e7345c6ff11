import { useComputed } from '@preact/signals';
import { fill } from '../../../../../i18n/fill.ts';
import { formatMoney } from '../../../../../i18n/format.ts';
import { isFullyAllocated } from '../../../../console/editor/draft/allocation.ts';
import { EMPTY_STAGE, type StageRow } from '../../../../console/editor/draft/draft.ts';
import { changeStage } from '../../../../console/editor/draft/edit.ts';
import { computeLiveStages } from '../../../../console/editor/draft/live-stages.ts';
import { newKey } from '../api.ts';
import { toElementId } from '../element-id.ts';
import { Check, Choice, Field, FieldErrorText, findFieldError } from '../fields.tsx';
import type { Store } from '../store.ts';
import { Icon } from './icons.tsx';
import { StagePresets } from './stage-presets.tsx';

const MAX_STAGES = 24;

/** The stages of the payment schedule, or common schedules to choose from if there are none. */
export function StageList({ store }: { store: Store }) {
  const { t, locale } = store;
  const stages = store.stages.value;
  // A single string, so that unrelated changes do not render the stages again.
  const amounts = useComputed(() => {
    const { value: totals } = store.totals;
    const all =
      totals &&
      store.draft.value.stages.length > 0 &&
      computeLiveStages(store.draft.value, totals, store.reading.separators);
    return all ? all.map((amount) => formatMoney(amount, store.currency.value, locale)).join('\n') : '';
  });
  const errorText = useComputed(() => {
    const { body } = store.read.value;
    const isValid = !body || isFullyAllocated(body);
    return isValid ? store.refusals.value.stages : t.stagesInvalid;
  });
  const { invoiceOnAcceptance } = store.head.value;
  const shown = amounts.value.split('\n');
  const add = () => {
    const key = newKey();
    store.edit((draft) => ({ ...draft, stages: [...draft.stages, { ...EMPTY_STAGE, key }] }));
    requestAnimationFrame(() => document.getElementById(toElementId(`stages/${key}/label`))?.focus());
  };
  return (
    <>
      {stages.length === 0 && <StagePresets store={store} />}
      <ol class="stages">
        {stages.map((stage, at) => (
          <StageView key={stage.key} store={store} stage={stage} n={at + 1} amount={shown[at] ?? ''} />
        ))}
      </ol>
      <FieldErrorText path="stages" text={errorText.value} />
      {stages.length < MAX_STAGES && (
        <p>
          <button type="button" class="button quiet" onClick={add}>
            <Icon name="plus" /> {t.addStage}
          </button>
        </p>
      )}
      <Check
        id={toElementId('invoiceOnAcceptance')}
        label={t.invoiceOnAcceptance}
        isOn={invoiceOnAcceptance}
        onTurn={(isOn) => store.edit((draft) => ({ ...draft, invoiceOnAcceptance: isOn }))}
      />
      <p class="hint">{t.invoiceOnAcceptanceHint}</p>
    </>
  );
}

function StageView({
  store,
  stage,
  n,
  amount,
}: {
  store: Store;
  stage: StageRow;
  n: number;
  amount: string;
}) {
  const { t } = store;
  const { key } = stage;
  const { errors } = store.read.value;
  const change = (part: Partial<StageRow>, field = '') =>
    store.edit((draft) => changeStage(draft, key, part), field && `${key}/${field}`);
  const field = (name: 'label' | 'value' | 'days' | 'date', label: string) => ({
    ...{
      store,
      path: `stages/${key}/${name}`,
      label,
      value: stage[name],
      error: errors[`stages/${key}/${name}`],
    },
    onText: (text: string) => change({ [name]: text }, name),
  });
  return (
    <li>
      <fieldset aria-label={fill(t.stage, { n: String(n) })}>
        <Field {...field('label', t.stageLabel)} class="purpose" />
        <Choice
          path={`stages/${key}/type`}
          label={t.stageType}
          class="kind"
          value={stage.type}
          options={[
            ['percentage', t.percentage],
            ['fixed', t.fixed],
            ['rest', t.rest],
          ]}
          onPick={(type) => change({ type })}
        />
        {stage.type !== 'rest' && <Field {...field('value', t.stageValue)} isNumber class="size" />}
        <Choice
          path={`stages/${key}/when`}
          label={t.due}
          class="due"
          value={stage.when}
          options={[
            ['acceptance', t.acceptance],
            ['start', t.start],
            ['completion', t.completion],
            ['date', t.date],
          ]}
          onPick={(when) => change({ when })}
        />
        {stage.when === 'date' ? (
          <Field {...field('date', t.day)} kind="date" class="days" />
        ) : (
          <Field {...field('days', t.days)} isNumber placeholder="0" class="days" />
        )}
        <p class="amount">
          <span class="label">{t.amount}</span>
          <output>{amount}</output>
        </p>
        <button
          type="button"
          class="icon-button"
          aria-label={t.removeStage}
          onClick={() =>
            store.edit((draft) => ({ ...draft, stages: draft.stages.filter((other) => other.key !== key) }))
          }
        >
          <Icon name="close" />
        </button>
        <FieldErrorText
          path={`stages/${key}/type`}
          text={findFieldError(store, `stages/${key}/type`, errors[`stages/${key}/type`])}
        />
      </fieldset>
    </li>
  );
}
