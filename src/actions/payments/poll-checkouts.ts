import type { Deps } from '../../app/deps.ts';
import { safeError } from '../../app/telemetry/safe-error.ts';
import { unlessClosed } from '../../domain/account/account-closed.ts';
import {
  type Checkout,
  computeNextPoll,
  MAX_UNANSWERED_MS,
  MAX_WATCH_MS,
} from '../../domain/invoice/payment/checkout.ts';
import { ProviderError } from '../../domain/invoice/payment/provider.ts';
import { findStoredInvoice } from '../../store/tables/invoice/invoices.ts';
import {
  claimDueCheckouts,
  findNextCheckoutPoll,
  scheduleCheckoutPoll,
} from '../../store/tables/payment/checkouts.ts';
import { bookCheckout } from './book-checkout.ts';
import { reconcileCheckout } from './reconcile-checkout.ts';

/** Checkouts that are asked for at the same time: one provider that does not respond holds up none of another. */
const BATCH = 10;
/** Longer than the adapters wait for a provider. */
const LEASE_MS = 60_000;

/** Asks the providers for the checkouts that are due while `mayContinue` returns true. */
export async function pollCheckouts(deps: Deps, mayContinue: () => boolean): Promise<void> {
  const next = await findNextCheckoutPoll(deps.db.read);
  if (next === undefined || next > deps.clock()) return;
  while (mayContinue() && (await pollBatch(deps)));
}

/** Returns `true` if there may be more. */
async function pollBatch(deps: Deps): Promise<boolean> {
  const now = deps.clock();
  const due = await deps.db.write((tx) => claimDueCheckouts(tx, now, now + LEASE_MS, BATCH));
  await Promise.all(due.map((checkout) => pollOne(deps, checkout)));
  return due.length === BATCH;
}

/** Never throws: what fails is tried again at the next poll. */
async function pollOne(deps: Deps, claimed: Checkout): Promise<void> {
  try {
    const after = await unlessClosed(() => ask(deps, claimed));
    if (after?.nextPollAt === null) return;
  } catch (error) {
    if (error instanceof ProviderError) {
      deps.log.warn({ checkout: claimed.id, reason: error.reason }, 'provider not asked for a checkout');
    } else {
      deps.log.error({ checkout: claimed.id, err: safeError(error) }, 'poll of a checkout failed');
    }
  }
  const next = computeNextPoll(claimed, deps.clock());
  await deps.db.write((tx) => scheduleCheckoutPoll(tx, claimed, next), {
    account: claimed.accountId,
    evenIfClosed: true,
    evenIfMoved: true,
  });
}

async function ask(deps: Deps, checkout: Checkout): Promise<Checkout> {
  const { accountId, invoiceId, providerId, state, createdAt, amount } = checkout;
  const age = deps.clock() - createdAt;
  if (age > MAX_WATCH_MS) return giveUp(deps, checkout);
  const stored = await findStoredInvoice(deps.db.read, accountId, invoiceId);
  const fits = stored?.invoice.amountDue === amount;
  if (providerId === null) {
    // Another process may be waiting for the provider's answer, unless that is long ago.
    const mayBeAnswered = age < MAX_UNANSWERED_MS && (fits || state === 'ended');
    return mayBeAnswered ? checkout : bookCheckout(deps, checkout, 'ended');
  }
  return reconcileCheckout(deps, checkout, state === 'open' && !fits ? 'end' : 'find');
}

/** Looks a last time: the account may have been closed for long, and then nobody has asked. */
async function giveUp(deps: Deps, checkout: Checkout): Promise<Checkout> {
  try {
    const last = await reconcileCheckout(deps, checkout);
    if (last.nextPollAt === null) return last;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    deps.log.warn({ checkout: checkout.id, reason: error.reason }, 'checkout given up without an answer');
  }
  return bookCheckout(deps, checkout, 'ended');
}
