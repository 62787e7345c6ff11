import type { Deps } from '../../../app/deps.ts';
import type { Account } from '../../../domain/account/account.ts';
import { DAY_MS } from '../../../domain/calendar.ts';
import { isOpen } from '../../../domain/quote/quote.ts';
import type { Sql } from '../../../store/database.ts';
import {
  listAdvancingAccounts,
  loadTestClock,
  readTestClock,
  storeTestClock,
  type TestClock,
} from '../../../store/tables/account/test-clocks.ts';
import { findSeries } from '../../../store/tables/invoice/recurring-series.ts';
import { type DueAction, type DueQuery, findDueActions } from '../../../store/tables/quote/due-actions.ts';
import { findEndingQuotes } from '../../../store/tables/quote/ending-quotes.ts';
import { loadQuote } from '../../../store/tables/quote/quotes.ts';
import { continueDueErasures } from '../../customers/erasure/erase-customer.ts';
import { recordExpiring } from '../../events/record-expiring.ts';
import { loadCurrentInvoice } from '../../invoices/mark-overdue.ts';
import { invoiceNextPeriod } from '../../invoices/recurring/invoice-period.ts';
import { loadCurrentQuote } from '../../quotes/expire-quotes.ts';
import { readParties } from '../../sending/documents/parties.ts';
import { captureQueued } from '../../sending/outbox/deliver-outbox.ts';
import { queueDueReminder } from '../../sending/outbox/remind-customers.ts';
import { ensureMailLogo } from '../mail-logo.ts';
import { requireAccount } from '../require-account.ts';

/** Actions per transaction; a longer transaction would delay other writes. */
const MAX_ACTIONS_PER_STEP = 40;

/** Finishes the advances that a process left when it died, and those that are too long for the caller to wait. */
export async function finishAdvances(deps: Deps): Promise<void> {
  for (const accountId of await listAdvancingAccounts(deps.db.read)) await finishAdvance(deps, accountId);
}

/**
 * Runs due actions until the clock has reached its target. Several processes may do so concurrently: each step is a
 * transaction that continues at the current time of the clock, and its reminders are delivered before the next step.
 */
export async function finishAdvance(deps: Deps, accountId: string): Promise<void> {
  for (;;) {
    await drawLogos(deps, accountId);
    const step = await deps.db.write((tx) => runDueActions(tx, deps, accountId), { account: accountId });
    if (step === 'arrived') return continueDueErasures(deps, accountId);
    if (step.mails.length > 0) await sendReminders(deps, accountId, step.mails);
  }
}

/** Runs the next due actions inside a transaction. */
async function runDueActions(
  tx: Sql,
  deps: Deps,
  accountId: string,
): Promise<'arrived' | Pick<TestClock, 'mails'>> {
  const clock = await loadTestClock(tx, accountId);
  if (!clock.advance) return 'arrived';
  if (clock.mails.length > 0) return clock;
  const account = await requireAccount(tx, accountId);
  const actions = await findDueActions(
    tx,
    toDueQuery(account, clock),
    clock.advance.at,
    MAX_ACTIONS_PER_STEP,
  );
  if (actions.length === 0) {
    const ahead = Math.max(clock.ahead, clock.advance.target - tx.clock());
    await storeTestClock(tx, accountId, { ...clock, ahead, advance: null });
    return 'arrived';
  }
  let after = clock;
  let invoicedAt = Infinity;
  for (const action of actions) {
    if (after.mails.length > 0 && action.kind !== 'reminder') break;
    // What the next period of a series makes due may come before the actions that are known.
    if (action.at > invoicedAt) break;
    after = await runAction(tx, deps, account, after, action);
    if (action.kind === 'recurring') invoicedAt = action.at;
  }
  await storeTestClock(tx, accountId, after);
  return after;
}

/** Returns the query for actions that are due before the target. */
export function toDueQuery(
  { id: accountId, expiringDays, reminderDays }: Account,
  { advance, reminded }: TestClock,
): DueQuery {
  return { accountId, expiringDays, reminderDays, reminded, until: advance?.target ?? 0 };
}

/** Runs an action at its due time, and moves the clock to that time. */
async function runAction(
  tx: Sql,
  deps: Deps,
  account: Account,
  clock: TestClock,
  { kind, at, id, validUntil }: DueAction,
): Promise<TestClock> {
  const moved = { ...clock, advance: clock.advance && { ...clock.advance, at } };
  if (kind === 'reminder') {
    const mail = await queueDueReminder(tx, deps, account, id, at);
    return { ...moved, reminded: { validUntil, id }, mails: mail ? [...clock.mails, mail] : clock.mails };
  }
  if (kind === 'recurring') {
    const series = await findSeries(tx, account.id, id);
    const mail = series && (await invoiceNextPeriod(tx, deps, account.id, series, at, at));
    return { ...moved, mails: mail ? [...clock.mails, mail] : clock.mails };
  }
  if (kind === 'expired') await loadCurrentQuote(tx, account.id, id, at);
  else if (kind === 'overdue') await loadCurrentInvoice(tx, account.id, id, at);
  else {
    const stored = await loadQuote(tx, account.id, id);
    if (stored && isOpen(stored.quote)) await recordExpiring(tx, account.id, stored, at);
  }
  return moved;
}

/** Draws the logos that reminders may need, because a transaction must wait for nothing but the database. */
async function drawLogos({ db, renderer, log }: Deps, accountId: string): Promise<void> {
  const { reminderDays } = await requireAccount(db.read, accountId);
  if (reminderDays === null) return;
  const { advance, reminded } = await readTestClock(db.read, accountId);
  if (!advance) return;
  const until = advance.target + reminderDays * DAY_MS;
  for (const ending of await findEndingQuotes(db.read, accountId, reminded, until, MAX_ACTIONS_PER_STEP)) {
    await ensureMailLogo({ db, renderer, log }, (await readParties(db.read, accountId, ending)).account);
  }
}

async function sendReminders(deps: Deps, accountId: string, mails: readonly string[]): Promise<void> {
  await captureQueued(deps, accountId, mails, async (tx) => {
    const clock = await loadTestClock(tx, accountId);
    const left = clock.mails.filter((id) => !mails.includes(id));
    await storeTestClock(tx, accountId, { ...clock, mails: left });
  });
}
