import { useEffect, useRef } from 'preact/hooks';
import { differenceName } from '../../../../../console/editor/difference-name.ts';
import { type Difference, merge, type Side } from '../../../../../console/editor/draft/compare.ts';
import type { Draft } from '../../../../../console/editor/draft/draft.ts';
import type { EditorWords } from '../../../../../console/editor/editor-data.ts';
import type { Stored } from '../../../../../console/editor/save/saver.ts';
import type { Saving } from '../../save/saving.ts';
import type { Store } from '../../store.ts';

export interface Conflict {
  differences: Difference[];
  picks: Record<string, Side>;
  theirs: Draft;
  stored: Stored;
}

/**
 * Shows both versions field by field. It stays open until every conflict is resolved, because nothing can be saved
 * before.
 */
export function ConflictDialog({ store, saving }: { store: Store; saving: Saving }) {
  const { say } = store;
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
  const settle = () => {
    if (!conflict) return;
    const { theirs, stored, picks } = conflict;
    saving.settle(merge(store.draft.value, theirs, picks), stored, theirs);
    document.getElementById('e-title')?.focus();
  };
  return (
    <dialog
      ref={dialog}
      class="conflict"
      aria-labelledby="conflict-title"
      onCancel={(event) => event.preventDefault()}
    >
      <h2 id="conflict-title">{say.conflictTitle}</h2>
      <p>{say.conflictText}</p>
      <p class="buttons">
        <button type="button" class="button quiet" onClick={() => pickAll('mine')}>
          {say.keepAllMine}
        </button>
        <button type="button" class="button quiet" onClick={() => pickAll('theirs')}>
          {say.takeAllTheirs}
        </button>
      </p>
      <div class="differences">
        {conflict?.differences.map((difference) => (
          <Versions
            key={difference.path}
            {...{ say, difference, pick: conflict.picks[difference.path] ?? 'mine' }}
            onPick={(side) => {
              store.conflict.value = { ...conflict, picks: { ...conflict.picks, [difference.path]: side } };
            }}
          />
        ))}
      </div>
      <p class="buttons">
        <button type="button" class="button" onClick={settle}>
          {say.useThese}
        </button>
      </p>
    </dialog>
  );
}

const BY = { me: 'changedByMe', them: 'changedByThem', both: 'changedByBoth' } as const;

function Versions(props: { say: EditorWords; difference: Difference; pick: Side; onPick(side: Side): void }) {
  const { say, difference, pick, onPick } = props;
  const { path, by, line } = difference;
  const isWhole = /^rows\/[^/]+$/.test(path);
  return (
    <fieldset class={`versions ${by}`}>
      <legend>
        {differenceName(path, say)}
        {line !== undefined && (
          <>
            {' · '}
            <bdi>{line}</bdi>
          </>
        )}{' '}
        <span class="small muted">{say[BY[by]]}</span>
      </legend>
      {(['mine', 'theirs'] as const).map((side) => (
        <label key={side}>
          <input type="radio" name={`pick-${path}`} checked={pick === side} onChange={() => onPick(side)} />
          <span>
            <strong>{say[side]}</strong>{' '}
            <bdi class="version">{difference[side] || (isWhole ? say.lineGone : say.nothing)}</bdi>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
