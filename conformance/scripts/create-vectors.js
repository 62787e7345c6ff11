import { listPeriods } from '../model/calendar.js';
import { computeTotals, getUnitPrice } from '../model/money.js';
import { computeContract } from '../model/recurring.js';
import { splitIntoStages } from '../model/stages.js';

const RATES = [0, 7, 19, 20, 5.5, 8.1, 8.875, 2.6, 0.0001, 99.9999];

/** Seeded numbers from 0 to 1 (mulberry32). */
function createRandom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

let random = createRandom(0);
const below = (limit) => Math.floor(random() * limit);
const pick = (values) => values[below(values.length)];

function createItem(index, isExtended) {
  const decimals = pick([0, 0, 1, 2, 4]);
  const quantity = Number(
    (1 + below(50) + (decimals ? below(10 ** decimals) / 10 ** decimals : 0)).toFixed(decimals),
  );
  const unitPrice = pick([below(100), below(100_000), below(10_000_000)]);
  const item = { description: `Item ${index + 1}`, quantity, unitPrice, taxRate: pick(RATES) };
  if (!isExtended) return item;
  const more = pick([
    {},
    { discountType: 'percentage', discountValue: below(101) },
    { discountType: 'fixed', discountValue: below(50_000) },
  ]);
  const option = index > 0 ? pick([{}, {}, { optional: true }, { optional: true, selected: true }]) : {};
  return { ...item, ...more, ...option };
}

function createQuote(isExtended) {
  const items = Array.from({ length: 1 + below(6) }, (_, index) => createItem(index, isExtended));
  const discount = pick([
    {},
    { discountType: 'percentage', discountValue: below(101) },
    { discountType: 'fixed', discountValue: below(200_000) },
  ]);
  return { items, ...discount, ...(isExtended && { pricesIncludeTax: random() < 0.4 }) };
}

/** Quotes whose numbers depend on something that the rules leave open are left out. */
function isDetermined(input) {
  return format(computeTotals(input)) === format(computeTotals(input, true));
}

function createMoneyVectors(count, isExtended) {
  const vectors = isExtended ? [] : EDGES.map((input, index) => ({ name: `edge ${index + 1}`, input }));
  while (vectors.length < count) {
    const input = createQuote(isExtended);
    if (isDetermined(input)) vectors.push({ name: `random ${vectors.length + 1}`, input });
  }
  return vectors.map((vector) => ({ ...vector, expected: computeTotals(vector.input) }));
}

const item = (quantity, unitPrice, taxRate = 0) => ({ description: 'Item', quantity, unitPrice, taxRate });
const EDGES = [
  { items: [item(0.1, 1), item(0.2, 1)] },
  { items: [item(0.5, 1)] },
  { items: [item(1.5, 1), item(2.5, 1)] },
  { items: [item(0.0001, 1)] },
  { items: [item(1_000_000_000, 1)] },
  { items: [item(1, 1_000_000_000_000)] },
  { items: [item(1, 0)] },
  { items: [item(3, 333, 19)], discountType: 'percentage', discountValue: 100 },
  { items: [item(1, 100, 19)], discountType: 'fixed', discountValue: 101 },
  { items: [item(1, 100, 19)], discountType: 'fixed', discountValue: 0 },
  { items: [item(1, 1, 50)] },
  { items: [item(1, 250, 19), item(1, 250, 7)], discountType: 'percentage', discountValue: 10 },
  { items: [item(12.5, 9000, 19), item(1, 24_000, 19)], discountType: 'percentage', discountValue: 10 },
  { items: [item(1, 105, 10)], discountType: 'percentage', discountValue: 50 },
];

/** Schedules of each kind: percentages to 100, with a rest, fixed amounts and a rest, and a mixture. */
function createSchedule(total) {
  const count = 2 + below(5);
  const percentages = Array.from({ length: count - 1 }, () =>
    Number((below(Math.floor(9000 / (count - 1))) / 100 + 0.5).toFixed(2)),
  );
  const sum = percentages.reduce((all, value) => all + Math.round(value * 100), 0);
  const percent = percentages.map((value) => ({ type: 'percentage', value }));
  const fixed = Array.from({ length: count - 1 }, () => ({
    type: 'fixed',
    value: 1 + below(Math.max(1, Math.floor(Number(total) / count))),
  }));
  return pick([
    [...percent, { type: 'percentage', value: (10_000 - sum) / 100 }],
    [...percent, { type: 'rest' }],
    [...fixed, { type: 'rest' }],
    [fixed[0], ...percent.slice(1), { type: 'rest' }],
  ]);
}

function createStageVectors(count) {
  const vectors = [];
  while (vectors.length < count) {
    const input = createQuote(true);
    const items = input.items.map(({ optional: _, selected: __, ...line }) => line);
    const quote = { ...input, items };
    const { taxes, total } = computeTotals(quote);
    if (!isDetermined(quote) || total < 1000n) continue;
    const stages = createSchedule(total);
    const expected = splitIntoStages(taxes, stages, quote.pricesIncludeTax).map((shares) => ({
      amount: shares.reduce((sum, { net, tax }) => sum + net + tax, 0n),
      taxes: shares,
    }));
    vectors.push({ name: `schedule ${vectors.length + 1}`, input: { ...quote, stages }, expected });
  }
  return vectors;
}

