import { DAY_MS } from '../../../domain/calendar.ts';
import type { DemoActor, DemoStep } from './demo-step.ts';
import { officeMoment } from './moments.ts';
import { planAcceptance, planQuestion, planSend } from './plan-quote.ts';
import { beginQuote, type DemoContent, type QuotePlan } from './quote-plan.ts';
import type { Random } from './random.ts';

/** A quote of the last days, so that there is something to do in each status. */
interface LatestQuote {
  project: string;
  /** Days before the start of the demo. */
  daysAgo: number;
  by?: DemoActor;
  plan(random: Random, content: DemoContent, plan: QuotePlan): void;
}

export const LATEST: readonly LatestQuote[] = [
  {
    ...{ project: 'windows', daysAgo: 40, by: 'owner' },
    // Invoiced and never paid: it is overdue.
    plan(random, content, plan) {
      planSend(random, content, plan);
      planAcceptance(random, content, plan);
      plan.work(0, { kind: 'invoice', invoice: 0 });
    },
  },
  { project: 'office', daysAgo: 33, by: 'owner', plan: acceptAndInvoice },
  {
    ...{ project: 'floor', daysAgo: 30, by: 'owner' },
    plan(random, content, plan) {
      acceptAndInvoice(random, content, plan);
      plan.work(1, { kind: 'pay', invoice: 0, share: 0.5 });
    },
  },
  { project: 'doors', daysAgo: 28, by: 'owner', plan: acceptAndInvoice },
  { project: 'kitchen', daysAgo: 16, by: 'owner', plan: sendAndAccept },
  {
    ...{ project: 'shop', daysAgo: 12, by: 'colleague' },
    plan(_random, { texts }, plan) {
      plan.work(0, { kind: 'requestApproval', note: texts.approval.request });
      plan.work(1, { kind: 'reject', note: texts.approval.rejected }, 'owner');
    },
  },
  { project: 'bookcase', daysAgo: 9, plan: planSend },
  {
    ...{ project: 'staircase', daysAgo: 8, by: 'owner' },
    plan(random, content, plan) {
      planSend(random, content, plan);
      planQuestion(random, content, plan);
    },
  },
  { project: 'pergola', daysAgo: 6, plan: () => {} },
  { project: 'bed', daysAgo: 5, by: 'owner', plan: planSend },
  {
    ...{ project: 'wardrobe', daysAgo: 5, by: 'owner' },
    // A question that waits for its answer.
    plan(random, { texts }, plan) {
      plan.work(0, { kind: 'send' });
      plan.wait(0, { kind: 'view' });
      plan.wait(0, { kind: 'ask', text: random.pick(texts.questions) });
    },
  },
  { project: 'study', daysAgo: 4, plan: () => {} },
  {
    ...{ project: 'kitchenIsland', daysAgo: 4, by: 'colleague' },
    // An approval that waits for the visitor.
    plan: (_random, { texts }, plan) =>
      plan.work(0, { kind: 'requestApproval', note: texts.approval.request }),
  },
  { project: 'sanding', daysAgo: 3, plan: () => {} },
];

function sendAndAccept(random: Random, content: DemoContent, plan: QuotePlan): void {
  planSend(random, content, plan);
  planAcceptance(random, content, plan);
}

/** Ends with an invoice that was sent and is not due yet. */
function acceptAndInvoice(random: Random, content: DemoContent, plan: QuotePlan): void {
  sendAndAccept(random, content, plan);
  plan.work(0, { kind: 'invoice', invoice: 0 });
}

export function planLatest(
  random: Random,
  content: DemoContent,
  { first, end }: { first: number; end: number },
): DemoStep[] {
  return LATEST.flatMap(({ project: title, daysAgo, by, plan }, index) => {
    const project = content.workshop.projects.find((known) => known.title === title);
    if (!project) throw new Error(`no project ${title}`);
    const createdAt = officeMoment(random, end - daysAgo * DAY_MS, 0);
    const begun = beginQuote(random, content, project, { quote: first + index, createdAt }, by);
    plan(random, content, begun);
    return begun.steps;
  });
}
