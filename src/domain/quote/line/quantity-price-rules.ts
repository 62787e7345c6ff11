import type { FieldError } from '../../errors.ts';
import { getUnitPrice, MAX_STEPS, type PriceStep, type QuantityPrices } from '../../money/quantity-prices.ts';
import { MAX_UNIT_PRICE } from './line-item.ts';
import type { Validity } from './validity.ts';

/** Checks the steps of an item at `path`; it is empty for a catalogue item or an entry of a price list. */
export function findStepErrors(
  { quantityPrices }: { quantityPrices?: QuantityPrices | null },
  path: string,
  validity: Validity,
): FieldError[] {
  const steps = `${path}/quantityPrices/steps`;
  if (quantityPrices == null || !validity.isReadable(steps)) return [];
  const errors: FieldError[] = [];
  let before: PriceStep | undefined;
  for (const [index, step] of quantityPrices.steps.entries()) {
    const place = `${steps}/${index}/from`;
    if (!validity.isReadable(`${steps}/${index}`) || !validity.isValid(place)) continue;
    if (index === 0 && step.from !== 0) errors.push({ path: place, message: 'must be 0 in the first step' });
    if (before && step.from <= before.from) {
      errors.push({ path: place, message: `must be more than ${before.from}, as the step before says` });
    } else before = step;
  }
  return errors;
}

/**
 * Sets the unit price of something that has steps, valid or not, to that of the step it reaches: what is sent as
 * `unitPrice` beside steps counts as little as a field that only the service sets.
 */
export function setStepPrice<Priced extends Record<string, unknown>>(
  priced: Priced,
  quantity: unknown,
): Priced {
  const { quantityPrices } = priced;
  if (quantityPrices == null) return priced;
  return { ...priced, unitPrice: readStepPrice(quantityPrices as QuantityPrices, quantity) };
}

/** Returns 0 for steps that cannot be read, which the schema rejects. */
function readStepPrice(quantityPrices: QuantityPrices, quantity: unknown): number {
  const { steps } = quantityPrices;
  const isStep = (step: unknown) => typeof step === 'object' && step !== null;
  const isReadable = Array.isArray(steps) && steps.length <= MAX_STEPS && steps.every(isStep);
  const price = isReadable ? getUnitPrice({ unitPrice: 0, quantityPrices }, Number(quantity)) : 0;
  return Number.isInteger(price) && price >= 0 && price <= MAX_UNIT_PRICE ? price : 0;
}
