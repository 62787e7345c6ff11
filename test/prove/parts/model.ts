import fc from 'fast-check';
import { type StageSize, splitIntoStages } from '../../../src/domain/money/stages.ts';
import { computeTotals, type TotalsInput } from '../../../src/domain/money/totals.ts';
import { plainStages } from '../../support/money/plain-stages.ts';
import { asNumbers, plainTotals } from '../../support/money/plain-totals.ts';
import type { PartResult, Turn } from '../part.ts';
import { checkProperty } from '../property.ts';

/** Plain JavaScript without types: it belongs to the conformance suite and shares no code with the service. */
const MODEL = new URL('../../../conformance/model/', import.meta.url);
const { computeTotals: modelTotals } = await import(new URL('money.js', MODEL).href);
const { splitIntoStages: modelStages } = await import(new URL('stages.js', MODEL).href);

const tenThousandths = (max: number) => fc.integer({ min: 1, max }).map((value) => value / 10_000);
const discount = fc.oneof(
  fc.constant({ discountType: null, discountValue: null }),
  fc.record({ discountType: fc.constant('percentage' as const), discountValue: fc.nat({ max: 100 }) }),
  fc.record({ discountType: fc.constant('fixed' as const), discountValue: fc.nat({ max: 2_000_000 }) }),
);
const item = fc
  .tuple(
    fc.record({
      quantity: fc.oneof(fc.integer({ min: 1, max: 100 }), tenThousandths(1_000_000)),
      unitPrice: fc.oneof(fc.nat({ max: 10 }), fc.nat({ max: 1_000_000 }), fc.nat({ max: 1_000_000_000 })),
      taxRate: fc.oneof(fc.constantFrom(0, 5.5, 7, 8.1, 8.875, 19, 20, 100), tenThousandths(1_000_000)),
    }),
    fc.oneof(fc.constant({}), fc.record({ selected: fc.boolean() })),
    discount,
  )
  .map((parts) => Object.assign({}, ...parts));
const quote: fc.Arbitrary<TotalsInput> = fc
  .tuple(
    fc.record({
      items: fc.array(item, { minLength: 1, maxLength: 6 }),
      pricesIncludeTax: fc.boolean(),
    }),
    discount,
  )
  .map((parts) => Object.assign({}, ...parts));
const schedule: fc.Arbitrary<StageSize[]> = fc
  .array(
    fc.oneof(
      fc.integer({ min: 1, max: 1500 }).map((value) => ({ type: 'percentage' as const, value: value / 100 })),
      fc.nat({ max: 500_000 }).map((value) => ({ type: 'fixed' as const, value })),
    ),
    { maxLength: 6 },
  )
  .map((stages) => [...stages, { type: 'rest', value: null } as const]);

/** Compares the arithmetic of quotes and stages with two models that are written from the published rules only. */
export async function proveModel(turn: Turn, compute = computeTotals): Promise<PartResult> {
  let vectors = 0;
  const failures = await checkProperty(turn, fc.tuple(quote, schedule), ([input, stages]) => {
    vectors++;
    const { pricesIncludeTax = false } = input;
    const totals = compute(input);
    expectSame('the totals', totals, asNumbers(plainTotals(input)));
    const { amounts, subtotal, discountAmount, taxes, taxAmount, total } = totals;
    const told = format({ amounts, subtotal, discountAmount, taxes, taxAmount, total });
    const ruled = format(modelTotals(input));
    if (told !== ruled) throw new Error(`the totals are ${told}, by the rules ${ruled}`);
    const split = splitIntoStages(totals.taxes, stages, pricesIncludeTax);
    expectSame('the stages', split, plainStages(totals.taxes, stages, pricesIncludeTax));
    const scaled = totals.taxes.map(({ rate, net, tax }) => ({
      ...{ rate: BigInt(Math.round(rate * 10_000)), net: BigInt(net), tax: BigInt(tax) },
    }));
    const wanted = format(modelStages(scaled, stages, pricesIncludeTax));
    if (format(split) !== wanted) throw new Error(`the stages are ${format(split)}, by the rules ${wanted}`);
  });
  return { counts: { vectors }, failures };
}

function expectSame(what: string, actual: unknown, wanted: unknown): void {
  const [is, should] = [JSON.stringify(actual), JSON.stringify(wanted)];
  if (is !== should) throw new Error(`${what} are ${is}, not ${should}`);
}

/** The rates of the model are ten-thousandths of a percent. */
function format(value: unknown): string {
  return JSON.stringify(value, (key, part) => {
    if (typeof part === 'bigint') return key === 'rate' ? Number(part) / 10_000 : Number(part);
    return part;
  });
}
