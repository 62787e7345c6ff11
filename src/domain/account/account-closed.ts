import { Problem } from '../errors.ts';

export function accountClosed(): Problem {
  return new Problem(
    'account_closed',
    'The account is closed: everything in it can be read, and nothing can be changed. An owner can reopen it, in the console or by POST /api/v1/account/reopen.',
  );
}

export function accountMoved(): Problem {
  return new Problem(
    'account_closed',
    'The account was moved to another installation, or is being moved: it cannot be reopened here.',
  );
}

/** Runs the work, which a closed account may reject. Returns `undefined` if it does. */
export async function unlessClosed<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isClosedProblem(error)) return undefined;
    throw error;
  }
}

export function isClosedProblem(error: unknown): boolean {
  return error instanceof Problem && error.code === 'account_closed';
}
