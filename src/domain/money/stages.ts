import type { StageSize } from '../schedule/payment-schedule.ts';
import { DECIMAL_SCALE, divideRounded, toTenThousandths } from './decimal.ts';

/** Net amount and tax of one tax rate, after discounts. */
export interface RateShare {
  rate: number;
  net: number;
  tax: number;
}

/** The part of a tax rate that no stage has taken yet. */
interface OpenShare {
  rate: number;
  wholeNet: bigint;
  net: bigint;
  tax: bigint;
}

/**
 * Splits the tax rates of a quote over the stages of its payment schedule. All stages are computed together, in the order
 * of the schedule, so the order of invoicing does not matter. The parts of each rate add up to the whole.
 */
export function splitIntoStages(rates: readonly RateShare[], stages: readonly StageSize[]): RateShare[][] {
  const open = rates.map(({ rate, net, tax }): OpenShare => {
    return { rate, wholeNet: BigInt(net), net: BigInt(net), tax: BigInt(tax) };
  });
  return stages.map((stage, index) => {
    if (index === stages.length - 1) return open.map((share) => take(share, share.net, share.tax));
    if (stage.type === 'percentage') return takePercentage(stage.value, open);
    if (stage.type === 'fixed') return takeFixed(BigInt(stage.value), open);
    throw new Error('only the last stage can be the rest');
  });
}

export function sumShares(shares: readonly RateShare[]): number {
  return shares.reduce((amount, { net, tax }) => amount + net + tax, 0);
}

/** The tax is computed from the net part. Neither exceeds what is left. */
function takePercentage(percent: number, open: readonly OpenShare[]): RateShare[] {
  return open.map((share) => {
    const net = min(computePercent(share.wholeNet, percent), share.net);
    return take(share, net, min(computePercent(net, share.rate), share.tax));
  });
}

/** Splits an amount in proportion to what is left, by largest remainder; the earlier part wins a tie. */
function takeFixed(wanted: bigint, open: readonly OpenShare[]): RateShare[] {
  const left = open.reduce((total, { net, tax }) => total + net + tax, 0n);
  if (left === 0n) return open.map((share) => take(share, 0n, 0n));
  const amount = min(wanted, left);
  const part = (value: bigint) => ({ taken: (amount * value) / left, remainder: (amount * value) % left });
  const parts = open.map((share) => ({ share, net: part(share.net), tax: part(share.tax) }));
  const single = parts.flatMap(({ net, tax }) => [net, tax]);
  const missing = Number(amount - single.reduce((total, { taken }) => total + taken, 0n));
  // The sort is stable, so equal remainders keep their order.
  const byRemainder = single.toSorted((a, b) => Number(b.remainder - a.remainder));
  for (const each of byRemainder.slice(0, missing)) each.taken += 1n;
  return parts.map(({ share, net, tax }) => take(share, net.taken, tax.taken));
}

function take(share: OpenShare, net: bigint, tax: bigint): RateShare {
  share.net -= net;
  share.tax -= tax;
  return { rate: share.rate, net: Number(net), tax: Number(tax) };
}

function computePercent(value: bigint, percent: number): bigint {
  return divideRounded(value * toTenThousandths(percent), 100n * DECIMAL_SCALE);
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
