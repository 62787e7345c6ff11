import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import {
  type Caller,
  findCallerByKey,
  findEnvironmentCaller,
  getKeyCacheMs,
  type KeyUse,
  recordKeyUse,
} from '../../actions/account/callers.ts';
import { findAppCaller } from '../../actions/apps/find-app-caller.ts';
import { APP_TOKEN_PREFIX } from '../../actions/apps/issue-tokens.ts';
import { hashSecret, hashSecretCached } from '../../actions/people/secret-code.ts';
import type { Deps } from '../../app/deps.ts';
import type { AppResource } from '../../domain/apps/app.ts';
import { addToCache } from '../../domain/bounded-cache.ts';
import { Problem } from '../../domain/errors.ts';
import { countRefused, getNearestAddress } from '../limits/sign-in-limit.ts';

export interface Authenticator {
  /** Whether the key has read the metrics before and was valid at its last lookup. This needs no database. */
  isKnownWatcher(authorization: string | undefined): boolean | Promise<boolean>;
  noteWatcher(authorization: string | undefined, caller: Caller): void;
  /**
   * Throws `unauthorized` for an invalid key, and `rate_limited` after too many invalid keys from the same network. Tokens
   * of apps are valid for the resource only.
   */
  authenticate(request: FastifyRequest, resource?: AppResource): Caller | Promise<Caller>;
  /** Finds the caller of a key, if the key is valid and may be used from the address. */
  find(secret: string, address: string): Promise<Caller | undefined>;
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
  const cacheMs = getKeyCacheMs(deps);
  const used = new Map<string, KeyUse>();
  const lastStored = new Map<string, number>();

  async function lookUp(secret: string, authorization: string): Promise<Caller | undefined> {
    const hash = hashSecretCached(secret);
    const isEnvironment = isEnvironmentKey(hash);
    const accountId = remembered.get(authorization)?.caller.accountId;
    const caller = isEnvironment
      ? await findEnvironmentCaller(deps)
      : await findCallerByKey(deps, hash, accountId);
    if (!caller && isEnvironment) throw unauthorized('There is no account for PROFFER_API_KEY.');
    if (!caller) return undefined;
    const now = clock();
    const until = isEnvironment ? Infinity : Math.min(now + cacheMs, caller.limits?.expiresAt ?? Infinity);
    if (until > now) addToCache(remembered, CACHE_SIZE, authorization, { caller, until });
    if (!isEnvironment) noteUse(caller, now);
    return caller;
  }

  function noteUse({ accountId, keyId, isApp }: Caller, now: number): void {
    if ((lastStored.get(keyId) ?? 0) + TOUCH_EVERY_MS > now) return;
    lastStored.set(keyId, now);
    used.set(keyId, { accountId, keyId, isApp: isApp === true, at: now });
  }

  /** Apps exist only where people can see and end them, in the console. */
  async function lookUpApp(secret: string, resource: AppResource | undefined): Promise<Caller | undefined> {
    if (resource === undefined || !deps.config.console) return undefined;
    const now = clock();
    const caller = await findAppCaller(deps, hashSecretCached(secret), resource, now);
    if (caller) noteUse(caller, now);
    return caller;
  }

  function isEnvironmentKey(hash: string): boolean {
    return environmentHash !== null && timingSafeEqual(Buffer.from(hash), environmentHash);
  }

  async function signIn(
    request: FastifyRequest,
    authorization: string | undefined,
    resource: AppResource | undefined,
  ): Promise<Caller> {
    const secret = parseBearer(authorization);
    const caller = secret.startsWith(APP_TOKEN_PREFIX)
      ? await lookUpApp(secret, resource)
      : await lookUp(secret, authorization ?? '');
    if (caller) {
      checkLimits(caller, request, clock());
      return caller;
    }
    const seconds = await countRefused(count, request, clock());
    throw seconds === undefined
      ? unauthorized('The API key is not known or was revoked.')
      : tooManyRefused(seconds);
  }

  return {
    authenticate(request, resource) {
      const { authorization } = request.headers;
      const known = authorization && remembered.get(authorization);
      if (known && known.until > clock()) {
        checkLimits(known.caller, request, clock());
        return known.caller;
      }
      return signIn(request, authorization, resource);
    },

    isKnownWatcher(authorization) {
      const secret = BEARER.exec(authorization ?? '')?.[1];
      if (!secret) return false;
      const hash = hashSecretCached(secret);
      return isEnvironmentKey(hash) || watchers.has(hash);
    },
    noteWatcher(authorization, { limits }) {
      // A key with limits is looked up each time, because nothing else would check them.
      if (limits) return;
      const hash = hashSecretCached(parseBearer(authorization));
      if (!isEnvironmentKey(hash)) watchers.note(hash, true);
    },
    async find(secret, address) {
      const caller = isKey(secret) ? await lookUp(secret, `Bearer ${secret}`) : undefined;
      return caller && findLimitProblem(caller, address, clock()) ? undefined : caller;
    },

    async flush() {
      const batch = [...used.values()];
      used.clear();
      await recordKeyUse(deps, batch);
    },
  };
}

/** Uses the address that connected to our proxy: a client can forge all others. */
function checkLimits(caller: Caller, request: FastifyRequest, now: number): void {
  const problem = caller.limits && findLimitProblem(caller, getNearestAddress(request), now);
  if (problem) throw problem;
}

/** Returns why the key does not work now, or not from this IP address. */
function findLimitProblem({ limits }: Caller, address: string, now: number): Problem | undefined {
  if (!limits) return undefined;
  if (limits.expiresAt <= now) {
    return unauthorized('The API key has expired. An owner can create another one in the console.');
  }
  if (limits.allows(address)) return undefined;
  return new Problem(
    'forbidden',
    'The API key may not be used from your IP address. An owner can create a key for it in the console.',
  );
}

/** No valid key is longer, and longer ones must not fill the cache. */
const BEARER = /^Bearer +(\S{1,200})$/i;

function parseBearer(authorization: string | undefined): string {
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
