import type { StageShare, StageSize } from '../../../src/domain/money/stages.ts';
import type { TaxGroup } from '../../../src/domain/money/tax-group.ts';

/** Running totals of one group after a stage. */
interface Total {
  gross: bigint;
  net: bigint;
}

/** Computes the stages of a payment schedule in plain steps; it shares only the rules with the program. */
export function plainStages(
  taxes: readonly TaxGroup[],
  stages: readonly StageSize[],
  pricesIncludeTax = false,
): StageShare[][] {
  const hasFixed = stages.slice(0, -1).some(({ type }) => type === 'fixed');
  const totals: Total[][] = [taxes.map(() => ({ gross: 0n, net: 0n }))];
  let percent = 0n;
  for (const [index, stage] of stages.entries()) {
    const before = totals[index] as Total[];
    const isLast = index === stages.length - 1;
    const percentBefore = percent;
    if (stage.type === 'percentage') percent += hundredths(stage.value);
    const fixed = stage.type === 'fixed' && !isLast ? spread(BigInt(stage.value), taxes, before) : [];
    totals.push(
      taxes.map((group, at) => {
        const whole = { gross: BigInt(group.net + group.tax), net: BigInt(group.net) };
        if (isLast) return whole;
        const add =
          stage.type === 'fixed'
            ? (fixed[at] as bigint)
            : grossAt(group, percent, pricesIncludeTax) - grossAt(group, percentBefore, pricesIncludeTax);
        const wanted = (before[at]?.gross as bigint) + add;
        const gross = wanted > whole.gross ? whole.gross : wanted;
        const isPlain = !hasFixed && !pricesIncludeTax;
        return { gross, net: isPlain ? netAt(group, percent) : withoutTax(gross, group.rate) };
      }),
    );
  }
  return stages.map((_, index) =>
    taxes.map(({ rate, category }, at) => {
      const [from, to] = [totals[index]?.[at] as Total, totals[index + 1]?.[at] as Total];
      const net = to.net - from.net;
      const tax = to.gross - from.gross - net;
      return { rate, net: Number(net), tax: Number(tax), ...(category && { category }) };
    }),
  );
}

/** Assigns the rest unit by unit to the group that is furthest below its exact share; a tie goes to the earlier one. */
function spread(wanted: bigint, taxes: readonly TaxGroup[], before: readonly Total[]): bigint[] {
  const left = taxes.map(({ net, tax }, at) => BigInt(net + tax) - (before[at]?.gross as bigint));
  const sum = left.reduce((total, each) => total + each, 0n);
  const amount = wanted < sum ? wanted : sum;
  const taken = left.map((each) => (sum === 0n ? 0n : (amount * each) / sum));
  const behind = (at: number) => amount * (left[at] as bigint) - (taken[at] as bigint) * sum;
  for (let given = taken.reduce((total, each) => total + each, 0n); given < amount; given++) {
    let furthest = 0;
    for (const at of left.keys()) if (behind(at) > behind(furthest)) furthest = at;
    taken[furthest] = (taken[furthest] as bigint) + 1n;
  }
  return taken;
}

/** The net of a percentage of the group, in hundredths of a percent. */
function netAt({ net }: TaxGroup, percent: bigint): bigint {
  return round(BigInt(net) * percent, 10_000n);
}

function grossAt(group: TaxGroup, percent: bigint, pricesIncludeTax: boolean): bigint {
  if (pricesIncludeTax) return round(BigInt(group.net + group.tax) * percent, 10_000n);
  const net = netAt(group, percent);
  return net + round(net * tenThousandths(group.rate), 1_000_000n);
}

function withoutTax(gross: bigint, rate: number): bigint {
  return round(gross * 1_000_000n, 1_000_000n + tenThousandths(rate));
}

/** Rounds half away from zero; nothing is negative. */
function round(over: bigint, under: bigint): bigint {
  const [whole, rest] = [over / under, over % under];
  return rest * 2n >= under ? whole + 1n : whole;
}

const hundredths = (percent: number) => BigInt(Math.round(percent * 100));
const tenThousandths = (rate: number) => BigInt(Math.round(rate * 10_000));
