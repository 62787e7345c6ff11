import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { EventLoop } from './loop-load.ts';

const LOOK_EVERY_MS = 5_000;
/** Above what the jobs take that run by themselves. */
const IDLE_SHARE = 0.1;
/** Less work than this leaves nothing worth a collection. */
const WORTH_MS = 300;
/** A collection holds everybody up for a tenth of a second: not for each short rest of a service that is in use. */
const AT_MOST_EVERY_MS = 600_000;

interface IdleMemoryOptions {
  loop?: EventLoop;
  collect?: () => void;
  lookEveryMs?: number;
  atMostEveryMs?: number;
}

/**
 * V8 keeps the room that loading the program or a busy hour took, tens of megabytes of it, for as long as next to nothing is
 * allocated, as then it does not collect. So everything is collected when the loop has come to rest. Returns how to end it.
 */
export function collectWhenIdle({
  loop = performance,
  collect = collectAll,
  lookEveryMs = LOOK_EVERY_MS,
  atMostEveryMs = AT_MOST_EVERY_MS,
}: IdleMemoryOptions = {}): () => void {
  let last = loop.eventLoopUtilization();
  // However quick the machine is: loading the program has left tens of megabytes.
  let activeMs = WORTH_MS;
  let notBefore = 0;
  const timer = setInterval(() => {
    const now = loop.eventLoopUtilization();
    const { active, utilization } = loop.eventLoopUtilization(now, last);
    last = now;
    activeMs += active;
    if (utilization > IDLE_SHARE || activeMs < WORTH_MS || now.active + now.idle < notBefore) return;
    collect();
    activeMs = 0;
    // The collection was no work of the service.
    last = loop.eventLoopUtilization();
    notBefore = last.active + last.idle + atMostEveryMs;
  }, lookEveryMs).unref();
  return () => clearInterval(timer);
}

/** As when memory runs out: only then does V8 give back the room for new objects. */
export function collectAll(): void {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as NodeJS.GCFunction;
  setFlagsFromString('--no-expose-gc');
  gc({ type: 'major', flavor: 'last-resort' });
}
