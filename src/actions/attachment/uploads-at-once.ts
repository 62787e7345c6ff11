import { Problem } from '../../domain/errors.ts';

/** Of an account, in a thread. Whoever sends slowly takes a place among the requests that are worked on. */
const AT_ONCE = 20;

const underWay = new Map<string, number>();

/** Does the work while the account has few uploads under way, and refuses it while it has many. */
export async function asOneOfFew<T>(accountId: string, work: () => Promise<T>): Promise<T> {
  const others = underWay.get(accountId) ?? 0;
  if (others >= AT_ONCE) {
    throw new Problem(
      'overloaded',
      `${AT_ONCE} uploads to this account are already in progress. Try again shortly.`,
      {
        headers: { 'Retry-After': '1' },
      },
    );
  }
  underWay.set(accountId, others + 1);
  try {
    return await work();
  } finally {
    const left = (underWay.get(accountId) ?? 1) - 1;
    if (left === 0) underWay.delete(accountId);
    else underWay.set(accountId, left);
  }
}
