import { createRefusals } from './refusals.ts';

/*
 * Buys a service that is back at once when it was asked for ten times what it can do, instead of after most of a minute:
 * `npm run bench:overload`.
 */

/** Begun in one turn of the event loop; the others wait for the next, so that turns stay short. */
const BEGUN_IN_TURN = 128;
/**
 * A turn takes on one new connection, however many there are. While they come, work waits until there are so many since
 * the last, or it would take minutes until a crowd is heard.
 */
const CONNECTIONS_BEFORE_WORK = 256;
/** Nobody is let into a queue in which it would wait longer, as things go. */
const MAX_WAIT_MS = 1000;
/** While so few wait, nobody is refused for the time it takes: it is the questions that are hard, not too many. */
const FEW = 256;
/** One client can send many requests before it reads a response. */
const MAX_WAITING = 10_000;

/** A request that wants to be worked on. */
export interface QueuedRequest {
  begin(): void;
  refuse(): void;
  /** The caller has gone away. */
  isOver(): boolean;
}

export interface Admission {
  /** Lets it begin, at once or when it is its turn, or refuses it. */
  ask(request: QueuedRequest): void;
  /** The work on a request begins, and is done. */
  workBegins(): void;
  workEnds(): void;
  /** A request in progress waits, and counts no more until that ends; it is not idle. */
  waitBegins(): void;
  waitEnds(): void;
  noteConnection(): void;
  /** Resolves when nothing is worked on, be it for somebody who has gone away. */
  whenIdle(): Promise<void>;
}

/**
 * What waits is kept here, in order, and not in the sockets, where nobody can see it: the embedded database works in the
 * event loop itself, and would else be given all that has arrived before anybody looks at what comes after.
 */
export function createAdmission(maxInProgress: number): Admission {
  let isHearing = false;
  const refusals = createRefusals(() => isHearing);
  const waiting: QueuedRequest[] = [];
  let inProgress = 0;
  let aside = 0;
  let idle: (() => void)[] = [];
  let begun = 0;
  let heard = 0;
  let connections = 0;
  let pace = NO_PACE;
  let hasNewConnection = false;
  let isTurnWatched = false;

  function watchTurn(): void {
    if (isTurnWatched) return;
    isTurnWatched = true;
    setImmediate(endTurn);
  }

  function endTurn(): void {
    isTurnWatched = false;
    begun = 0;
    isHearing = waiting.length > 0 && isAccepting();
    hasNewConnection = false;
    if (waiting.length === 0) {
      pace = NO_PACE;
      return;
    }
    watchTurn();
    if (!isHearing) beginWaiting();
  }

  function isAccepting(): boolean {
    return hasNewConnection && connections < CONNECTIONS_BEFORE_WORK;
  }

  function beginWaiting(): void {
    // The more is heard and refused, the more is begun, or there would be time for nothing else.
    const next = waiting.splice(0, Math.max(BEGUN_IN_TURN, heard / 2));
    pace = nextPace(pace, performance.now(), next.length);
    for (const request of next) {
      if (request.isOver()) continue;
      if (isFull()) refusals.add(request);
      else begin(request);
    }
  }

  function isFull(): boolean {
    return inProgress - aside >= maxInProgress;
  }

  function begin(request: QueuedRequest): void {
    begun++;
    heard = 0;
    connections = 0;
    watchTurn();
    request.begin();
  }

  function isQueueFull(): boolean {
    if (waiting.length < FEW) return false;
    return waiting.length * pace.msEach > MAX_WAIT_MS || waiting.length >= MAX_WAITING;
  }

  return {
    ask(request) {
      heard++;
      if (isFull()) return refusals.add(request);
      if (waiting.length === 0 && begun < BEGUN_IN_TURN && !isAccepting()) return begin(request);
      if (isQueueFull()) return refusals.add(request);
      waiting.push(request);
      watchTurn();
    },
    workBegins() {
      inProgress++;
    },
    workEnds() {
      inProgress--;
      if (inProgress > 0) return;
      for (const resolve of idle) resolve();
      idle = [];
    },
    waitBegins() {
      aside++;
    },
    waitEnds() {
      aside--;
    },
    noteConnection() {
      hasNewConnection = true;
      connections++;
    },
    whenIdle: () => new Promise((resolve) => (inProgress === 0 ? resolve() : idle.push(resolve))),
  };
}

/** How long the queue takes for each that is in it, all that happens in between included. */
interface Pace {
  msEach: number;
  at: number;
  begun: number;
}

const NO_PACE: Pace = { msEach: 0, at: 0, begun: 0 };

function nextPace(last: Pace, now: number, begun: number): Pace {
  if (last.begun === 0) return { msEach: 0, at: now, begun };
  const msEach = (now - last.at) / last.begun;
  return { msEach: last.msEach === 0 ? msEach : (last.msEach + msEach) / 2, at: now, begun };
}
