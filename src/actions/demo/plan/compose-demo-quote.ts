import type { QuoteInput } from '../../../domain/quote/compose-quote.ts';
import type { ItemInput } from '../../../domain/quote/line/line-item.ts';
import type { StageInput } from '../../../domain/quote/schedule/payment-schedule.ts';
import type { DemoTexts, Project, Workshop } from '../demo-texts.ts';
import type { Random } from './random.ts';

/** Share of the price that an item costs the business. */
const COST_SHARE = 0.58;
/** Prices are rounded to whole units of the currency. */
const ROUND_TO = 100;

const MAX_LINES_WITHOUT_SECTIONS = 4;

export function computePrice({ priceFactor }: DemoTexts, cents: number): number {
  return Math.round((cents * priceFactor) / ROUND_TO) * ROUND_TO;
}

export function computeCost(price: number): number {
  return Math.round(price * COST_SHARE);
}

export function formatCustomerId(index: number): string {
  return `C-${1001 + index}`;
}

export function composeDemoQuote(
  random: Random,
  { texts, workshop }: { texts: DemoTexts; workshop: Workshop },
  project: Project,
  customer: number,
): QuoteInput {
  const [title = '', description = ''] = texts.projects[project.title] ?? [];
  const place = random.chance(0.5) ? random.pick(texts.places) : undefined;
  return {
    customerId: formatCustomerId(customer),
    title: place ? `${title}, ${place}` : title,
    description,
    items: project.lines.map((line, index) => composeLine(random, { texts, workshop, project }, line, index)),
    ...(random.chance(0.1) && { discountType: 'percentage', discountValue: random.pick([3, 5, 10]) }),
    ...(random.chance(0.15) && { notes: random.pick(texts.notes) }),
    paymentSchedule: project.inStages ? composeStages(texts) : null,
  };
}

function composeLine(
  random: Random,
  { texts, workshop, project }: { texts: DemoTexts; workshop: Workshop; project: Project },
  { item, from = 1, to = from, step = 1, isOptional, choice }: Project['lines'][number],
  index: number,
): ItemInput {
  const known = workshop.items[item];
  if (!known) throw new Error(`no item ${item}`);
  const unitPrice = computePrice(texts, known.price);
  const steps = random.whole(0, Math.round((to - from) / step));
  return {
    description: texts.items[item] ?? item,
    quantity: Number((from + steps * step).toFixed(2)),
    unitPrice,
    cost: computeCost(unitPrice),
    unit: texts.units[known.unit] ?? null,
    section:
      project.lines.length > MAX_LINES_WITHOUT_SECTIONS ? (texts.sections[known.section] ?? null) : null,
    ...(isOptional && { optional: true, selected: index % 2 === 0 }),
    ...(choice && { choice: texts.choice }),
  };
}

function composeStages({ stages }: DemoTexts): StageInput[] {
  return [
    { label: stages.deposit, type: 'percentage', value: 40, due: { when: 'acceptance', days: 7 } },
    { label: stages.rest, type: 'rest', due: { when: 'completion', days: 14 } },
  ];
}
