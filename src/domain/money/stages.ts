import { DECIMAL_SCALE, divideRounded, toTenThousandths } from './decimal.ts';
import { removeTax } from './group-taxes.ts';
import { spreadAmount } from './spread.ts';
import type { TaxGroup } from './tax-group.ts';

/** The share of the total that a stage covers. */
export type StageSize =
  /** In percent, with at most two decimals. */
  | { type: 'percentage'; value: number }
  /** In the smallest currency unit. */
  | { type: 'fixed'; value: number }
  /** Everything that the other stages leave. */
  | { type: 'rest'; value: null };

/** The share of a tax group that a stage takes. */
export type StageShare = Omit<TaxGroup, 'reason'>;

/** The running totals of one tax group. */
interface Running {
  group: TaxGroup;
  /** Net and tax of the whole group. */
  whole: bigint;
  /** Sum of the stages so far with tax, and its net. */
  gross: bigint;
  net: bigint;
}

const WHOLE = 100n * DECIMAL_SCALE;

/**
 * Splits the tax groups of a quote over the stages of its payment schedule by running totals: each stage takes the
 * difference of two rounded totals, so that rounding never accumulates. All stages are computed in the order of the
 * schedule, so the order of invoicing does not matter. The parts of each group add up to it, net and tax.
 */
export function splitIntoStages(
  groups: readonly TaxGroup[],
  stages: readonly StageSize[],
  pricesIncludeTax: boolean,
): StageShare[][] {
  const all = groups.map((group): Running => {
    return { group, whole: BigInt(group.net) + BigInt(group.tax), gross: 0n, net: 0n };
  });
  let percent = 0n;
  return stages.map((stage, index) => {
    if (index === stages.length - 1) return all.map(takeRest);
    if (stage.type === 'rest') throw new Error('only the last stage can be the rest');
    if (stage.type === 'fixed') {
      const parts = spreadFixed(BigInt(stage.value), all);
      return all.map((running, at) => take(running, parts[at] ?? 0n));
    }
    const before = percent;
    percent += toTenThousandths(stage.value);
    return all.map((running) => {
      const at = (share: bigint) => computeGrossAt(running, share, pricesIncludeTax);
      return take(running, at(percent) - at(before));
    });
  });
}

/** Returns the gross of a percentage of the group: the tax is that of the rounded net, unless prices include it. */
function computeGrossAt({ group, whole }: Running, percent: bigint, pricesIncludeTax: boolean): bigint {
  if (pricesIncludeTax) return divideRounded(whole * percent, WHOLE);
  const net = divideRounded(BigInt(group.net) * percent, WHOLE);
  return net + divideRounded(net * toTenThousandths(group.rate), WHOLE);
}

/** Spreads a fixed amount, or all that is left if that is less, over what is left of each group. */
function spreadFixed(wanted: bigint, all: readonly Running[]): bigint[] {
  const open = all.map(({ whole, gross }) => whole - gross);
  const left = open.reduce((total, value) => total + value, 0n);
  return spreadAmount(min(wanted, left), open);
}

/** Takes at most what is left. The net of the stage is the difference of two running nets, the tax is the remainder. */
function take(running: Running, wanted: bigint): StageShare {
  const gross = min(running.gross + wanted, running.whole);
  return advance(running, gross, removeTax(gross, running.group.rate));
}

function takeRest(running: Running): StageShare {
  return advance(running, running.whole, BigInt(running.group.net));
}

function advance(running: Running, gross: bigint, net: bigint): StageShare {
  const { rate, category } = running.group;
  const part = net - running.net;
  const tax = gross - running.gross - part;
  running.gross = gross;
  running.net = net;
  return { rate, net: Number(part), tax: Number(tax), ...(category && { category }) };
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
