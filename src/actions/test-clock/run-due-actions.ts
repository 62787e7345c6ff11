import type { Deps } from '../../deps.ts';
import type { Account } from '../../domain/account/account.ts';
import { DAY_MS } from '../../domain/calendar.ts';
import { isOpen } from '../../domain/quote/quote.ts';
import type { Sql } from '../../store/database.ts';
import {
  accountsOnTheWay,
  loadTestClock,
  readTestClock,
  storeTestClock,
  type TestClock,
} from '../../store/tables/account/test-clocks.ts';
import { type DueThing, type DueWanted, findDueThings } from '../../store/tables/quote/due-things.ts';
import { findEndingQuotes } from '../../store/tables/quote/ending-quotes.ts';
import { loadQuote } from '../../store/tables/quote/quotes.ts';
import { ensureMailLogo } from '../account/mail-logo.ts';
import { requireAccount } from '../account/require-account.ts';
import { partiesOf } from '../document/parties.ts';
import { tellExpiring } from '../event/tell-expiring.ts';
import { captureQueued } from '../outbox/deliver-outbox.ts';
import { queueDueReminder } from '../outbox/remind-customers.ts';
import { loadSettledQuote } from '../quote/settle-expiry.ts';

/** In one transaction: few enough that others need not wait for long. */
const AT_ONCE = 40;

/** Clocks that a process has left on their way, or that have so far to go that nobody waits for them. */
export async function finishWays(deps: Deps): Promise<void> {
  for (const accountId of await accountsOnTheWay(deps.db.read)) await finishWay(deps, accountId);
}

/**
 * Until the clock has arrived. Several processes may do it at once: each step is a transaction that goes on from where the
 * clock is, and the reminders that it has written go out before the next one.
 */
export async function finishWay(deps: Deps, accountId: string): Promise<void> {
  for (;;) {
    await drawLogos(deps, accountId);
    const step = await deps.db.write((tx) => runDueActions(tx, deps, accountId), { account: accountId });
    if (step === 'arrived') return;
    if (step.mails.length > 0) await sendReminders(deps, accountId, step.mails);
  }
}

/** In a transaction: the next things that fall due. */
async function runDueActions(
  tx: Sql,
  deps: Deps,
  accountId: string,
): Promise<'arrived' | Pick<TestClock, 'mails'>> {
  const clock = await loadTestClock(tx, accountId);
  if (!clock.way) return 'arrived';
  if (clock.mails.length > 0) return clock;
  const account = await requireAccount(tx, accountId);
  const things = await findDueThings(tx, dueUntil(account, clock), clock.way.at, AT_ONCE);
  if (things.length === 0) {
    const ahead = Math.max(clock.ahead, clock.way.target - tx.clock());
    await storeTestClock(tx, accountId, { ...clock, ahead, way: null });
    return 'arrived';
  }
  let after = clock;
  for (const thing of things) {
    if (after.mails.length > 0 && thing.kind !== 'reminder') break;
    after = await doThing(tx, deps, account, after, thing);
  }
  await storeTestClock(tx, accountId, after);
  return after;
}

/** What may fall due on the way. */
export function dueUntil(
  { id: accountId, expiringDays, reminderDays }: Account,
  { way, reminded }: TestClock,
): DueWanted {
  return { accountId, expiringDays, reminderDays, reminded, until: way?.target ?? 0 };
}

/** At its own instant, to which the clock moves on. */
async function doThing(
  tx: Sql,
  deps: Deps,
  account: Account,
  clock: TestClock,
  { kind, at, id, validUntil }: DueThing,
): Promise<TestClock> {
  const moved = { ...clock, way: clock.way && { ...clock.way, at } };
  if (kind === 'reminder') {
    const mail = await queueDueReminder(tx, deps, account, id, at);
    return { ...moved, reminded: { validUntil, id }, mails: mail ? [...clock.mails, mail] : clock.mails };
  }
  if (kind === 'expired') await loadSettledQuote(tx, account.id, id, at);
  else {
    const stored = await loadQuote(tx, account.id, id);
    if (stored && isOpen(stored.quote)) await tellExpiring(tx, account.id, stored, at);
  }
  return moved;
}

/** Nothing but the database may be waited for in a transaction, and a reminder may need a logo that nobody has drawn. */
async function drawLogos({ db, renderer, log }: Deps, accountId: string): Promise<void> {
  const { reminderDays } = await requireAccount(db.read, accountId);
  if (reminderDays === null) return;
  const { way, reminded } = await readTestClock(db.read, accountId);
  if (!way) return;
  const until = way.target + reminderDays * DAY_MS;
  for (const ending of await findEndingQuotes(db.read, accountId, reminded, until, AT_ONCE)) {
    await ensureMailLogo({ db, renderer, log }, (await partiesOf(db.read, accountId, ending)).account);
  }
}

async function sendReminders(deps: Deps, accountId: string, mails: readonly string[]): Promise<void> {
  await captureQueued(deps, accountId, mails, async (tx) => {
    const clock = await loadTestClock(tx, accountId);
    const left = clock.mails.filter((id) => !mails.includes(id));
    await storeTestClock(tx, accountId, { ...clock, mails: left });
  });
}
