import type { Deps } from '../../app/deps.ts';
import { safeError } from '../../app/telemetry/safe-error.ts';
import { DAY_MS } from '../../domain/calendar.ts';
import { Problem } from '../../domain/errors.ts';
import { recordExpiringQuotes } from '../events/record-expiring.ts';
import { markDueInvoices } from '../invoices/mark-overdue.ts';
import { findSetupAccount } from '../people/setup.ts';
import { expireDue } from '../quotes/expire-quotes.ts';
import { deliverOutbox } from '../sending/outbox/deliver-outbox.ts';
import { remindCustomers } from '../sending/outbox/remind-customers.ts';
import { writeBankStatement } from './bank-statement.ts';
import { type Demo, type DemoProgress, readProgress, storeProgress } from './demo.ts';
import { readWorkshop } from './demo-texts.ts';
import type { DemoDeed, DemoStep } from './plan/demo-step.ts';
import { planDemo } from './plan/plan-demo.ts';
import { createDemoQuote, takeBusinessStep } from './steps/business-steps.ts';
import { takeCustomerStep } from './steps/customer-steps.ts';
import { takeInvoiceStep } from './steps/invoice-steps.ts';
import type { StepContext } from './steps/step-context.ts';

/**
 * Lets the months of the demo pass, step by step, each in transactions of its own, until the present. `deps` has the
 * clock of the demo. Another start goes on where this one was interrupted.
 */
export async function fillDemo(deps: Deps, demo: Demo, mayContinue: () => boolean): Promise<void> {
  if (!demo.isFilling()) return;
  const progress = await readProgress(deps.db.read);
  const account = await findSetupAccount(deps);
  if (!progress?.people || !account) return;
  const steps = planDemo({ texts: demo.texts, workshop: readWorkshop() }, progress.startedAt);
  let current = progress;
  for (const step of steps.slice(progress.taken ?? steps.length)) {
    // Steps can be taken again, so the progress of a day is enough.
    if (isNextDay(step.at, current.at)) await deps.db.write((tx) => storeProgress(tx, current));
    await passTime(deps, demo, step.at, mayContinue);
    if (!mayContinue()) return;
    current = await takeStep(deps, demo, account.id, current, step);
    // Emails go out at the time of the step, not at the next midnight.
    await deliverOutbox(deps, mayContinue);
  }
  await passTime(deps, demo, demo.startedAt, mayContinue);
  await doDueWork(deps, demo, demo.startedAt, mayContinue);
  if (!mayContinue()) return;
  await writeBankStatement(deps, demo, account.id, current.quotes);
  await deps.db.write((tx) => storeProgress(tx, { ...current, taken: null }));
  demo.arrive();
}

function isNextDay(at: number, before: number): boolean {
  return Math.floor(at / DAY_MS) > Math.floor(before / DAY_MS);
}

/** Moves the clock day by day, and does what falls due on the way. */
async function passTime(deps: Deps, demo: Demo, until: number, mayContinue: () => boolean): Promise<void> {
  while (demo.clock() < until && mayContinue()) {
    const nextDay = (Math.floor(demo.clock() / DAY_MS) + 1) * DAY_MS;
    if (nextDay <= until) await doDueWork(deps, demo, nextDay, mayContinue);
    else demo.moveTo(until);
  }
}

async function doDueWork(deps: Deps, demo: Demo, at: number, mayContinue: () => boolean): Promise<void> {
  demo.moveTo(at);
  await recordExpiringQuotes(deps);
  await remindCustomers(deps);
  await expireDue(deps);
  await markDueInvoices(deps);
  await deliverOutbox(deps, mayContinue);
}

/** Returns the progress after the step. A quote that somebody changed so that the step is impossible is left alone. */
async function takeStep(
  deps: Deps,
  demo: Demo,
  accountId: string,
  progress: DemoProgress,
  step: DemoStep,
): Promise<DemoProgress> {
  const { people, quotes, taken } = progress;
  if (!people) throw new Error('the demo has nobody yet');
  const { texts } = demo;
  const { at: now, by, quote: number, deed } = step;
  const id = by === 'owner' ? people.ownerId : people.colleagueId;
  const actor = { type: 'user', id, name: texts.people[by].name } as const;
  const next = { ...progress, at: now, taken: (taken ?? 0) + 1 };
  try {
    if (deed.kind === 'create') {
      const created = await createDemoQuote(deps, texts, { accountId, actor }, deed, { number, now });
      return { ...next, quotes: quotes.with(number, created) };
    }
    const quoteId = quotes[number];
    if (quoteId) await takeDeed({ deps, texts, accountId, actor, quoteId, now }, deed);
    return next;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    deps.log.warn({ deed: deed.kind, code: error.code, err: safeError(error) }, 'step of the demo left out');
    return { ...next, quotes: quotes.with(number, null) };
  }
}

function takeDeed(context: StepContext, deed: Exclude<DemoDeed, { kind: 'create' }>): Promise<void> {
  switch (deed.kind) {
    case 'view':
    case 'ask':
    case 'accept':
    case 'decline':
      return takeCustomerStep(context, deed);
    case 'invoice':
    case 'viewInvoice':
    case 'pay':
    case 'credit':
      return takeInvoiceStep(context, deed);
    default:
      return takeBusinessStep(context, deed);
  }
}
