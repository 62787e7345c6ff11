import type { StageSize } from '../schedule/payment-schedule.ts';
import { DECIMAL_SCALE, divideRounded, toTenThousandths } from './decimal.ts';

/** Net amount and tax of one tax rate, after discounts. */
export interface RateShare {
  rate: number;
  net: number;
  tax: number;
}

interface ExactShare {
  rate: number;
  net: bigint;
  tax: bigint;
}

/**
 * Splits the tax rates of a quote over the stages of its payment schedule. All stages are computed together, in the order
 * of the schedule, so the order of invoicing does not matter. The parts of each rate add up to the whole.
 */
export function splitIntoStages(rates: readonly RateShare[], stages: readonly StageSize[]): RateShare[][] {
  const whole = rates.map(({ rate, net, tax }) => ({ rate, net: BigInt(net), tax: BigInt(tax) }));
  let left: readonly ExactShare[] = whole;
  return stages.map((stage, index) => {
    const isLast = index === stages.length - 1;
    const taken = isLast ? left : takenBy(stage, whole, left);
    left = left.map((share, at) => without(share, taken[at]));
    return taken.map(({ rate, net, tax }) => ({ rate, net: Number(net), tax: Number(tax) }));
  });
}

export function amountOf(shares: readonly RateShare[]): number {
  return shares.reduce((amount, { net, tax }) => amount + net + tax, 0);
}

function takenBy(stage: StageSize, whole: readonly ExactShare[], left: readonly ExactShare[]): ExactShare[] {
  if (stage.type === 'percentage') return percentageOf(stage.value, whole, left);
  if (stage.type === 'fixed') return spread(BigInt(stage.value), left);
  throw new Error('only the last stage can be the rest');
}

/** The tax is computed from the net part. Neither exceeds what is left. */
function percentageOf(
  percent: number,
  whole: readonly ExactShare[],
  left: readonly ExactShare[],
): ExactShare[] {
  return left.map(({ rate, net: netLeft, tax: taxLeft }, at) => {
    const net = smaller(percentOf(whole[at]?.net ?? 0n, percent), netLeft);
    return { rate, net, tax: smaller(percentOf(net, rate), taxLeft) };
  });
}

/** Splits an amount in proportion to what is left, by largest remainder; the earlier part wins a tie. */
function spread(wanted: bigint, left: readonly ExactShare[]): ExactShare[] {
  const parts = left.flatMap(({ net, tax }) => [net, tax]);
  const sum = parts.reduce((total, part) => total + part, 0n);
  if (sum === 0n) return [...left];
  const amount = smaller(wanted, sum);
  const shares = parts.map((part) => (amount * part) / sum);
  const missing = Number(amount - shares.reduce((total, share) => total + share, 0n));
  const byRemainder = parts
    .map((part, index) => ({ index, remainder: (amount * part) % sum }))
    .sort((a, b) => (a.remainder < b.remainder ? 1 : a.remainder > b.remainder ? -1 : a.index - b.index));
  for (const { index } of byRemainder.slice(0, missing)) shares[index] = (shares[index] ?? 0n) + 1n;
  return left.map(({ rate }, at) => ({ rate, net: shares[2 * at] ?? 0n, tax: shares[2 * at + 1] ?? 0n }));
}

function without({ rate, net, tax }: ExactShare, taken: ExactShare | undefined): ExactShare {
  return { rate, net: net - (taken?.net ?? 0n), tax: tax - (taken?.tax ?? 0n) };
}

function percentOf(value: bigint, percent: number): bigint {
  return divideRounded(value * toTenThousandths(percent), 100n * DECIMAL_SCALE);
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
