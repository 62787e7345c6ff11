import { divide, spread, toTenThousandths } from './decimal.js';

/**
 * The totals of a quote, written from the published rules and not from an implementation. `lastFirst` gives units that
 * are left to the later of two lines with equal remainders: the rules do not say which, so vectors must not depend on it.
 */
export function computeTotals(
  { items, discountType, discountValue, pricesIncludeTax = false },
  lastFirst = false,
) {
  const lines = items.map(computeLine);
  const selected = lines.filter(({ isSelected }) => isSelected);
  const subtotal = sum(selected.map(({ amount }) => amount));
  const discountAmount = computeDiscount(subtotal, discountType, discountValue);
  const parts = spread(
    discountAmount,
    selected.map(({ amount }) => amount),
    lastFirst ? (a, b) => b - a : undefined,
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

function computeLine({ quantity, unitPrice, taxRate = 0, discountType, discountValue, optional, selected }) {
  const gross = divide(toTenThousandths(quantity) * BigInt(unitPrice), 10_000n);
  const amount = gross - computeDiscount(gross, discountType, discountValue);
  return { amount, rate: toTenThousandths(taxRate), isSelected: selected ?? !optional };
}

function computeDiscount(amount, type, value) {
  if (!type) return 0n;
  if (type === 'percentage') return divide(amount * BigInt(value), 100n);
  return BigInt(value) < amount ? BigInt(value) : amount;
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
