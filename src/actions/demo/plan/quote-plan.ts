import type { DemoTexts, Project, Workshop } from '../demo-texts.ts';
import { composeDemoQuote } from './compose-demo-quote.ts';
import type { DemoActor, DemoDeed, DemoStep } from './demo-step.ts';
import { customerMoment, officeMoment } from './moments.ts';
import type { Random } from './random.ts';

export interface DemoContent {
  texts: DemoTexts;
  workshop: Workshop;
}

/** The steps of one quote, each after the one before. */
export interface QuotePlan {
  readonly steps: readonly DemoStep[];
  readonly lastAt: number;
  /** Adds a step of the business. */
  work(days: number, deed: DemoDeed, by?: DemoActor): void;
  /** Adds a step of the customer. */
  wait(days: number, deed: DemoDeed): void;
}

/** Plans the creation of a quote for any of the customers. */
export function beginQuote(
  random: Random,
  content: DemoContent,
  project: Project,
  { quote, createdAt }: { quote: number; createdAt: number },
  author: DemoActor = random.chance(0.6) ? 'owner' : 'colleague',
): QuotePlan {
  const customer = findCustomer(random, content, quote);
  const input = composeDemoQuote(random, content, project, customer);
  const create = { at: createdAt, quote, by: author, deed: { kind: 'create', customer, input } } as const;
  const steps: DemoStep[] = [create];
  const getLast = () => steps.at(-1)?.at ?? createdAt;
  return {
    steps,
    get lastAt() {
      return getLast();
    },
    work: (days, deed, by = author) =>
      void steps.push({ at: officeMoment(random, getLast(), days), quote, by, deed }),
    wait: (days, deed) =>
      void steps.push({ at: customerMoment(random, getLast(), days), quote, by: author, deed }),
  };
}

/** Each customer gets a quote early on; after that, some come back more often than others. */
function findCustomer(random: Random, { texts }: DemoContent, quote: number): number {
  const count = texts.customers.length;
  return quote < count ? (quote * 7) % count : Math.floor(count * random.next() ** 1.6);
}
