import { computeTotals } from './money.js';

const INTERVALS = ['week', 'month', 'quarter', 'year'];

/** Computes the start of a quote with recurring items, one later period of each pair, and the contract. */
export function computeContract(input, reverseTies = false) {
  const start = computeTotals(input, reverseTies);
  const recurring = listPairs(input.items).map(({ interval, periods }) => {
    const items = input.items.filter((item) => isPair(item.recurring, { interval, periods }));
    // A fixed discount of the quote comes off once, at the start.
    const { discountType, discountValue } = input.discountType === 'percentage' ? input : {};
    const terms = { discountType, discountValue, pricesIncludeTax: input.pricesIncludeTax };
    const { amounts: _, ...sums } = computeTotals({ items, ...terms }, reverseTies);
    return { interval, periods, ...sums };
  });
  const isEndless = recurring.some(({ periods }) => periods === null);
  const later = recurring.map(({ periods, total }) => total * BigInt((periods ?? 1) - 1));
  return {
    ...start,
    recurring,
    contractTotal: isEndless ? null : later.reduce((sum, each) => sum + each, start.total),
  };
}

/** The pairs of selected items: the shortest interval first, then the fewest periods; those without an end come last. */
function listPairs(items) {
  const pairs = [];
  for (const { recurring, optional, selected } of items) {
    const isSelected = selected ?? !optional;
    if (recurring && isSelected && !pairs.some((pair) => isPair(recurring, pair))) pairs.push(recurring);
  }
  const rank = ({ interval, periods }) => INTERVALS.indexOf(interval) * 1000 + (periods ?? 999);
  return pairs.sort((a, b) => rank(a) - rank(b));
}

function isPair(recurring, { interval, periods }) {
  return recurring?.interval === interval && recurring.periods === periods;
}
