import { divideRounded } from '../money/decimal.ts';
import type { Invoice } from './invoice.ts';

type Taxes = Invoice['taxes'];

/** A part of an invoice that is credited. */
export interface Credit {
  /** The groups with an amount above 0. */
  taxes: Taxes;
  /** The amount of each group of the invoice, tax included, that is credited with this one. */
  creditedGroups: number[];
}

/**
 * Spreads an amount, tax included, over what is not yet credited of each group, by largest remainder; the earlier group
 * wins a tie. Running sums give net and tax, so that the credit notes of an invoice add up to it exactly, whatever their
 * number. `creditedGroups` is what earlier credit notes took, one entry per group.
 */
export function computeCredit(taxes: Taxes, creditedGroups: readonly number[], amount: number): Credit {
  const before = taxes.map((_, index) => BigInt(creditedGroups[index] ?? 0));
  const open = taxes.map(({ net, tax }, index) => BigInt(net) + BigInt(tax) - (before[index] ?? 0n));
  const parts = spread(BigInt(amount), open);
  const after = before.map((credited, index) => credited + (parts[index] ?? 0n));
  const shares = taxes.map((group, index) => {
    const net = runningNet(group, after[index] ?? 0n) - runningNet(group, before[index] ?? 0n);
    return { ...group, net: Number(net), tax: Number((parts[index] ?? 0n) - net) };
  });
  return {
    taxes: shares.filter((_, index) => parts[index] !== 0n),
    creditedGroups: after.map(Number),
  };
}

function spread(amount: bigint, open: readonly bigint[]): bigint[] {
  const left = open.reduce((sum, value) => sum + value, 0n);
  if (amount > left) throw new Error('more is credited than was invoiced');
  if (amount === 0n) return open.map(() => 0n);
  const parts = open.map((value) => (amount * value) / left);
  const missing = Number(amount - parts.reduce((sum, part) => sum + part, 0n));
  const byRemainder = open
    .map((value, index) => ({ index, remainder: (amount * value) % left }))
    // The sort is stable, so equal remainders keep the order of the groups.
    .sort((a, b) => (a.remainder === b.remainder ? 0 : a.remainder < b.remainder ? 1 : -1));
  for (const { index } of byRemainder.slice(0, missing)) parts[index] = (parts[index] ?? 0n) + 1n;
  return parts;
}

/** Returns the net part of a credited amount of a group. */
function runningNet({ net, tax }: Taxes[number], credited: bigint): bigint {
  const gross = BigInt(net) + BigInt(tax);
  return gross === 0n ? 0n : divideRounded(credited * BigInt(net), gross);
}
