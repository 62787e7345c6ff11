import type { Database } from '../../store/database.ts';
import { findServiceUrl, requestService, withTemporaryKey } from '../call-service.ts';
import { CliError, type Input, UsageError } from '../command.ts';
import { requireAccount, withDatabase } from '../with-database.ts';

/** Calls the API of the service and returns the parsed response. */
export type CallApi = <T = unknown>(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
) => Promise<T>;

/**
 * Works with the running service of the local database or, with `--url`, a remote one. `findAccount` chooses the account
 * if none is named.
 */
export async function withService(
  { text }: Input,
  name: string,
  work: (call: CallApi) => Promise<void>,
  findAccount: (db: Database) => Promise<string | undefined>,
): Promise<void> {
  const url = text('url');
  if (url !== undefined) return work(createCaller(requireUrl(url), requireKey(process.env.PROFFER_API_KEY)));
  await withDatabase(async (db) => {
    const account = await requireAccount(db.read, text('account') ?? (await findAccount(db)));
    await withTemporaryKey(db, account, name, (key) => work(createCaller(findServiceUrl(), key)));
  });
}

function createCaller(url: string, key: string): CallApi {
  return async <T>(method: Parameters<CallApi>[0], path: string, body?: object) => {
    const response = await requestService(url, key, { method, path, ...(body && { body }) });
    const text = await response.text();
    return (text === '' ? undefined : JSON.parse(text)) as T;
  };
}

function requireUrl(url: string): string {
  if (URL.canParse(url)) return url;
  throw new UsageError('--url must be a URL such as https://quotes.example.com');
}

function requireKey(key: string | undefined): string {
  if (key) return key;
  throw new CliError('set PROFFER_API_KEY to a key of the account (proffer keys create)');
}
