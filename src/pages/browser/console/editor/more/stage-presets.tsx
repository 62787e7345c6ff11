import { formatNumberInput } from '../../../../../i18n/format-input.ts';
import { EMPTY_STAGE, type StageRow } from '../../../../console/editor/draft/draft.ts';
import { newKey } from '../api.ts';
import type { Store } from '../store.ts';

/** Payment schedules that most businesses use. Each can be changed afterwards like any other. */
export function StagePresets({ store }: { store: Store }) {
  const { t, locale } = store;
  const part = (label: string, percent: number, when: StageRow['when']): StageRow => ({
    ...{ ...EMPTY_STAGE, key: newKey(), label, when },
    value: formatNumberInput(percent, locale.tag),
  });
  const rest = (): StageRow => ({
    ...{ ...EMPTY_STAGE, key: newKey(), label: t.labelRest, type: 'rest', when: 'completion' },
  });
  const presets: [string, () => StageRow[]][] = [
    [t.presetDeposit, () => [part(t.labelDeposit, 30, 'acceptance'), rest()]],
    [t.presetHalves, () => [part(t.labelDeposit, 50, 'acceptance'), rest()]],
    [t.presetThree, () => [part(t.labelDeposit, 30, 'acceptance'), part(t.labelSecond, 40, 'start'), rest()]],
  ];
  return (
    <fieldset class="presets" aria-label={t.presets}>
      {presets.map(([name, make]) => (
        <button
          key={name}
          type="button"
          class="button quiet"
          onClick={() => {
            store.edit((draft) => ({ ...draft, stages: make() }));
            requestAnimationFrame(() => document.querySelector<HTMLElement>('.stages input')?.focus());
          }}
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}
