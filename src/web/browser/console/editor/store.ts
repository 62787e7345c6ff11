import { computed, signal } from '@preact/signals';
import { separatorsOf } from '../../../../i18n/read-number.ts';
import { writeNumber } from '../../../../i18n/write-number.ts';
import { type Draft, type LineRow, withBlankLine } from '../../../console/editor/draft/draft.ts';
import { firstWords, withIds, writeLine } from '../../../console/editor/draft/edit.ts';
import { type History, noHistory, record, redo, undo } from '../../../console/editor/draft/history.ts';
import { liveTotals } from '../../../console/editor/draft/live-totals.ts';
import type { Flaw } from '../../../console/editor/draft/read-texts.ts';
import { readDraft } from '../../../console/editor/draft/to-body.ts';
import type { EditorData, StoredQuote } from '../../../console/editor/editor-data.ts';
import { flawText } from '../../../console/editor/flaw-text.ts';
import type { SaveState } from '../../../console/editor/save/saver.ts';
import { createApi, newKey } from './api.ts';
import type { Conflict } from './more/save/conflict.tsx';
import { createShownDraft } from './shown-draft.ts';

/** Focus target after the rows have been rendered again. */
interface Focus {
  key: string;
  field: string;
}

export type Store = ReturnType<typeof createStore>;

/** Holds the state of the editor: one immutable draft, replaced on every change. */
export function createStore(data: EditorData) {
  const { say, locale } = data;
  const reading = { separators: separatorsOf(locale.tag), timeZone: data.timeZone };
  const shown = createShownDraft(complete(data.draft));
  const { draft, show } = shown;
  let history: History<Draft> = noHistory();
  const steps = signal({ canUndo: false, canRedo: false });
  const ids = new Map<string, string>();
  const listeners = new Set<() => void>();

  const read = computed(() => readDraft(draft.value, reading));
  const totals = computed(() => liveTotals(draft.value, reading.separators));
  const mixedChoices = computed(() =>
    Object.entries(read.value.flaws)
      .filter(([, flaw]) => flaw === 'mixedChoice')
      .map(([path]) => path)
      .join(),
  );

  const store = {
    ...shown,
    ...{ data, say, locale, reading, steps, read, totals, mixedChoices, ids },
    api: createApi(data, data.say.problems),
    quote: signal<StoredQuote | null>(data.quote),
    saveState: signal<SaveState>({ kind: 'saved', at: null }),
    isKept: signal(true),
    /** Set by the first attempt to save or send; from then on missing values are marked. */
    isTried: signal(false),
    /** Validation errors of the service, by field path. */
    refusals: signal(NO_REFUSALS),
    conflict: signal<Conflict | null>(null),
    /** Text for the live region of screen readers. */
    announcement: signal(''),
    focus: null as Focus | null,
    onChange: (listener: () => void) => listeners.add(listener),

    /**
     * Applies a change. Consecutive edits of the same `what`, a field path, are one undo step; without it the
     * change is a step of its own.
     */
    edit(change: (draft: Draft) => Draft, what = ''): void {
      const before = draft.value;
      const next = complete(change(before));
      if (next === before) return;
      history = record(history, before, what, Date.now());
      show(next);
      changed();
    },
    write(key: string, change: Partial<LineRow>, field: string): void {
      store.edit((present) => {
        const one = writeNumber(1, locale.tag);
        const first = firstWords(present.rows, key, one, data.usualTax);
        return writeLine(present, key, change, first);
      }, `${key}/${field}`);
    },
    undo: () => step(undo(history, draft.value)),
    redo: () => step(redo(history, draft.value)),
    /** Replaces the whole draft; the previous one can be restored with undo. */
    replace(next: Draft): void {
      store.edit(() => next);
    },
    nameLines(named: ReadonlyMap<string, string>): void {
      for (const [key, id] of named) ids.set(key, id);
      show(withIds(draft.value, ids));
    },
    announce(text: string): void {
      // A changed text makes screen readers announce a repeated message.
      store.announcement.value = store.announcement.value === text ? `${text}\u00a0` : text;
    },
    /** Request body of a draft that may lack a customer or a title, enough for a preview. */
    openBody(): object | null {
      const { value: present } = draft;
      const title = present.title.trim() || say.newTitle;
      const { body } = readDraft({ ...present, title, customerId: present.customerId || 'open' }, reading);
      return body && { ...body, customerId: present.customerId || null };
    },
    flawText: (flaw: Flaw): string => flawText(say, flaw, writeNumber(1234.5, locale.tag)),
  };

  function step(made: [Draft, History<Draft>] | null): void {
    if (!made) return;
    history = made[1];
    show(complete(withIds(made[0], ids)));
    changed();
  }

  function changed(): void {
    steps.value = { canUndo: history.past.length > 0, canRedo: history.future.length > 0 };
    store.refusals.value = NO_REFUSALS;
    for (const listener of listeners) listener();
  }

  return store;
}

/** A constant, so that fields without errors are not rendered again. */
const NO_REFUSALS: Record<string, string> = {};

function complete(draft: Draft): Draft {
  const rows = withBlankLine(draft.rows, newKey);
  return rows === draft.rows ? draft : { ...draft, rows };
}
