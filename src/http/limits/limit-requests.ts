import type { Caller } from '../../actions/account/callers.ts';
import type { RequestLimits } from '../../actions/account/limits/request-limits.ts';
import { type RateLimits, secondsLeft, type WindowState } from '../../actions/rate-limits.ts';
import type { Config } from '../../app/config/config.ts';
import { Problem } from '../../domain/errors.ts';

type Kind = 'read' | 'write';
type Headers = Record<string, string>;
type Counted = Headers | undefined | Promise<Headers | undefined>;

export interface RateLimiter {
  /** Counts one request and returns the rate limit headers. Throws, or rejects with, `rate_limited`. */
  count(caller: Caller, kind: Kind, now: number): Counted;
  /** Counts what is part of a request that was counted. */
  countPart(caller: Caller, kind: Kind, now: number): Counted;
}

/** Limits each key and each user, separately for reads and writes, and all keys and apps of an account together. */
export function createRateLimiter(
  config: Config,
  rateLimits: RateLimits,
  findLimit: RequestLimits,
): RateLimiter {
  function countPart({ accountId, keyId, automation, role }: Caller, kind: Kind, now: number): Counted {
    const limit = kind === 'read' ? config.readsPerMinute : config.writesPerMinute;
    if (limit === 0 || (automation && !config.limitAutomation)) return undefined;
    const window = rateLimits.count({ accountId, subject: keyId, kind, perMinute: limit }, now);
    return window instanceof Promise
      ? window.then((known) => checkWindow(known, kind, limit, role, now))
      : checkWindow(window, kind, limit, role, now);
  }

  function countOfAccount(accountId: string, perMinute: number, now: number): void | Promise<void> {
    const window = rateLimits.count({ accountId, subject: accountId, kind: 'account', perMinute }, now);
    return window instanceof Promise
      ? window.then((known) => checkAccount(known, perMinute, now))
      : checkAccount(window, perMinute, now);
  }

  async function countBoth(
    caller: Caller,
    own: Counted,
    limit: Promise<number | null> | number,
    now: number,
  ) {
    // Waited for together: if both fail, nobody would handle the failure of the second, which ends the process.
    const [headers, perMinute] = await Promise.all([own, limit]);
    if (perMinute !== null) await countOfAccount(caller.accountId, perMinute, now);
    return headers;
  }

  return {
    countPart,
    count(caller, kind, now) {
      const own = countPart(caller, kind, now);
      if (!isLimitedWithAccount(caller, config)) return own;
      const limit = findLimit(caller.accountId, now);
      return limit === null ? own : countBoth(caller, own, limit, now);
    },
  };
}

/** People at the console are not counted: programs of the account must not lock them out. */
function isLimitedWithAccount({ role, isApp, automation }: Caller, { limitAutomation }: Config): boolean {
  return (role === 'key' || isApp === true) && (!automation || limitAutomation);
}

function checkWindow(
  window: WindowState,
  kind: Kind,
  limit: number,
  role: Caller['role'],
  now: number,
): Headers {
  const headers = formatHeaders(window, kind, limit, now);
  if (window.left >= 0) return headers;
  throw rateLimited(
    `${role === 'key' ? 'This key has' : 'You have'} reached the limit of ${limit} ${kind === 'read' ? 'reads' : 'writes'} per minute.`,
    headers,
    secondsLeft(window, now),
  );
}

function checkAccount(window: WindowState, limit: number, now: number): void {
  if (window.left >= 0) return;
  throw rateLimited(
    `The keys and apps of this account have reached its limit of ${limit} requests per minute. The operator of this installation can raise it.`,
    formatHeaders(window, 'account', limit, now),
    secondsLeft(window, now),
  );
}

function formatHeaders(window: WindowState, policy: string, limit: number, now: number): Headers {
  return {
    'RateLimit-Policy': `"${policy}";q=${limit};w=60`,
    RateLimit: `"${policy}";r=${Math.max(0, window.left)};t=${secondsLeft(window, now)}`,
  };
}

function rateLimited(text: string, headers: Headers, seconds: number): Problem {
  return new Problem('rate_limited', `${text} Try again in ${seconds} s.`, {
    headers: { ...headers, 'Retry-After': String(seconds) },
  });
}
