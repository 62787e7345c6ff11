import { DECIMAL_SCALE, divideRounded, toTenThousandths } from './decimal.ts';

/** Of `volume`, the step reached prices the whole quantity; of `graduated`, each step prices its own part. */
export const PRICE_KINDS = ['volume', 'graduated'] as const;
export const MAX_STEPS = 20;

export interface PriceStep {
  /** The quantity that the step begins at. */
  from: number;
  unitPrice: number;
}

/** Unit prices by quantity, as items and the catalogue have them. The first step begins at 0, the others ascend. */
export interface QuantityPrices {
  kind: (typeof PRICE_KINDS)[number];
  steps: PriceStep[];
}

/** A price of one unit or, if there are steps, by quantity. */
export interface Pricing {
  unitPrice: number;
  quantityPrices?: QuantityPrices | null;
}

/** What the catalogue asks for an item: a price of one unit, or steps. */
export type ListPrice = number | QuantityPrices;

export function toListPrice({ unitPrice, quantityPrices }: Pricing): ListPrice {
  return quantityPrices ?? unitPrice;
}

export function toPricing(price: ListPrice): Pricing {
  return typeof price === 'number' ? { unitPrice: price } : { unitPrice: 0, quantityPrices: price };
}

/** Sets the fields in a fixed order, because items are compared as JSON. */
export function composeQuantityPrices({ kind, steps }: QuantityPrices): QuantityPrices {
  return { kind, steps: steps.map(({ from, unitPrice }) => ({ from, unitPrice })) };
}

/** Returns the index of the step that a quantity reaches. A graduated one is reached if a part is in it. */
export function findReachedStep({ kind, steps }: QuantityPrices, quantity: number): number {
  const isReached = ({ from }: PriceStep) => (kind === 'volume' ? from <= quantity : from < quantity);
  return Math.max(0, steps.findLastIndex(isReached));
}

/** Returns the price of one unit, that of the step reached if there are steps. */
export function getUnitPrice({ unitPrice, quantityPrices }: Pricing, quantity: number): number {
  if (!quantityPrices) return unitPrice;
  return quantityPrices.steps[findReachedStep(quantityPrices, quantity)]?.unitPrice ?? 0;
}

/** Multiplies a quantity in ten-thousandths with the price, without rounding: the result is in ten-thousandths too. */
export function multiplyPrice(pricing: Pricing, quantity: bigint): bigint {
  return createMultiplier(pricing)(quantity);
}

/** Returns `multiplyPrice` for one price. It sums up the steps once, which many quantities would repeat. */
export function createMultiplier({ unitPrice, quantityPrices }: Pricing): (quantity: bigint) => bigint {
  if (!quantityPrices) {
    const price = BigInt(unitPrice);
    return (quantity) => quantity * price;
  }
  const isVolume = quantityPrices.kind === 'volume';
  const steps: { from: bigint; price: bigint; before: bigint }[] = [];
  for (const step of quantityPrices.steps) {
    const [from, price, last] = [toTenThousandths(step.from), BigInt(step.unitPrice), steps.at(-1)];
    const before = last ? last.before + (from - last.from) * last.price : 0n;
    steps.push({ from, price, before });
  }
  return (quantity) => {
    let [low, high] = [0, steps.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((steps[middle]?.from ?? 0n) <= quantity) low = middle;
      else high = middle - 1;
    }
    const { from, price, before } = steps[low] ?? { from: 0n, price: 0n, before: 0n };
    return isVolume ? quantity * price : before + (quantity - from) * price;
  };
}

/** Prices a quantity before discounts, rounded once to the smallest currency unit. */
export function priceQuantity(pricing: Pricing, quantity: number): bigint {
  return divideRounded(multiplyPrice(pricing, toTenThousandths(quantity)), DECIMAL_SCALE);
}

interface Stepped {
  quantity: number;
  quantityPrices?: QuantityPrices | null;
}

/** Whether a step prices the quantity or a part of it. */
export function isStepUsed(prices: QuantityPrices, quantity: number, step: number): boolean {
  const reached = findReachedStep(prices, quantity);
  return prices.kind === 'volume' ? step === reached : step <= reached;
}

/** Whether the amount is not the quantity times one unit price, because parts of it have others. */
export function isPricedInParts({ quantity, quantityPrices }: Stepped): boolean {
  return quantityPrices?.kind === 'graduated' && findReachedStep(quantityPrices, quantity) > 0;
}
