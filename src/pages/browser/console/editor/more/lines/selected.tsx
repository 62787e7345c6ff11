import { useComputed } from '@preact/signals';
import { fill } from '../../../../../../i18n/fill.ts';
import { renameChoice } from '../../../../../console/editor/draft/alternatives.ts';
import { selectLine } from '../../../../../console/editor/draft/edit.ts';
import { readLine } from '../../../../../console/editor/draft/read-line.ts';
import { Field, FieldErrorText, findFieldError } from '../../fields.tsx';
import type { LineProps } from '../../parts.ts';

/**
 * Same control as on the customer page: a checkbox for an optional item, a radio button for an alternative. The first
 * alternative has the name of the choice, which the customer reads.
 */
export function Selected({ store, actions, id, row }: LineProps) {
  const { t } = store;
  const choice = row.choice.trim();
  const isFirst = useComputed(() => {
    const first = store.draft.value.rows.find((one) => one.kind === 'line' && one.choice.trim() === choice);
    return choice !== '' && first?.key === id;
  });
  const path = `rows/${id}/choice`;
  const error = store.mixedChoices.value.includes(path)
    ? ('mixedChoice' as const)
    : readLine(row, store.currency.value, store.reading.separators).errors.choice;
  const name = choice ? fill(t.choiceShort, { choice }) : t.optionalShort;
  return (
    <div class="selected">
      <label>
        <input
          type={choice && !row.optional ? 'radio' : 'checkbox'}
          name={choice ? `choice-${choice}` : undefined}
          checked={row.selected}
          onChange={(event) => store.edit((draft) => selectLine(draft, id, event.currentTarget.checked))}
        />
        <span class="visually-hidden">{t.selected}: </span>
        <span class={isFirst.value ? 'visually-hidden' : 'small muted'}>{name}</span>
      </label>
      {isFirst.value ? (
        <Field
          {...{ store, path, label: t.choiceHint, value: row.choice, error }}
          onText={(text) => text.trim() && store.edit((draft) => renameChoice(draft, choice, text), path)}
        />
      ) : (
        <FieldErrorText path={path} text={findFieldError(store, path, error)} />
      )}
      {choice && (
        <button type="button" class="button plain" onClick={() => actions.addAlternative(id)}>
          {t.addAlternative}
        </button>
      )}
    </div>
  );
}
