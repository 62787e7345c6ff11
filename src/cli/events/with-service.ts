import type { Database } from '../../store/database.ts';
import { findServiceUrl, requestService, withTemporaryKey } from '../call-service.ts';
import type { Input } from '../command.ts';
import { readRemoteService } from '../remote-service.ts';
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
  input: Input,
  name: string,
  work: (call: CallApi) => Promise<void>,
  findAccount: (db: Database) => Promise<string | undefined>,
): Promise<void> {
  const remote = readRemoteService(input);
  if (remote) return work(createCaller(remote.url, remote.key));
  await withDatabase(async (db) => {
    const account = await requireAccount(db.read, input.text('account') ?? (await findAccount(db)));
    await withTemporaryKey(db, account, name, async (key) =>
      work(createCaller(await findServiceUrl(db), key)),
    );
  });
}

function createCaller(url: string, key: string): CallApi {
  return async <T>(method: Parameters<CallApi>[0], path: string, body?: object) => {
    const response = await requestService(url, key, { method, path, ...(body && { body }) });
    const text = await response.text();
    return (text === '' ? undefined : JSON.parse(text)) as T;
  };
}
