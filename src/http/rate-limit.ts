import type { Config } from '../config.ts';
import { Problem } from '../domain/errors.ts';
import type { Caller } from './auth.ts';

const WINDOW_MS = 60_000;
const MAX_KEYS = 100_000;

export interface RateLimiter {
  /** Counts one request and gives the headers that tell what is left. Throws `rate_limited`. */
  count(caller: Caller, kind: 'read' | 'write', now: number): Record<string, string> | undefined;
}

/** A fixed window of a minute for each key, reads and writes apart. */
export function createRateLimiter(config: Config): RateLimiter {
  const windows = new Map<string, { ends: number; used: number }>();

  return {
    count(caller, kind, now) {
      const limit = kind === 'read' ? config.readsPerMinute : config.writesPerMinute;
      if (limit === 0 || (caller.automation && !config.limitAutomation)) return undefined;
      const name = `${kind}:${caller.keyId}`;
      let window = windows.get(name);
      if (!window || window.ends <= now) {
        if (windows.size >= MAX_KEYS) windows.clear();
        window = { ends: now + WINDOW_MS, used: 0 };
        windows.set(name, window);
      }
      window.used++;
      const seconds = Math.max(1, Math.ceil((window.ends - now) / 1000));
      const headers = {
        'RateLimit-Policy': `"${kind}";q=${limit};w=60`,
        RateLimit: `"${kind}";r=${Math.max(0, limit - window.used)};t=${seconds}`,
      };
      if (window.used <= limit) return headers;
      throw new Problem(
        'rate_limited',
        `This key may make ${limit} ${kind === 'read' ? 'reads' : 'writes'} a minute. Try again in ${seconds} s.`,
        { headers: { ...headers, 'Retry-After': String(seconds) } },
      );
    },
  };
}
