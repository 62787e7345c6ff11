/** Limits the concurrent operations per account in this thread. Returns a function that acquires a slot or throws. */
export function fewAtOnce(most: number, tooMany: () => Error): (accountId: string) => () => void {
  const underWay = new Map<string, number>();
  return (accountId) => {
    const others = underWay.get(accountId) ?? 0;
    if (others >= most) throw tooMany();
    underWay.set(accountId, others + 1);
    return () => {
      const left = (underWay.get(accountId) ?? 1) - 1;
      if (left === 0) underWay.delete(accountId);
      else underWay.set(accountId, left);
    };
  };
}
