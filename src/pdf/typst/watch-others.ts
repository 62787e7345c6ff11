/** Shorter, and the few documents whose response is still under way would look like others. */
const SHORTEST_MS = 500;
/** Probes and whoever looks again every few seconds are not worth a processor. */
const FEW_PER_SECOND = 5;

export interface Others {
  /** Somebody who waits for a document will be told what became of it. */
  documentEnded(): void;
  /** Whether requests lately came that wanted something else than a document. */
  ask(): boolean;
}

/** By the number of all responses so far, among which are those to whoever waited for a document. */
export function watchOthers(
  responded: () => number,
  now: () => number = performance.now.bind(performance),
): Others {
  let documents = 0;
  let since = { at: now(), responded: responded() };
  let isAsked = false;
  return {
    documentEnded() {
      documents += 1;
    },
    ask() {
      const latest = { at: now(), responded: responded() };
      const ms = latest.at - since.at;
      if (ms < SHORTEST_MS) return isAsked;
      // The count of several threads begins again below zero after 2³¹.
      const others = ((latest.responded - since.responded) | 0) - documents;
      isAsked = (others * 1000) / ms > FEW_PER_SECOND;
      since = latest;
      documents = 0;
      return isAsked;
    },
  };
}
