import { fill } from '../../../../../../i18n/fill.ts';
import type { HeadingRow } from '../../../../../console/editor/draft/draft.ts';
import { changeRow, insertBefore } from '../../../../../console/editor/draft/edit.ts';
import { newKey } from '../../api.ts';
import { toElementId } from '../../element-id.ts';
import { Field } from '../../fields.tsx';
import { Grip } from '../../lines/grip.tsx';
import type { RowProps } from '../../parts.ts';
import type { Store } from '../../store.ts';
import { Icon } from '../icons.tsx';

export function HeadingView(props: RowProps & { row: HeadingRow }) {
  const { store, actions, id, n, row } = props;
  const { t } = store;
  return (
    <li class="row heading" id={toElementId(`rows/${id}`)} data-key={id}>
      <fieldset aria-label={fill(t.line, { n: String(n) })} class="cells">
        <Grip {...props} />
        <Field
          {...{
            store,
            path: `rows/${id}/name`,
            label: t.sectionName,
            value: row.name,
            placeholder: t.sectionEnd,
          }}
          onText={(name) => store.edit((draft) => changeRow<HeadingRow>(draft, id, { name }), `${id}/name`)}
        />
        <button
          type="button"
          class="icon-button"
          aria-label={t.removeSection}
          onClick={() => actions.remove(id)}
        >
          <Icon name="close" />
        </button>
      </fieldset>
    </li>
  );
}

export function addHeading(store: Store, before: string): void {
  const key = newKey();
  store.focus = { key, field: 'name' };
  store.edit((draft) => insertBefore(draft, before, [{ kind: 'heading', key, name: '' }]));
}
