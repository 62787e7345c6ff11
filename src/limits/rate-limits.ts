import type { Counted, RateWindow } from '../store/tables/rate-windows.ts';

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

/** Adds to what is used of a window, or begins a new one. */
export type UseWindow<Result> = (counted: Counted, wanted: number, now: number) => Result;

/** In memory, where one process serves all requests. Where there are too many, those that end first are forgotten. */
export function windowsInMemory(max = MAX_WINDOWS): UseWindow<RateWindow> {
  const windows = new Map<string, RateWindow>();
  return ({ kind, subject }, wanted, now) => {
    const name = `${kind}:${subject}`;
    let window = windows.get(name);
    if (!window || window.ends_at <= now) {
      // Behind all others, so that they stay in the order in which they end.
      windows.delete(name);
      if (windows.size >= max) windows.delete(windows.keys().next().value ?? '');
      window = { ends_at: now + WINDOW_MS, used: 0 };
      windows.set(name, window);
    }
    window.used += wanted;
    return window;
  };
}

/** For a thread that serves all requests. */
export function ownAllowance(): Allowance {
  const useWindow = windowsInMemory();
  return {
    take(budget, now) {
      const { ends_at, used } = useWindow(budget, 1, now);
      return { ends: ends_at, left: budget.limit - used };
    },
  };
}

/** For `Retry-After`. */
export function secondsLeft({ ends }: Pick<Standing, 'ends'>, now: number): number {
  return Math.max(1, Math.ceil((ends - now) / 1000));
}
