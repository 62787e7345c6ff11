/** What can be undone and done again. `latest` says what was changed last, so that a word is undone and not a letter. */
export interface History<State> {
  past: readonly State[];
  future: readonly State[];
  latest: { what: string; at: number } | null;
}

export function noHistory<State>(): History<State> {
  return { past: [], future: [], latest: null };
}

const MAX_STEPS = 200;
/** Changes of the same field that follow each other faster are one step. */
const PAUSE_MS = 1000;

/** After a change of `what`, which may be no field at all: then it is a step of its own. */
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

/** The state before, if there is one, and what can be undone then. */
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
