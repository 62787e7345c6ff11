import { useEffect, useRef } from 'preact/hooks';
import { formatDifferenceName } from '../../../../../console/editor/difference-name.ts';
import { type Difference, mergeDrafts, type Side } from '../../../../../console/editor/draft/compare.ts';
import type { EditorWords } from '../../../../../console/editor/editor-data.ts';
import type { Saving } from '../../parts.ts';
import type { Store } from '../../store.ts';

/**
 * Shows both versions field by field. It stays open until every conflict is resolved, because nothing can be saved
 * before.
 */
export function ConflictDialog({ store, saving }: { store: Store; saving: Saving }) {
  const { t } = store;
  const { value: conflict } = store.conflict;
  const dialog = useRef<HTMLDialogElement>(null);
  const isOpen = conflict !== null;
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  const pickAll = (side: Side) => {
    if (!conflict) return;
    const picks = Object.fromEntries(conflict.differences.map(({ path }) => [path, side]));
    store.conflict.value = { ...conflict, picks };
  };
  const resolve = () => {
    if (!conflict) return;
    const { theirs, stored, picks } = conflict;
    saving.resolveConflict(mergeDrafts(store.draft.value, theirs, picks), stored, theirs);
    document.getElementById('e-title')?.focus();
  };
  return (
    <dialog
      ref={dialog}
      class="conflict"
      aria-labelledby="conflict-title"
      onCancel={(event) => event.preventDefault()}
    >
      <h2 id="conflict-title">{t.conflictTitle}</h2>
      <p>{t.conflictText}</p>
      <p class="buttons">
        <button type="button" class="button quiet" onClick={() => pickAll('mine')}>
          {t.keepAllMine}
        </button>
        <button type="button" class="button quiet" onClick={() => pickAll('theirs')}>
          {t.takeAllTheirs}
        </button>
      </p>
      <div class="differences">
        {conflict?.differences.map((difference) => (
          <Versions
            key={difference.path}
            {...{ t, difference, pick: conflict.picks[difference.path] ?? 'mine' }}
            onPick={(side) => {
              store.conflict.value = { ...conflict, picks: { ...conflict.picks, [difference.path]: side } };
            }}
          />
        ))}
      </div>
      <p class="buttons">
        <button type="button" class="button" onClick={resolve}>
          {t.useThese}
        </button>
      </p>
    </dialog>
  );
}

const BY = { me: 'changedByMe', them: 'changedByThem', both: 'changedByBoth' } as const;

function Versions(props: { t: EditorWords; difference: Difference; pick: Side; onPick(side: Side): void }) {
  const { t, difference, pick, onPick } = props;
  const { path, by, line } = difference;
  const isWhole = /^rows\/[^/]+$/.test(path);
  return (
    <fieldset class={`versions ${by}`}>
      <legend>
        {formatDifferenceName(path, t)}
        {line !== undefined && (
          <>
            {' · '}
            <bdi>{line}</bdi>
          </>
        )}{' '}
        <span class="small muted">{t[BY[by]]}</span>
      </legend>
      {(['mine', 'theirs'] as const).map((side) => (
        <label key={side}>
          <input type="radio" name={`pick-${path}`} checked={pick === side} onChange={() => onPick(side)} />
          <span>
            <strong>{t[side]}</strong>{' '}
            <bdi class="version">{difference[side] || (isWhole ? t.lineGone : t.nothing)}</bdi>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
