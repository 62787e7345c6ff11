import type { Database } from '../../store/database.ts';
import { CliError, type Input } from '../command.ts';
import { requireAccount, withDatabase } from '../with-database.ts';
import { findServiceUrl } from './find-service.ts';
import { readRemoteService } from './remote-service.ts';
import { createService, type Service, ServiceError } from './request.ts';
import { type TemporaryKeyOptions, withTemporaryKey } from './temporary-key.ts';

export interface ServiceOptions extends TemporaryKeyOptions {
  /** Chooses the account if none is named; default: the first one. */
  findAccount?: ((db: Database) => Promise<string | undefined>) | undefined;
}

/**
 * Works with the service that --url or PROFFER_URL names, or else with the running service of the local database and a key
 * that ends with the work. `name` is the account or the URL.
 */
export async function withService<T>(
  input: Input,
  { findAccount, ...key }: ServiceOptions,
  work: (service: Service, name: string) => Promise<T>,
): Promise<T> {
  const remote = readRemoteService(input);
  if (remote) {
    return explainKey(
      `${remote.url} does not know the key in PROFFER_API_KEY`,
      work(
        createService(remote.url, async () => remote.key),
        remote.url,
      ),
    );
  }
  return withDatabase(async (db) => {
    const account = await requireAccount(db.read, input.text('account') ?? (await findAccount?.(db)));
    const url = await findServiceUrl(db);
    return withTemporaryKey(db, account, key, (getKey) =>
      explainKey(
        `the service at ${url} works with another copy of the database: name the one that it uses with DATA_DIR or DATABASE_URL`,
        work(createService(url, getKey), account.name),
      ),
    );
  });
}

/** Says in words of the command line why a key is not valid. */
async function explainKey<T>(message: string, work: Promise<T>): Promise<T> {
  return work.catch((error) => {
    throw error instanceof ServiceError && error.problem.code === 'unauthorized'
      ? new CliError(message)
      : error;
  });
}
