import { setTimeout } from 'node:timers/promises';
import { type Input, UsageError } from '../command.ts';
import { type Service, ServiceError, UnreachableError } from '../service/request.ts';
import { withService } from '../service/with-service.ts';
import { toPrintable } from '../terminal/output.ts';

export interface EventPage {
  data: object[];
  next: string;
  hasMore: boolean;
}

export type FeedReader = (after: string) => Promise<EventPage>;

const PAGE_SIZE = '100';
/** A service that is restarted is back by then. */
const MAX_ABSENCE_MS = 60_000;
const RETRY_INTERVAL_MS = 500;

/** Reads the events of the running service or, with `--url`, of a remote one. `name` is the account or the URL. */
export function withFeed(
  input: Input,
  signal: AbortSignal,
  work: (read: FeedReader, name: string) => Promise<void>,
): Promise<void> {
  const key = { name: 'proffer listen', access: 'read', endsItself: true } as const;
  return withService(input, key, (service, name) => work(createReader(service, signal), name));
}

/** Once it has read a page, the reader waits for a service that does not respond. */
function createReader(service: Service, signal: AbortSignal): FeedReader {
  let lastReadAt: number | undefined;
  return async function read(after): Promise<EventPage> {
    try {
      const query = { limit: PAGE_SIZE, after };
      const response = await service.request({ method: 'GET', path: '/events', query, signal });
      const page = (await response.json()) as EventPage;
      lastReadAt = performance.now();
      return page;
    } catch (error) {
      signal.throwIfAborted();
      const isBrief = lastReadAt !== undefined && performance.now() - lastReadAt < MAX_ABSENCE_MS;
      if (!isBrief || !isAbsence(error)) throw toAfterError(error);
      await setTimeout(RETRY_INTERVAL_MS, undefined, { signal });
      return read(after);
    }
  };
}

function isAbsence(error: unknown): boolean {
  return error instanceof UnreachableError || (error instanceof ServiceError && error.problem.status >= 502);
}

function toAfterError(error: unknown): unknown {
  if (!(error instanceof ServiceError)) return error;
  const [fieldError] = error.problem.errors ?? [];
  return fieldError ? new UsageError(toPrintable(`--after ${fieldError.message}`)) : error;
}
