import { fill } from '../../../../../../i18n/fill.ts';
import { selectLine } from '../../../../../console/editor/draft/edit.ts';
import type { LineProps } from '../../parts.ts';

/** Same control as on the customer page: a checkbox for an optional item, a radio button for an alternative. */
export function Selected({ store, actions, id, row }: LineProps) {
  const { t } = store;
  const choice = row.choice.trim();
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
        <span class="small muted">{name}</span>
      </label>
      {choice && (
        <button type="button" class="button plain" onClick={() => actions.addAlternative(id)}>
          {t.addAlternative}
        </button>
      )}
    </div>
  );
}
