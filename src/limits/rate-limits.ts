import type { Counted, RateWindow } from '../store/tables/rate-windows.ts';

export const WINDOW_MS = 60_000;
export const MAX_WINDOWS = 100_000;

export interface RateLimit extends Counted {
  perMinute: number;
}

/** How a window stands after a request was counted. */
export interface WindowState {
  ends: number;
  /** What may still follow; below 0 the request itself was one too many. */
  left: number;
}

export interface RateLimits {
  /** Counts a request in the window of its limit: a minute, which begins with the first request. */
  count(limit: RateLimit, now: number): WindowState | Promise<WindowState>;
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
export function rateLimitsInMemory(): RateLimits {
  const useWindow = windowsInMemory();
  return {
    count(limit, now) {
      const { ends_at, used } = useWindow(limit, 1, now);
      return { ends: ends_at, left: limit.perMinute - used };
    },
  };
}

/** For `Retry-After`. */
export function secondsLeft({ ends }: Pick<WindowState, 'ends'>, now: number): number {
  return Math.max(1, Math.ceil((ends - now) / 1000));
}
