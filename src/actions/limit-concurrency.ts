/** Limits the concurrent operations per account in this thread. Returns a function that acquires a slot or throws. */
export function limitConcurrency(limit: number, tooMany: () => Error): (accountId: string) => () => void {
  const running = new Map<string, number>();
  return (accountId) => {
    const count = running.get(accountId) ?? 0;
    if (count >= limit) throw tooMany();
    running.set(accountId, count + 1);
    return () => {
      const left = (running.get(accountId) ?? 1) - 1;
      if (left === 0) running.delete(accountId);
      else running.set(accountId, left);
    };
  };
}
