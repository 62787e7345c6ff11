import { divide, spread, toTenThousandths } from './decimal.js';

/**
 * Computes the totals of a quote from the published rules, and not from an implementation. Among lines with equal
 * remainders, units that are left go first to the higher tax rate, then to the larger amount. The contract of the API does
 * not decide this, so vectors must not depend on it: `reverseTies` gives the units in the opposite order.
 */
export function computeTotals(
  { items, discountType, discountValue, pricesIncludeTax = false },
  reverseTies = false,
) {
  const lines = items.map(computeLine);
  const selected = lines.filter(({ isSelected }) => isSelected);
  const subtotal = sum(selected.map(({ amount }) => amount));
  const discountAmount = computeDiscount(subtotal, discountType, discountValue);
  const parts = spread(
    discountAmount,
    selected.map(({ amount }) => amount),
    (a, b) => (reverseTies ? -1 : 1) * compareTied(selected[a], selected[b]),
  );
  const taxes = groupByRate(selected, parts).map((entry) => addTax(entry, pricesIncludeTax));
  const taxAmount = sum(taxes.map(({ tax }) => tax));
  return {
    amounts: lines.map(({ amount }) => amount),
    subtotal,
    discountAmount,
    taxes,
    taxAmount,
    total: subtotal - discountAmount + (pricesIncludeTax ? 0n : taxAmount),
  };
}

function computeLine(item) {
  const { quantity, taxRate = 0, discountType, discountValue, optional, selected } = item;
  const gross = divide(price(item, toTenThousandths(quantity)), 10_000n);
  const amount = gross - computeDiscount(gross, discountType, discountValue);
  return { amount, rate: toTenThousandths(taxRate), isSelected: selected ?? !optional };
}

/** The price of a quantity before it is rounded; both are in ten-thousandths. */
function price({ unitPrice, quantityPrices }, quantity) {
  if (!quantityPrices) return quantity * BigInt(unitPrice);
  const { kind, steps } = quantityPrices;
  const begins = steps.map(({ from }) => toTenThousandths(from));
  if (kind === 'volume') return quantity * BigInt(findStep(quantityPrices, quantity).unitPrice);
  return sum(
    steps.map((step, index) => {
      const end = begins[index + 1] ?? quantity;
      const part = (end < quantity ? end : quantity) - begins[index];
      return part > 0n ? part * BigInt(step.unitPrice) : 0n;
    }),
  );
}

/** The step that a quantity in ten-thousandths reaches; a graduated one needs a part of it. */
function findStep({ kind, steps }, quantity) {
  const reached = steps.filter(({ from }) => {
    const begin = toTenThousandths(from);
    return kind === 'volume' ? begin <= quantity : begin < quantity;
  });
  return reached[reached.length - 1];
}

/** The unit price that an item answers. */
export function getUnitPrice({ quantity, unitPrice, quantityPrices }) {
  return quantityPrices ? findStep(quantityPrices, toTenThousandths(quantity)).unitPrice : unitPrice;
}

function computeDiscount(amount, type, value) {
  if (!type) return 0n;
  if (type === 'percentage') return divide(amount * BigInt(value), 100n);
  return BigInt(value) < amount ? BigInt(value) : amount;
}

/** Returns a negative number if the unit goes to line a, and a positive one if it goes to line b. */
function compareTied(a, b) {
  if (a.rate !== b.rate) return a.rate > b.rate ? -1 : 1;
  if (a.amount !== b.amount) return a.amount > b.amount ? -1 : 1;
  return 0;
}

/** The sum of each rate after the discount, lowest rate first. */
function groupByRate(lines, parts) {
  const groups = new Map();
  for (const [index, { rate, amount }] of lines.entries()) {
    groups.set(rate, (groups.get(rate) ?? 0n) + amount - parts[index]);
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([rate, value]) => ({ rate, value }));
}

function addTax({ rate, value }, pricesIncludeTax) {
  if (!pricesIncludeTax) return { rate, net: value, tax: divide(value * rate, 1_000_000n) };
  const net = divide(value * 1_000_000n, 1_000_000n + rate);
  return { rate, net, tax: value - net };
}

function sum(values) {
  return values.reduce((total, value) => total + value, 0n);
}
