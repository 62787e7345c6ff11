import { DECIMAL_SCALE, divideRounded, toTenThousandths } from '../../money/decimal.ts';
import type { StageShare, StageSize } from '../../money/stages.ts';

/** The part of a tax rate that no stage has taken yet. */
interface OpenShare {
  rate: number;
  wholeNet: bigint;
  net: bigint;
  tax: bigint;
}

/**
 * Splits by the rule of versions up to 0.1, which rounded each stage for itself and left the differences to the last one.
 * Quotes that a customer saw with these amounts keep them.
 */
export function splitByEarlierRule(
  rates: readonly StageShare[],
  stages: readonly StageSize[],
): StageShare[][] {
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

/** The tax is computed from the net part. Neither exceeds what is left. */
function takePercentage(percent: number, open: readonly OpenShare[]): StageShare[] {
  return open.map((share) => {
    const net = min(computePercent(share.wholeNet, percent), share.net);
    return take(share, net, min(computePercent(net, share.rate), share.tax));
  });
}

/** Splits an amount in proportion to what is left, by largest remainder; the earlier part wins a tie. */
function takeFixed(wanted: bigint, open: readonly OpenShare[]): StageShare[] {
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

function take(share: OpenShare, net: bigint, tax: bigint): StageShare {
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
