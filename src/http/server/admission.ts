import { createRejections, type QueuedRequest } from './rejections.ts';

/*
 * Lets the service recover immediately from ten times the load that it can handle, instead of after most of a minute.
 * `npm run bench:overload` measures it.
 */

/** Requests that start in one turn of the event loop. The others wait for the next turn, so that turns stay short. */
const MAX_STARTS_PER_TURN = 128;
/**
 * A turn of the event loop accepts one new connection, however many wait. While connections arrive, work waits for up to
 * this many of them; otherwise it would take minutes to accept a large crowd.
 */
const MAX_CONNECTIONS_BEFORE_WORK = 256;
/** A request is rejected if it would wait longer than this at the current pace. */
const MAX_WAIT_MS = 1000;
/** Below this queue length, no request is rejected for a long wait: then the requests are slow, not too many. */
const MIN_REJECTING_QUEUE = 256;
/** One client can send many requests before it reads a response. */
const MAX_QUEUE_LENGTH = 10_000;

export interface Admission {
  /** Starts the request immediately, queues it, or rejects it. */
  submit(request: QueuedRequest): void;
  /** Count the requests in progress. */
  startWork(): void;
  endWork(): void;
  /** Exclude a request in progress from the limit while it waits. It still counts for `whenIdle`. */
  startWait(): void;
  endWait(): void;
  countConnection(): void;
  /** Resolves when no request is in progress, including those whose caller has disconnected. */
  whenIdle(): Promise<void>;
}

/**
 * Limits running and queued work. Requests wait in this queue and not in their sockets, where they could not be counted:
 * the embedded database runs in the event loop and would otherwise process everything that has arrived before the server
 * sees what comes next.
 */
export function createAdmission(maxInProgress: number): Admission {
  let isWaitingForConnections = false;
  const rejections = createRejections(() => isWaitingForConnections);
  const queue: QueuedRequest[] = [];
  let inProgress = 0;
  let waitingAside = 0;
  let idle: (() => void)[] = [];
  let begun = 0;
  let arrived = 0;
  let connections = 0;
  let pace = NO_PACE;
  let hasNewConnection = false;
  let isTurnScheduled = false;

  function scheduleTurnEnd(): void {
    if (isTurnScheduled) return;
    isTurnScheduled = true;
    setImmediate(endTurn);
  }

  function endTurn(): void {
    isTurnScheduled = false;
    begun = 0;
    isWaitingForConnections = queue.length > 0 && isAccepting();
    hasNewConnection = false;
    if (queue.length === 0) {
      pace = NO_PACE;
      return;
    }
    scheduleTurnEnd();
    if (!isWaitingForConnections) startQueued();
  }

  function isAccepting(): boolean {
    return hasNewConnection && connections < MAX_CONNECTIONS_BEFORE_WORK;
  }

  function startQueued(): void {
    // Starts more as more requests are rejected; otherwise rejecting would use up all the time.
    const next = queue.splice(0, Math.max(MAX_STARTS_PER_TURN, arrived / 2));
    pace = nextPace(pace, performance.now(), next.length);
    for (const request of next) {
      if (request.isOver()) continue;
      if (isFull()) rejections.add(request);
      else begin(request);
    }
  }

  function isFull(): boolean {
    return inProgress - waitingAside >= maxInProgress;
  }

  function begin(request: QueuedRequest): void {
    begun++;
    arrived = 0;
    connections = 0;
    scheduleTurnEnd();
    request.begin();
  }

  function isQueueFull(): boolean {
    if (queue.length < MIN_REJECTING_QUEUE) return false;
    return queue.length * pace.msEach > MAX_WAIT_MS || queue.length >= MAX_QUEUE_LENGTH;
  }

  return {
    submit(request) {
      arrived++;
      if (isFull()) return rejections.add(request);
      if (queue.length === 0 && begun < MAX_STARTS_PER_TURN && !isAccepting()) return begin(request);
      if (isQueueFull()) return rejections.add(request);
      queue.push(request);
      scheduleTurnEnd();
    },
    startWork() {
      inProgress++;
    },
    endWork() {
      inProgress--;
      if (inProgress > 0) return;
      for (const resolve of idle) resolve();
      idle = [];
    },
    startWait() {
      waitingAside++;
    },
    endWait() {
      waitingAside--;
    },
    countConnection() {
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
