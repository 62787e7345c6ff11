import { findWritingStyle, readWrittenAmount, toMinorUnits } from '../written-amount.ts';

/** The columns of amounts, by what a balance shows them to be. */
export type AmountColumns =
  | { amount: number; balance: number }
  | { credit: number; debit: number; balance: number };

const MAX_COLUMNS = 5;
/** Fewer may agree by chance. */
const MIN_STEPS = 2;
const MIN_SHARE = 0.6;

/**
 * Finds the only way to read some columns so that the balance changes by the amounts from row to row, from the top or from the bottom.
 * `balance` is the column that is known to be one.
 */
export function findChain(
  rows: readonly (readonly string[])[],
  columns: readonly number[],
  balance: number | undefined,
): AmountColumns | undefined {
  if (columns.length > MAX_COLUMNS || columns.length < 2) return undefined;
  const values = readValues(rows, columns);
  const found: { columns: AmountColumns; steps: number }[] = [];
  const tryOut = (read: AmountColumns, change: Change) => {
    const steps = countSteps(values, read.balance, change, 'credit' in read);
    if (steps > 0) found.push({ columns: read, steps });
  };
  for (const last of balance === undefined ? columns : [balance]) {
    const others = columns.filter((column) => column !== last);
    for (const amount of others) {
      tryOut({ amount, balance: last }, (row) => row.get(amount));
      for (const debit of others)
        if (debit !== amount)
          tryOut(
            { credit: amount, debit, balance: last },
            (row) => row.get(amount) ?? negate(row.get(debit)),
          );
    }
  }
  const [best, second] = found.sort((a, b) => b.steps - a.steps);
  // Balances before and after the same amounts are both right.
  const isCertain =
    best && (!second || best.steps > second.steps || isSameAmount(best.columns, second.columns));
  return isCertain ? best.columns : undefined;
}

function isSameAmount(a: AmountColumns, b: AmountColumns): boolean {
  return 'amount' in a && 'amount' in b && a.amount === b.amount;
}

type Change = (row: Values) => number | undefined;

type Values = ReadonlyMap<number, number>;

export function readValues(rows: readonly (readonly string[])[], columns: readonly number[]): Values[] {
  const written = rows.map((cells) =>
    columns.flatMap((column) => {
      const amount = readWrittenAmount(cells[column] ?? '');
      return amount ? [[column, amount] as const] : [];
    }),
  );
  const style = findWritingStyle(written.flat().map(([, amount]) => amount));
  return written.map(
    (row) =>
      new Map(
        row.flatMap(([column, amount]) => {
          const value = toMinorUnits(amount, 'EUR', style);
          return typeof value === 'number' && value !== 0 ? [[column, value] as const] : [];
        }),
      ),
  );
}

function negate(value: number | undefined): number | undefined {
  return value === undefined ? undefined : -Math.abs(value);
}

/** Counts the balances that differ from their neighbours by the amounts; 0 if these are few. Without sides, the sign may be said elsewhere. */
function countSteps(rows: readonly Values[], balance: number, change: Change, hasSides: boolean): number {
  const steps = { down: 0, up: 0 };
  for (const [at, row] of rows.slice(1).entries()) {
    const above = rows[at] as Values;
    const difference = (row.get(balance) ?? 0) - (above.get(balance) ?? 0);
    const isSame = (value: number | undefined, by: number) =>
      value !== undefined && (value === by || (!hasSides && value === -by));
    if (isSame(change(row), difference)) steps.down++;
    if (isSame(change(above), -difference)) steps.up++;
  }
  const most = Math.max(steps.down, steps.up);
  return most >= MIN_STEPS && most >= MIN_SHARE * (rows.length - 1) ? most : 0;
}
