import { randomUUID } from 'node:crypto';
import { createKey, revokeKeys } from '../actions/account/accounts.ts';
import { findService } from '../actions/running-service.ts';
import { readConfig } from '../app/config/config.ts';
import type { Account } from '../domain/account/account.ts';
import type { Database } from '../store/database.ts';
import { CliError } from './command.ts';
import { exitBySignal, onStopSignal } from './serve/stop-signal.ts';

/** Limits a key that a killed command could not revoke. */
const KEY_TTL_MS = 3_600_000;

interface ServiceCall {
  /** URL of the service; default: where it runs. */
  url: string | undefined;
  /** Name of the temporary key, which events show as their actor. */
  name: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path below `/api/v1`. */
  path: string;
  body?: object;
  /** Sent as the body instead of JSON. */
  file?: Uint8Array<ArrayBuffer>;
  accept?: string;
}

/** An error response. `code` is that of the problem; other servers send none. */
export class ServiceError extends CliError {
  readonly code: string | undefined;
  constructor(message: string, code: string | undefined) {
    super(message);
    this.code = code;
  }
}

/** Calls the running service with a key that is created for this one request and revoked afterwards. */
export function callService(db: Database, account: Account, call: ServiceCall): Promise<Response> {
  return withTemporaryKey(db, account, call.name, async (key) =>
    requestService(call.url ?? (await findServiceUrl(db)), key, call),
  );
}

/** Creates a key for the work, and revokes it afterwards, or when a signal stops the command. */
export async function withTemporaryKey<T>(
  db: Database,
  account: Account,
  name: string,
  work: (key: string) => Promise<T>,
): Promise<T> {
  const now = Date.now();
  const input = { name, access: 'write', expiresAt: now + KEY_TTL_MS } as const;
  const key = db.write((tx) => createKey(tx, account, input, now));
  const revoke = async () => revokeKeys({ db }, [(await key).id], Date.now());
  const removeListener = onStopSignal((signal) => void revoke().finally(() => exitBySignal(signal)));
  try {
    return await work((await key).secret);
  } finally {
    await revoke();
    removeListener();
  }
}

const PROBE_MS = 2000;

/**
 * Finds where the service of this database runs: as it recorded at its start, which may have had another environment, or
 * by HOST and PORT, or at its public URL.
 */
export async function findServiceUrl(db: Database): Promise<string> {
  const recorded = await findService({ db });
  const urls = [recorded?.localUrl, getLocalUrl(), recorded?.baseUrl].filter((url) => url !== undefined);
  for (const url of new Set(urls)) {
    const signal = AbortSignal.timeout(PROBE_MS);
    const reply = await fetch(`${url}/healthz`, { signal }).catch(() => undefined);
    await reply?.body?.cancel();
    if (reply?.ok) return url;
  }
  return urls[0] ?? getLocalUrl();
}

function getLocalUrl(): string {
  const { host, port } = readConfig(process.env);
  const address =
    { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[host] ?? (host.includes(':') ? `[${host}]` : host);
  return `http://${address}:${port}`;
}

export async function requestService(
  url: string,
  key: string,
  { method, path, body, file, accept }: Omit<ServiceCall, 'url' | 'name'>,
): Promise<Response> {
  const headers = {
    Authorization: `Bearer ${key}`,
    ...(body && { 'Content-Type': 'application/json' }),
    ...((body || file) && { 'Idempotency-Key': randomUUID() }),
    ...(accept !== undefined && { Accept: accept }),
  };
  const reply = await fetch(`${url.replace(/\/+$/, '')}/api/v1${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
    ...(file && { body: file }),
  }).catch(() => {
    throw new CliError(
      `the service does not respond at ${url}: start it (proffer serve), or name it with --url`,
    );
  });
  if (reply.ok) return reply;
  const { detail, code } = (await reply.json().catch(() => ({}))) as { detail?: string; code?: string };
  const message = detail ?? `${url} returned status ${reply.status}: is this the URL of the service?`;
  throw new ServiceError(message, code);
}
