/**
 * Shortest interval to measure. In a shorter one, documents whose response is still being sent would count as others.
 */
const MIN_INTERVAL_MS = 500;
/** Health checks and occasional polling do not justify a reserved core. */
const MAX_IGNORED_PER_SECOND = 5;

export interface OtherRequests {
  /** Records that a request for a document is about to be answered. */
  documentEnded(): void;
  /** Returns whether requests other than for documents arrived recently. */
  areArriving(): boolean;
}

/** Derives other requests from the number of all responses, which includes those for documents. */
export function watchOtherRequests(
  responded: () => number,
  now: () => number = performance.now.bind(performance),
): OtherRequests {
  let documents = 0;
  let since = { at: now(), responded: responded() };
  let isBusy = false;
  return {
    documentEnded() {
      documents += 1;
    },
    areArriving() {
      const latest = { at: now(), responded: responded() };
      const ms = latest.at - since.at;
      if (ms < MIN_INTERVAL_MS) return isBusy;
      // The shared counter overflows to negative numbers after 2³¹.
      const others = ((latest.responded - since.responded) | 0) - documents;
      isBusy = (others * 1000) / ms > MAX_IGNORED_PER_SECOND;
      since = latest;
      documents = 0;
      return isBusy;
    },
  };
}
