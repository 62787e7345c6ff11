import type { RateSubject, RateWindow } from '../store/tables/rate-windows.ts';

export const WINDOW_MS = 60_000;
export const MAX_WINDOWS = 100_000;

export interface RateLimit extends RateSubject {
  perMinute: number;
}

/** The state of a window after a request was counted. */
export interface WindowState {
  ends: number;
  /** Requests left in the window; below 0, this request exceeded the limit. */
  left: number;
}

export interface RateLimits {
  /** Counts a request. A window is one minute long and begins with its first request. */
  count(limit: RateLimit, now: number): WindowState | Promise<WindowState>;
}

/** Adds to the use of a window, or begins a new one. */
export type UseWindow = (counted: RateSubject, wanted: number, now: number) => RateWindow;

/** Keeps windows in memory, for one process that serves all requests. If there are too many, evicts those that end first. */
export function createMemoryWindows(max = MAX_WINDOWS): UseWindow {
  const windows = new Map<string, RateWindow>();
  return ({ kind, subject }, wanted, now) => {
    const name = `${kind}:${subject}`;
    let window = windows.get(name);
    if (!window || window.ends_at <= now) {
      // Inserted at the end, so that the map is sorted by the end of the windows.
      windows.delete(name);
      if (windows.size >= max) windows.delete(windows.keys().next().value ?? '');
      window = { ends_at: now + WINDOW_MS, used: 0 };
      windows.set(name, window);
    }
    window.used += wanted;
    return window;
  };
}

/** Counts in memory, for a process that serves all requests. */
export function createMemoryRateLimits(): RateLimits {
  const useWindow = createMemoryWindows();
  return {
    count(limit, now) {
      const { ends_at, used } = useWindow(limit, 1, now);
      return { ends: ends_at, left: limit.perMinute - used };
    },
  };
}

/** Returns the value of `Retry-After`. */
export function secondsLeft({ ends }: Pick<WindowState, 'ends'>, now: number): number {
  return Math.max(1, Math.ceil((ends - now) / 1000));
}
