import { computeTotals } from '../model/money.js';
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
  };
}
