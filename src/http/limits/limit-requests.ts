import type { Caller } from '../../actions/account/callers.ts';
import { type RateLimits, secondsLeft, type WindowState } from '../../actions/rate-limits.ts';
import type { Config } from '../../app/config/config.ts';
import { Problem } from '../../domain/errors.ts';

type Kind = 'read' | 'write';
type Headers = Record<string, string>;

export interface RateLimiter {
  /** Counts one request and returns the rate limit headers. Throws, or rejects with, `rate_limited`. */
  count(caller: Caller, kind: Kind, now: number): Headers | undefined | Promise<Headers>;
}

/** Limits each key and each user, separately for reads and writes. */
export function createRateLimiter(config: Config, rateLimits: RateLimits): RateLimiter {
  return {
    count({ accountId, keyId, automation, role }, kind, now) {
      const limit = kind === 'read' ? config.readsPerMinute : config.writesPerMinute;
      if (limit === 0 || (automation && !config.limitAutomation)) return undefined;
      const window = rateLimits.count({ accountId, subject: keyId, kind, perMinute: limit }, now);
      return window instanceof Promise
        ? window.then((known) => checkWindow(known, kind, limit, role, now))
        : checkWindow(window, kind, limit, role, now);
    },
  };
}

function checkWindow(
  window: WindowState,
  kind: Kind,
  limit: number,
  role: Caller['role'],
  now: number,
): Headers {
  const seconds = secondsLeft(window, now);
  const headers = {
    'RateLimit-Policy': `"${kind}";q=${limit};w=60`,
    RateLimit: `"${kind}";r=${Math.max(0, window.left)};t=${seconds}`,
  };
  if (window.left >= 0) return headers;
  throw new Problem(
    'rate_limited',
    `${role === 'key' ? 'This key has' : 'You have'} reached the limit of ${limit} ${kind === 'read' ? 'reads' : 'writes'} per minute. Try again in ${seconds} s.`,
    { headers: { ...headers, 'Retry-After': String(seconds) } },
  );
}
