import { Problem } from '../../../domain/errors.ts';
import { limitConcurrency } from '../../limit-concurrency.ts';

/** Concurrent uploads per account in a thread: slow uploads occupy slots of the requests in progress. */
const MAX_UPLOADS = 20;

const acquireSlot = limitConcurrency(
  MAX_UPLOADS,
  () =>
    new Problem(
      'overloaded',
      `${MAX_UPLOADS} uploads to this account are already in progress. Try again shortly.`,
      { headers: { 'Retry-After': '1' } },
    ),
);

/** Runs the work, or throws if the account has too many uploads in progress. */
export async function limitUploads<T>(accountId: string, work: () => Promise<T>): Promise<T> {
  const release = acquireSlot(accountId);
  try {
    return await work();
  } finally {
    release();
  }
}
