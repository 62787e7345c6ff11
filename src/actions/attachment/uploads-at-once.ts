import { Problem } from '../../domain/errors.ts';
import { fewAtOnce } from '../few-at-once.ts';

/** Concurrent uploads per account in a thread: slow uploads occupy slots of the requests in progress. */
const AT_ONCE = 20;

const enter = fewAtOnce(
  AT_ONCE,
  () =>
    new Problem(
      'overloaded',
      `${AT_ONCE} uploads to this account are already in progress. Try again shortly.`,
      { headers: { 'Retry-After': '1' } },
    ),
);

/** Runs the work, or throws if the account has too many uploads in progress. */
export async function limitUploads<T>(accountId: string, work: () => Promise<T>): Promise<T> {
  const leave = enter(accountId);
  try {
    return await work();
  } finally {
    leave();
  }
}