/** Steps in quantities with and without decimals, at which prices rise, fall or stay. */
function createQuantityPrices() {
  const decimals = pick([0, 0, 1, 4]);
  let from = 0;
  const steps = Array.from({ length: 1 + below(pick([3, 6, 20])) }, () => {
    const step = {
      from: Number(from.toFixed(4)),
      unitPrice: pick([below(10), below(10_000), below(1_000_000)]),
    };
    from += 1 + below(20) + (decimals ? below(10 ** decimals) / 10 ** decimals : 0);
    return step;
  });
  return { kind: pick(['volume', 'graduated']), steps };
}

function createSteppedItem(index) {
  const quantityPrices = createQuantityPrices();
  const { unitPrice: _, ...item } = createItem(index, true);
  // Often exactly where a step begins, or next to it.
  const { from } = pick(quantityPrices.steps);
  const quantity = from > 0 ? pick([item.quantity, from, Number((from + 0.0001).toFixed(4))]) : item.quantity;
  return { ...item, quantity, quantityPrices };
}

function createSteppedVectors(count) {
  const vectors = STEPPED_EDGES.map((input, index) => ({ name: `edge ${index + 1}`, input }));
  while (vectors.length < count) {
    const quote = createQuote(true);
    const items = quote.items.map((plain, index) => (below(4) === 0 ? plain : createSteppedItem(index)));
    const input = { ...quote, items };
    if (isDetermined(input)) vectors.push({ name: `random ${vectors.length + 1}`, input });
  }
  return vectors.map((vector) => {
    const unitPrices = vector.input.items.map(getUnitPrice);
    return { ...vector, expected: { unitPrices, ...computeTotals(vector.input) } };
  });
}

const stepped = (kind, quantity, ...steps) => ({
  ...{ description: 'Item', quantity, taxRate: 0 },
  quantityPrices: { kind, steps: steps.map(([from, unitPrice]) => ({ from, unitPrice })) },
});
const STEPPED_EDGES = ['volume', 'graduated'].flatMap((kind) => [
  ...[9, 10, 10.0001, 99.9999, 100, 100.0001].map((quantity) => ({
    items: [stepped(kind, quantity, [0, 1000], [10, 900], [100, 800])],
  })),
  // Each part would be rounded to 0 or up by itself; their sum is rounded once.
  { items: [stepped(kind, 1.5, [0, 1], [0.5, 1], [1, 1])] },
  { items: [stepped(kind, 0.0002, [0, 2_500], [0.0001, 2_500])] },
  { items: [stepped(kind, 0.0001, [0, 5_000], [0.0001, 4_999])] },
  { items: [stepped(kind, 1, [0, 0])] },
  { items: [stepped(kind, 1_000_000_000, [0, 1_000_000_000_000], [1, 0], [999_999_999, 1])] },
]);

/** Quotes with one to four pairs of interval and periods, beside items that are due once. */
function createRecurringVectors(count) {
  const vectors = [];
  while (vectors.length < count) {
    const pairs = Array.from({ length: 1 + below(4) }, () => ({
      interval: pick(['week', 'month', 'quarter', 'year']),
      periods: pick([null, 2, 12, 24, 600]),
    }));
    const quote = createQuote(true);
    const items = quote.items.map((one, index) => {
      const own = below(5) === 0 ? createSteppedItem(index) : one;
      return index === 0 || below(3) > 0 ? { ...own, recurring: pick(pairs) } : own;
    });
    const input = { ...quote, items };
    const expected = computeContract(input);
    const isSafe = (expected.contractTotal ?? 0n) <= BigInt(Number.MAX_SAFE_INTEGER);
    const isFixed = format(expected) === format(computeContract(input, true));
    // The first item is always selected, so that there always is a pair.
    if (isSafe && isFixed) vectors.push({ name: `contract ${vectors.length + 1}`, input, expected });
  }
  return vectors;
}

/** First days at the ends of months, around leap days and at both ends of the permitted range. */
const FIRST_DAYS = [
  ...['1970-01-01', '2026-01-28', '2026-01-29', '2026-01-30', '2026-01-31', '2027-02-28', '2027-11-30'],
  ...['2027-08-31', '2027-12-31', '2028-01-29', '2028-01-31', '2028-02-28', '2028-02-29', '2028-03-31'],
  ...['2099-12-31', '2100-02-28', '2200-12-31'],
];
const SHOWN_PERIODS = 14;

function createCalendarVectors() {
  return FIRST_DAYS.flatMap((recurringFrom) =>
    ['week', 'month', 'quarter', 'year'].map((interval) => ({
      name: `every ${interval} from ${recurringFrom}`,
      input: { recurringFrom, interval, periods: SHOWN_PERIODS },
      expected: listPeriods(recurringFrom, interval, SHOWN_PERIODS),
    })),
  );
}

/** Rates are percent; all other numbers are in the smallest unit of the currency. */
function format(value) {
  const replace = (key, part) => {
    if (key === 'rate' && typeof part === 'bigint') return Number(part) / 10_000;
    return typeof part === 'bigint' ? Number(part) : part;
  };
  return JSON.stringify(value, replace);
}

function formatFile(vectors) {
  const lines = vectors.map((vector) => `  ${format(vector)}`).join(',\n');
  return `[\n${lines}\n]\n`;
}

/** Returns the content of each file of vectors, always the same. */
export function createVectors() {
  random = createRandom(20_261_118);
  return {
    money: formatFile(createMoneyVectors(60, false)),
    'money-extended': formatFile(createMoneyVectors(40, true)),
    stages: formatFile(createStageVectors(40)),
    'quantity-prices': formatFile(createSteppedVectors(100)),
    recurring: formatFile(createRecurringVectors(300)),
    calendar: formatFile(createCalendarVectors()),
  };
}
