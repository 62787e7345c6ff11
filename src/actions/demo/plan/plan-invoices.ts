import type { QuotePlan } from './quote-plan.ts';
import type { Random } from './random.ts';

/** Shares of the invoices. */
const REMINDED = 0.04;
const PAID_LATE = 0.15;
const PAID_PARTLY = 0.04;
const CREDITED = 0.02;
/** Until then, an invoice is long overdue. */
const PAID_AT_LAST_DAYS = 80;

/** Plans the invoices of an accepted quote: one when the work is done, or one per stage. */
export function planInvoices(random: Random, plan: QuotePlan, inStages: boolean): void {
  const onAcceptance = [0, 3];
  const whenDone = [7, 45];
  const pauses = inStages ? [onAcceptance, whenDone] : [whenDone];
  for (const [invoice, [from = 0, to = 0]] of pauses.entries()) {
    plan.work(random.whole(from, to), { kind: 'invoice', invoice });
    planPayment(random, plan, invoice);
  }
}

/** Plans how an invoice is paid. */
function planPayment(random: Random, plan: QuotePlan, invoice: number): void {
  const fate = random.next();
  plan.wait(random.whole(0, 2), { kind: 'viewInvoice', invoice });
  if (fate < REMINDED) {
    plan.work(PAID_AT_LAST_DAYS, { kind: 'pay', invoice, share: 1 });
    return;
  }
  if (fate < REMINDED + CREDITED) {
    plan.work(random.whole(1, 4), { kind: 'credit', invoice });
    return;
  }
  const isLate = fate > 1 - PAID_LATE;
  const isPartial = fate < REMINDED + CREDITED + PAID_PARTLY;
  const days = isLate ? random.whole(18, 40) : random.whole(2, 12);
  plan.work(days, { kind: 'pay', invoice, share: isPartial ? 0.5 : 1 });
  if (isPartial) plan.work(random.whole(20, 35), { kind: 'pay', invoice, share: 'rest' });
}
