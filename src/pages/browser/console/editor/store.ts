import { computed, signal } from '@preact/signals';
import { formatNumberInput } from '../../../../i18n/format-input.ts';
import { getSeparators } from '../../../../i18n/parse-number.ts';
import type { Difference, Side } from '../../../console/editor/draft/compare.ts';
import { type Draft, type LineRow, withBlankLine } from '../../../console/editor/draft/draft.ts';
import { addLineIds, writeLine } from '../../../console/editor/draft/edit.ts';
import { EMPTY_HISTORY, type History, record, redo, undo } from '../../../console/editor/draft/history.ts';
import { computeLiveTotals } from '../../../console/editor/draft/live-totals.ts';
import type { InputError } from '../../../console/editor/draft/read-texts.ts';
import { type DraftBody, readDraft } from '../../../console/editor/draft/to-body.ts';
import type { EditorData, StoredQuote } from '../../../console/editor/editor-data.ts';
import { formatInputError } from '../../../console/editor/input-error-text.ts';
import type { SaveState, Stored } from '../../../console/editor/save/saver.ts';
import { createApi, newKey } from './api.ts';
import { createShownDraft } from './shown-draft.ts';

/** Focus target after the rows have been rendered again. */
interface Focus {
  key: string;
  field: string;
}

/** A version that someone else has saved, compared field by field, and which side is picked for each field. */
export interface Conflict {
  differences: Difference[];
  picks: Record<string, Side>;
  theirs: Draft;
  stored: Stored;
}

export type Store = ReturnType<typeof createStore>;

/** Holds the state of the editor: one immutable draft, replaced on every change. */
export function createStore(data: EditorData) {
  const { t, locale } = data;
  const { kind, timeZone } = data;
  const reading = { kind, timeZone, separators: getSeparators(locale.tag) };
  const shown = createShownDraft(complete(data.draft));
  const { draft, show } = shown;
  const { defaultTax, usualTax } = data;
  const lineDefaults = { one: formatNumberInput(1, locale.tag), defaultTax, usualTax, newKey };
  let history: History<Draft> = EMPTY_HISTORY();
  const steps = signal({ canUndo: false, canRedo: false });
  const ids = new Map<string, string>();
  const listeners = new Set<() => void>();

  const read = computed(() => readDraft(draft.value, reading));
  const totals = computed(() => computeLiveTotals(draft.value, reading.separators));
  const mixedChoices = computed(() =>
    Object.entries(read.value.errors)
      .filter(([, error]) => error === 'mixedChoice')
      .map(([path]) => path)
      .join(),
  );

  const store = {
    ...shown,
    ...{ data, t, locale, isTemplate: kind === 'template', reading, steps, read, totals, mixedChoices, ids },
    lineDefaults,
    api: createApi(data, data.t.problems),
    quote: signal<StoredQuote | null>(data.quote),
    /** What the service has. */
    storedBody: signal<DraftBody | null>(null),
    saveState: signal<SaveState>({ kind: 'saved', at: null }),
    isKept: signal(true),
    /** Set by the first attempt to save or send; from then on missing values are marked. */
    isTried: signal(false),
    /** Validation errors of the service, by field path. */
    refusals: signal(NO_SERVER_ERRORS),
    conflict: signal<Conflict | null>(null),
    /** The name in the form of a new customer while that is open. */
    newCustomer: signal<string | null>(null),
    /** Pasted numbers that could be read in two ways, by field path, until they are changed or found right. */
    toCheck: signal<Readonly<Record<string, ToCheck>>>({}),
    /** Says what was just pasted, until the next change. */
    pasted: signal<{ text: string; isDone: boolean } | null>(null),
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
      store.edit((present) => writeLine(present, key, change, lineDefaults), `${key}/${field}`);
    },
    undo: () => step(undo(history, draft.value)),
    redo: () => step(redo(history, draft.value)),
    /** Replaces the whole draft; the previous one can be restored with undo. */
    replace(next: Draft): void {
      store.edit(() => next);
    },
    nameLines(named: ReadonlyMap<string, string>): void {
      for (const [key, id] of named) ids.set(key, id);
      show(addLineIds(draft.value, ids));
    },
    announce(text: string): void {
      // A changed text makes screen readers announce a repeated message.
      store.announcement.value = store.announcement.value === text ? `${text}\u00a0` : text;
    },
    /** Request body of a draft that may lack a customer or a title, enough for a preview. */
    openBody(): object | null {
      const { value: present } = draft;
      const title = present.title.trim() || t.newTitle;
      const { body } = readDraft(
        { ...present, title, customerId: present.customerId || 'open' },
        { ...reading, kind: 'quote' },
      );
      return body && { ...body, customerId: present.customerId || null };
    },
    formatInputError: (error: InputError): string =>
      formatInputError(t, error, formatNumberInput(1234.5, locale.tag)),
  };

  function step(made: [Draft, History<Draft>] | null): void {
    if (!made) return;
    history = made[1];
    show(complete(addLineIds(made[0], ids)));
    changed();
  }

  function changed(): void {
    steps.value = { canUndo: history.past.length > 0, canRedo: history.future.length > 0 };
    store.refusals.value = NO_SERVER_ERRORS;
    store.pasted.value = null;
    for (const listener of listeners) listener();
  }

  return store;
}

/** The text of a field that could be read in two ways, and the sentence that says so. */
interface ToCheck {
  text: string;
  said: string;
}

/** A constant, so that fields without errors are not rendered again. */
const NO_SERVER_ERRORS: Record<string, string> = {};

function complete(draft: Draft): Draft {
  const rows = withBlankLine(draft.rows, newKey);
  return rows === draft.rows ? draft : { ...draft, rows };
}
