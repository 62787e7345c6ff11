import { DAY_MS } from '../../../domain/calendar.ts';
import type { DemoTexts, Workshop } from '../demo-texts.ts';
import type { DemoStep } from './demo-step.ts';
import { officeMoment, startOfDay } from './moments.ts';
import { LATEST, planLatest } from './plan-latest.ts';
import { planQuote } from './plan-quote.ts';
import { createRandom } from './random.ts';

export const QUOTES = 150;
const MONTHS = 14;
const SEED = 1887;
/** Below 1, the business grows: the first months have fewer quotes. */
const GROWTH = 0.9;

/** Returns the first day of the business: fourteen months before the demo is started. */
export function findFirstDay(startedAt: number): number {
  const date = new Date(startOfDay(startedAt));
  date.setUTCMonth(date.getUTCMonth() - MONTHS);
  return date.getTime();
}

/**
 * Plans everything that happens in the demo until the evening before it was started. The seed repeats it: only the days
 * follow the start.
 */
export function planDemo(content: { texts: DemoTexts; workshop: Workshop }, startedAt: number): DemoStep[] {
  const random = createRandom(SEED);
  const first = findFirstDay(startedAt);
  const end = startOfDay(startedAt);
  const steps: DemoStep[] = [];
  const earlier = QUOTES - LATEST.length;
  for (let quote = 0; quote < earlier; quote++) {
    const days = ((end - first) / DAY_MS) * (quote / earlier) ** GROWTH;
    const createdAt = officeMoment(random, first + Math.floor(days) * DAY_MS, 0);
    steps.push(...planQuote(random, content, { quote, createdAt }));
  }
  steps.push(...planLatest(random, content, { first: earlier, end }));
  return toUniqueMoments(steps.filter(({ at }) => at < end));
}

/** Sorts the steps and keeps them a second apart, so that each has a moment of its own. */
function toUniqueMoments(steps: DemoStep[]): DemoStep[] {
  const sorted = steps.toSorted((a, b) => a.at - b.at || a.quote - b.quote);
  let last = 0;
  return sorted.map((step) => {
    last = Math.max(step.at, last + 1000);
    return { ...step, at: last };
  });
}
