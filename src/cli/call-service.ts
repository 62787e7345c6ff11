import { randomUUID } from 'node:crypto';
import { createKey, revokeKeys } from '../actions/account/accounts.ts';
import { readConfig } from '../config.ts';
import type { Account } from '../domain/account/account.ts';
import type { Database } from '../store/database.ts';
import { CliError } from './command.ts';

interface ServiceCall {
  /** URL of the service; default: from HOST and PORT. */
  url: string | undefined;
  /** Name of the temporary key, which events show as their actor. */
  name: string;
  method: 'GET' | 'POST';
  /** Path below `/api/v1`. */
  path: string;
  body?: object;
  /** Sent as the body instead of JSON. */
  file?: Uint8Array<ArrayBuffer>;
  accept?: string;
}

/** Calls the running service with a key that is created for this one request and revoked afterwards. */
export async function callService(db: Database, account: Account, call: ServiceCall): Promise<Response> {
  const wanted = { name: call.name, access: 'write' } as const;
  const key = await db.write((tx) => createKey(tx, account, wanted, Date.now()));
  try {
    return await request(call.url ?? findServiceUrl(), key.secret, call);
  } finally {
    await revokeKeys({ db }, [key.id], Date.now());
  }
}

function findServiceUrl(): string {
  const { host, port } = readConfig(process.env);
  const address =
    { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[host] ?? (host.includes(':') ? `[${host}]` : host);
  return `http://${address}:${port}`;
}

async function request(
  url: string,
  key: string,
  { method, path, body, file, accept }: ServiceCall,
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
  const { detail } = (await reply.json().catch(() => ({}))) as { detail?: string };
  throw new CliError(detail ?? `${url} returned status ${reply.status}: is this the URL of the service?`);
}
