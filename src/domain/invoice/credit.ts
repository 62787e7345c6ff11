import { divideRounded } from '../money/decimal.ts';
import { spreadAmount } from '../money/spread.ts';
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
  if (BigInt(amount) > open.reduce((sum, value) => sum + value, 0n)) {
    throw new Error('more is credited than was invoiced');
  }
  const parts = spreadAmount(BigInt(amount), open);
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

/** Returns the net part of a credited amount of a group. */
function runningNet({ net, tax }: Taxes[number], credited: bigint): bigint {
  const gross = BigInt(net) + BigInt(tax);
  return gross === 0n ? 0n : divideRounded(credited * BigInt(net), gross);
}
