import { UnreachableError } from '../../adapters/net/resolve-host.ts';
import type { Deps } from '../../app/deps.ts';
import { type App, type FetchDocument, isDocumentUrl, parseAppMetadata } from '../../domain/apps/app.ts';
import { addToCache } from '../../domain/bounded-cache.ts';
import { isId } from '../../domain/ids.ts';
import { findRegisteredApp } from '../../store/tables/apps/registered-apps.ts';

/** Why an app cannot be connected: nobody knows it, its document does not respond or is wrong, or there were too many. */
export type AppProblem = 'unknown' | 'unreachable' | 'invalid' | 'busy';

const CACHE_MS = 5 * 60_000;
const MAX_CACHED = 1_000;
/** Documents per person per minute, so that nobody makes this service request much from others. */
const MAX_PER_MINUTE = 10;

/** Documents by URL, for each service of the process. Failures are not cached: the next attempt may succeed. */
const documents = new WeakMap<FetchDocument, Map<string, { app: App; until: number }>>();

/** Finds the app that a signed-in person wants to connect. */
export async function findApp(
  deps: Pick<Deps, 'db' | 'rateLimits' | 'fetchAppDocument'>,
  clientId: string,
  userId: string,
  now: number,
): Promise<App | AppProblem> {
  if (isId('app', clientId)) {
    const row = await findRegisteredApp(deps.db.read, clientId);
    if (!row) return 'unknown';
    return { clientId, name: row.name, redirectUris: JSON.parse(row.redirect_uris), host: undefined };
  }
  if (!isDocumentUrl(clientId)) return 'unknown';
  const cache = documents.get(deps.fetchAppDocument) ?? new Map();
  documents.set(deps.fetchAppDocument, cache);
  const cached = cache.get(clientId);
  if (cached && cached.until > now) return cached.app;
  const limit = { accountId: '', kind: 'app document', subject: userId, perMinute: MAX_PER_MINUTE };
  if ((await deps.rateLimits.count(limit, now)).left < 0) return 'busy';
  const app = await readDocument(deps.fetchAppDocument, clientId);
  if (typeof app !== 'string') addToCache(cache, MAX_CACHED, clientId, { app, until: now + CACHE_MS });
  return app;
}

async function readDocument(fetchDocument: FetchDocument, clientId: string): Promise<App | AppProblem> {
  try {
    const document = await fetchDocument(clientId);
    const metadata = parseAppMetadata(document);
    if (typeof metadata === 'string' || !namesItself(document, clientId)) return 'invalid';
    const { host } = new URL(clientId);
    // Addresses that cannot be used here, such as those of other protocols, are for other services.
    return { clientId, host, name: metadata.name ?? host, redirectUris: metadata.redirectUris };
  } catch (error) {
    if (error instanceof UnreachableError) return 'unreachable';
    throw error;
  }
}

/** Otherwise anybody who can store a file on a host could speak for its apps. Secrets cannot be in a public document. */
function namesItself(document: unknown, clientId: string): boolean {
  const { client_id, token_endpoint_auth_method: method } = document as Record<string, unknown>;
  return client_id === clientId && !String(method).startsWith('client_secret');
}
