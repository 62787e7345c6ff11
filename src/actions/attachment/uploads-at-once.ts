import { Problem } from '../../domain/errors.ts';
import { fewAtOnce } from '../few-at-once.ts';

/** Of an account, in a thread. Whoever sends slowly takes a place among the requests that are worked on. */
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

/** Does the work while the account has few uploads under way, and refuses it while it has many. */
export async function limitUploads<T>(accountId: string, work: () => Promise<T>): Promise<T> {
  const leave = enter(accountId);
  try {
    return await work();
  } finally {
    leave();
  }
}
