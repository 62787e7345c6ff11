import { createRefusals } from './refusals.ts';

/*
 * Lets the service recover immediately from ten times the load that it can handle, instead of after most of a minute.
 * `npm run bench:overload` measures it.
 */

/** Requests that start in one turn of the event loop. The others wait for the next turn, so that turns stay short. */
const BEGUN_IN_TURN = 128;
/**
 * A turn of the event loop accepts one new connection, however many wait. While connections arrive, work waits for up to
 * this many of them; otherwise it would take minutes to accept a large crowd.
 */
const CONNECTIONS_BEFORE_WORK = 256;
/** A request is rejected if it would wait longer than this at the current pace. */
const MAX_WAIT_MS = 1000;
/** Below this queue length, no request is rejected for a long wait: then the requests are slow, not too many. */
const FEW = 256;
/** One client can send many requests before it reads a response. */
const MAX_WAITING = 10_000;

/** A queued request. */
export interface QueuedRequest {
  begin(): void;
  refuse(): void;
  /** Whether the caller has disconnected. */
  isOver(): boolean;
}

export interface Admission {
  /** Starts the request immediately, queues it, or rejects it. */
  submit(request: QueuedRequest): void;
  /** Count the requests in progress. */
  workBegins(): void;
  workEnds(): void;
  /** Exclude a request in progress from the limit while it waits. It still counts for `whenIdle`. */
  waitBegins(): void;
  waitEnds(): void;
  noteConnection(): void;
  /** Resolves when no request is in progress, including those whose caller has disconnected. */
  whenIdle(): Promise<void>;
}

/**
 * Limits running and queued work. Requests wait in this queue and not in their sockets, where they could not be counted:
 * the embedded database runs in the event loop and would otherwise process everything that has arrived before the server
 * sees what comes next.
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
    // Starts more as more requests are rejected; otherwise rejecting would use up all the time.
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
    submit(request) {
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

/** The time that the queue takes per request, including everything that happens in between. */
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
