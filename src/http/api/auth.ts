import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import {
  type Caller,
  callerOfEnvironment,
  callerOfKey,
  type KeyUse,
  keyBelievedMs,
  noteKeyUse,
} from '../../actions/account/callers.ts';
import { hashOfSent, hashSecret } from '../../actions/secret-code.ts';
import type { Deps } from '../../deps.ts';
import { remember } from '../../domain/bounded-memory.ts';
import { Problem } from '../../domain/errors.ts';
import { countRefused } from '../../limits/sign-in-limit.ts';

export interface Authenticator {
  /** Whether the key has read the metrics before and was valid at its last lookup. This needs no database. */
  isKnownWatcher(authorization: string | undefined): boolean | Promise<boolean>;
  noteWatcher(authorization: string | undefined): void;
  /** Throws `unauthorized` for an invalid key, and `rate_limited` after too many invalid keys from the same network. */
  authenticate(request: FastifyRequest): Caller | Promise<Caller>;
  /** Finds the caller of a key, if the key is valid. */
  find(secret: string): Promise<Caller | undefined>;
  /** Stores when keys were last used. */
  flush(): Promise<void>;
}

const TOUCH_EVERY_MS = 60_000;
const CACHE_SIZE = 10_000;

export function createAuthenticator(deps: Deps): Authenticator {
  const { config, clock, watchers, countRefused: count } = deps;
  const environmentHash = config.apiKey === null ? null : Buffer.from(hashSecret(config.apiKey));
  /** Keyed by the whole `Authorization` header. */
  const remembered = new Map<string, { caller: Caller; until: number }>();
  const cacheMs = keyBelievedMs(deps);
  const used = new Map<string, KeyUse>();
  const touched = new Map<string, number>();

  async function lookUp(secret: string, authorization: string): Promise<Caller | undefined> {
    const hash = hashOfSent(secret);
    const isEnvironment = isOfEnvironment(hash);
    const accountId = remembered.get(authorization)?.caller.accountId;
    const caller = isEnvironment ? await callerOfEnvironment(deps) : await callerOfKey(deps, hash, accountId);
    if (!caller && isEnvironment) throw unauthorized('There is no account for PROFFER_API_KEY.');
    if (!caller) return undefined;
    const now = clock();
    const until = isEnvironment ? Infinity : now + cacheMs;
    if (until > now) remember(remembered, CACHE_SIZE, authorization, { caller, until });
    if (!isEnvironment && (touched.get(caller.keyId) ?? 0) + TOUCH_EVERY_MS <= now) {
      touched.set(caller.keyId, now);
      used.set(caller.keyId, { accountId: caller.accountId, keyId: caller.keyId, at: now });
    }
    return caller;
  }

  function isOfEnvironment(hash: string): boolean {
    return environmentHash !== null && timingSafeEqual(Buffer.from(hash), environmentHash);
  }

  async function signIn(request: FastifyRequest, authorization: string | undefined): Promise<Caller> {
    const caller = await lookUp(bearer(authorization), authorization ?? '');
    if (caller) return caller;
    const seconds = await countRefused(count, request, clock());
    throw seconds === undefined
      ? unauthorized('The API key is not known or was revoked.')
      : tooManyRefused(seconds);
  }

  return {
    authenticate(request) {
      const { authorization } = request.headers;
      const known = authorization && remembered.get(authorization);
      if (known && known.until > clock()) return known.caller;
      return signIn(request, authorization);
    },

    isKnownWatcher(authorization) {
      const secret = BEARER.exec(authorization ?? '')?.[1];
      if (!secret) return false;
      const hash = hashOfSent(secret);
      return isOfEnvironment(hash) || watchers.has(hash);
    },
    noteWatcher(authorization) {
      const hash = hashOfSent(bearer(authorization));
      if (!isOfEnvironment(hash)) watchers.note(hash, true);
    },
    find: async (secret) => (isKey(secret) ? lookUp(secret, `Bearer ${secret}`) : undefined),

    async flush() {
      const batch = [...used.values()];
      used.clear();
      await noteKeyUse(deps, batch);
    },
  };
}

/** No valid key is longer, and longer ones must not fill the cache. */
const BEARER = /^Bearer +(\S{1,200})$/i;

function bearer(authorization: string | undefined): string {
  const secret = BEARER.exec(authorization ?? '')?.[1];
  if (!secret) throw unauthorized('Send the header "Authorization: Bearer <API key>".');
  return secret;
}

function isKey(secret: string): boolean {
  return BEARER.test(`Bearer ${secret}`);
}

function tooManyRefused(seconds: number): Problem {
  return new Problem(
    'rate_limited',
    `Too many invalid keys came from your IP address. Try again in ${seconds} s, or send a valid key.`,
    { headers: { 'Retry-After': String(seconds) } },
  );
}

function unauthorized(detail: string): Problem {
  return new Problem('unauthorized', detail, { headers: { 'WWW-Authenticate': 'Bearer' } });
}
