import { getAccountTime } from '../../actions/account/account-time.ts';
import { readFeed } from '../../actions/events/list-feed.ts';
import { readConfig } from '../../app/config/config.ts';
import { Problem } from '../../domain/errors.ts';
import { CliError, type Input } from '../command.ts';
import { readRemoteService } from '../remote-service.ts';
import { toPrintable } from '../terminal/output.ts';
import { requireAccount, withDatabase } from '../with-database.ts';

export interface EventPage {
  /** The JSON of each event. */
  docs: string[];
  next: string;
  hasMore: boolean;
}

export type FeedReader = (after: string, signal: AbortSignal) => Promise<EventPage>;

const PAGE_SIZE = 100;

/** Reads the events of the local database or, with `--url`, of a remote service. */
export async function withFeed(
  input: Input,
  work: (read: FeedReader, account: string) => Promise<void>,
): Promise<void> {
  const remote = readRemoteService(input);
  if (remote) return work(createServiceReader(remote.url, remote.key), remote.url);
  const config = readConfig(process.env);
  await withDatabase(async (db) => {
    const account = await requireAccount(db.read, input.text('account'));
    const wanted = { type: undefined, quoteId: undefined, limit: PAGE_SIZE };
    const read = async (after: string) => {
      const now = await getAccountTime(db.read, account.id);
      return readFeed({ db, config }, account.id, { ...wanted, after }, now);
    };
    await work((after) => read(after).catch(throwCliError), account.name);
  });
}

function throwCliError(error: unknown): never {
  if (!(error instanceof Problem)) throw error;
  const [fieldError] = error.errors ?? [];
  throw new CliError(fieldError ? `--after ${fieldError.message}` : error.message);
}

function createServiceReader(url: string, key: string): FeedReader {
  const base = url.replace(/\/+$/, '');
  return async (after, signal) => {
    const address = `${base}/api/v1/events?limit=${PAGE_SIZE}&after=${encodeURIComponent(after)}`;
    const response = await fetch(address, { headers: { Authorization: `Bearer ${key}` }, signal }).catch(
      (error) => {
        signal.throwIfAborted();
        throw new CliError(`${url} cannot be reached: ${(error as Error).cause ?? error}`);
      },
    );
    const body = (await response.json().catch(() => undefined)) as Partial<ServiceReply> | undefined;
    if (!response.ok || !body?.data) {
      throw new CliError(
        `${url} returned status ${response.status}: ${toPrintable(body?.detail ?? 'not a Proffer API')}`,
      );
    }
    const { data, next = after, hasMore = false } = body;
    return { docs: data.map((event) => JSON.stringify(event)), next, hasMore };
  };
}

interface ServiceReply {
  data: object[];
  next: string;
  hasMore: boolean;
  detail: string;
}
