import type { RateShare } from '../../../src/domain/money/stages.ts';
import type { StageSize } from '../../../src/domain/schedule/payment-schedule.ts';

/** Computes the stages of a payment schedule in plain steps; it shares only the rules with the program. */
export function plainStages(taxes: readonly RateShare[], stages: readonly StageSize[]): RateShare[][] {
  const left = taxes.map((share) => ({ ...share }));
  return stages.map((stage, index) => {
    const taken = left.map(({ rate, net, tax }, at) => {
      if (index === stages.length - 1) return { rate, net, tax };
      if (stage.type !== 'percentage') return { rate, net: 0, tax: 0 };
      const part = Math.min(percent(taxes[at]?.net ?? 0, stage.value), net);
      return { rate, net: part, tax: Math.min(percent(part, rate), tax) };
    });
    if (stage.type === 'fixed' && index < stages.length - 1) takeFixed(stage.value, left, taken);
    for (const [at, share] of left.entries()) {
      share.net -= taken[at]?.net ?? 0;
      share.tax -= taken[at]?.tax ?? 0;
    }
    return taken;
  });
}

/** Assigns the rest unit by unit to the part that is furthest below its exact share; a tie goes to the earlier one. */
function takeFixed(wanted: number, left: readonly RateShare[], taken: RateShare[]): void {
  const parts = left.flatMap((_, at) => [{ at, of: 'net' } as const, { at, of: 'tax' } as const]);
  const sum = left.reduce((total, { net, tax }) => total + net + tax, 0);
  const amount = BigInt(Math.min(wanted, sum));
  const size = ({ at, of }: (typeof parts)[number]) => BigInt(left[at]?.[of] ?? 0);
  let given = 0n;
  for (const part of parts) {
    const whole = sum === 0 ? 0n : (amount * size(part)) / BigInt(sum);
    (taken[part.at] as RateShare)[part.of] = Number(whole);
    given += whole;
  }
  const behind = (part: (typeof parts)[number]) =>
    amount * size(part) - BigInt(taken[part.at]?.[part.of] ?? 0) * BigInt(sum);
  for (; given < amount; given++) {
    let furthest = parts[0] as (typeof parts)[number];
    for (const part of parts) if (behind(part) > behind(furthest)) furthest = part;
    (taken[furthest.at] as RateShare)[furthest.of]++;
  }
}

/** Rounds half away from zero. */
function percent(value: number, rate: number): number {
  const exact = BigInt(value) * BigInt(Math.round(rate * 10_000));
  const [whole, rest] = [exact / 1_000_000n, exact % 1_000_000n];
  return Number(rest * 2n >= 1_000_000n ? whole + 1n : whole);
}
