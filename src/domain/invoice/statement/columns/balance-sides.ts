import type { StatementField } from './column-headings.ts';
import type { Side } from './direction.ts';
import { readValues } from './find-chain.ts';

/**
 * Finds by a balance that changes by amounts without a sign which of them went out. Returns nothing if the balance does not change by
 * each of them, or if none went out. What the first balance changed by is not in the file, unless it was nothing before.
 */
export function findBalanceSides(
  rows: readonly (readonly string[])[],
  byField: ReadonlyMap<StatementField, number>,
  isNewestFirst: boolean,
): (Side | undefined)[] | undefined {
  const [amount, balance] = [byField.get('amount'), byField.get('balance')];
  if (amount === undefined || balance === undefined || rows.length < 2) return undefined;
  const values = readValues(isNewestFirst ? rows.toReversed() : rows, [amount, balance]);
  const sides = values.map((row, at): Side | undefined => {
    const moved = (row.get(balance) ?? 0) - (values[at - 1]?.get(balance) ?? 0);
    if (moved === row.get(amount)) return 'credit';
    return at > 0 && -moved === row.get(amount) ? 'debit' : undefined;
  });
  const isCertain = sides.includes('debit') && sides.slice(1).every(Boolean);
  if (!isCertain) return undefined;
  return isNewestFirst ? sides.toReversed() : sides;
}
