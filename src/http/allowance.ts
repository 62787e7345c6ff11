import type { Counted } from '../store/rate-windows.ts';

export const WINDOW_MS = 60_000;
export const MAX_WINDOWS = 100_000;

export interface Budget extends Counted {
  /** Requests in a minute. */
  limit: number;
}

/** How the minute stands after a request was counted. */
export interface Standing {
  ends: number;
  /** What may still follow; below 0 the request itself was one too many. */
  left: number;
}

/** A window of a minute, which begins with the first request. */
export interface Allowance {
  take(budget: Budget, now: number): Standing | Promise<Standing>;
}

/** In memory, where one process serves all requests. */
export function ownAllowance(): Allowance {
  const windows = new Map<string, { ends: number; used: number }>();
  return {
    take({ kind, subject, limit }, now) {
      const name = `${kind}:${subject}`;
      let window = windows.get(name);
      if (!window || window.ends <= now) {
        if (windows.size >= MAX_WINDOWS) windows.clear();
        window = { ends: now + WINDOW_MS, used: 0 };
        windows.set(name, window);
      }
      window.used++;
      return { ends: window.ends, left: limit - window.used };
    },
  };
}

/** For `Retry-After`. */
export function secondsLeft({ ends }: Standing, now: number): number {
  return Math.max(1, Math.ceil((ends - now) / 1000));
}
