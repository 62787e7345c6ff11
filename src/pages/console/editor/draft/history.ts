/** Undo and redo stacks. `latest` identifies the last edited field, so that undo reverts a word, not a letter. */
export interface History<State> {
  past: readonly State[];
  future: readonly State[];
  latest: { what: string; at: number } | null;
}

export function EMPTY_HISTORY<State>(): History<State> {
  return { past: [], future: [], latest: null };
}

const MAX_STEPS = 200;
/** Faster edits of the same field are one undo step. */
const PAUSE_MS = 1000;

/** Records a change of `what`, a field path; without a path the change is a step of its own. */
export function record<State>(
  history: History<State>,
  before: State,
  what: string,
  at: number,
): History<State> {
  const { past, latest } = history;
  const goesOn = what !== '' && latest?.what === what && at - latest.at < PAUSE_MS;
  return { past: goesOn ? past : [...past, before].slice(-MAX_STEPS), future: [], latest: { what, at } };
}

/** Returns the previous state and the remaining history, or `null`. */
export function undo<State>(history: History<State>, present: State): [State, History<State>] | null {
  const state = history.past.at(-1);
  if (state === undefined) return null;
  const { past, future } = history;
  return [state, { past: past.slice(0, -1), future: [present, ...future], latest: null }];
}

export function redo<State>(history: History<State>, present: State): [State, History<State>] | null {
  const [state, ...future] = history.future;
  if (state === undefined) return null;
  return [state, { past: [...history.past, present], future, latest: null }];
}
