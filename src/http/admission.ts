import { createRefusals } from './refusals.ts';

/** Begun in one turn of the event loop; the others wait for the next, so that turns stay short. */
const BEGUN_IN_TURN = 128;
/**
 * A turn takes on one new connection, however many there are. While they come, so many turns that do nothing else
 * follow one that works, or it would take minutes until a crowd is heard.
 */
const ACCEPTING_TURNS = 256;
/** When the first in the queue has waited so long, no more are let into it. */
const LONG_WAIT_MS = 1000;
/** Many came at once, and this one's turn comes too late. */
const TOO_LONG_WAIT_MS = 2000;
/** While so few wait, nobody is refused for the time it takes: it is the questions that are hard, not too many. */
const FEW = 256;
/** One client can send many requests before it reads an answer. */
const MAX_WAITING = 10_000;

/** A request that wants to be worked on. */
export interface Visit {
  begin(): void;
  refuse(): void;
  /** The caller has gone away. */
  isOver(): boolean;
}

export interface Admission {
  /** Lets it begin, at once or when it is its turn, or refuses it. */
  ask(visit: Visit): void;
  /** The work on a request begins, and is done. */
  workBegins(): void;
  workEnds(): void;
  noteConnection(): void;
}

/**
 * What waits is kept here, in order, and not in the sockets, where nobody can see it: the embedded database works in the
 * event loop itself, and would else be given all that has arrived before anybody looks at what comes after.
 */
export function createAdmission(maxInProgress: number): Admission {
  const refusals = createRefusals();
  const waiting: (Visit & { since: number })[] = [];
  let inProgress = 0;
  let begun = 0;
  let acceptingTurns = 0;
  let hasNewConnection = false;
  let isTurnWatched = false;

  function watchTurn(): void {
    if (isTurnWatched) return;
    isTurnWatched = true;
    setImmediate(endTurn);
  }

  function endTurn(): void {
    isTurnWatched = false;
    acceptingTurns = begun > 0 ? ACCEPTING_TURNS : acceptingTurns - 1;
    begun = 0;
    if (waiting.length > 0) {
      watchTurn();
      if (!isAccepting()) beginWaiting();
    }
    hasNewConnection = false;
  }

  function isAccepting(): boolean {
    return hasNewConnection && acceptingTurns > 0;
  }

  function beginWaiting(): void {
    const now = performance.now();
    for (const visit of waiting.splice(0, BEGUN_IN_TURN)) {
      if (visit.isOver()) continue;
      const isLate = waiting.length >= FEW && now - visit.since > TOO_LONG_WAIT_MS;
      if (isLate || inProgress >= maxInProgress) refusals.add(visit);
      else begin(visit);
    }
  }

  function begin(visit: Visit): void {
    begun++;
    watchTurn();
    visit.begin();
  }

  function isQueueSlow(now: number): boolean {
    const first = waiting[0];
    if (!first || waiting.length < FEW) return false;
    return now - first.since > LONG_WAIT_MS || waiting.length >= MAX_WAITING;
  }

  return {
    ask(visit) {
      if (inProgress >= maxInProgress) return refusals.add(visit);
      if (waiting.length === 0 && begun < BEGUN_IN_TURN && !isAccepting()) return begin(visit);
      const now = performance.now();
      if (isQueueSlow(now)) return refusals.add(visit);
      waiting.push({ ...visit, since: now });
      watchTurn();
    },
    workBegins() {
      inProgress++;
    },
    workEnds() {
      inProgress--;
    },
    noteConnection() {
      hasNewConnection = true;
    },
  };
}
