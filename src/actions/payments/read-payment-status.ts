import { setTimeout as delay } from 'node:timers/promises';
import type { Deps } from '../../app/deps.ts';
import { safeError } from '../../app/telemetry/safe-error.ts';
import { isClosedProblem } from '../../domain/account/account-closed.ts';
import type { InvoiceSource } from '../../domain/document.ts';
import type { Checkout } from '../../domain/invoice/payment/checkout.ts';
import { ProviderError } from '../../domain/invoice/payment/provider.ts';
import { isLinkOpen } from '../../store/tables/links.ts';
import { findCheckout } from '../../store/tables/payment/checkouts.ts';
import { readInvoiceSource } from '../sending/documents/find-document.ts';
import { deriveLinkToken } from '../sending/links/links.ts';
import { reconcileCheckout } from './reconcile-checkout.ts';

/** A payment as the customer sees it who comes back from the provider. */
export interface ReturnedPayment {
  /** `pending`: the money is on its way, or the provider has not answered yet. */
  status: 'paid' | 'pending' | 'unpaid';
  amount: number;
  source: InvoiceSource;
  /** Token of the page of the invoice; `null` if that link was revoked, or if several led to the payment. */
  linkToken: string | null;
}

/** Longest that the customer waits for the provider. What it answers later is booked all the same. */
const MAX_WAIT_MS = 5_000;

/** Asks the provider how a payment stands. */
export async function readPaymentStatus(deps: Deps, checkout: Checkout): Promise<ReturnedPayment> {
  const { accountId, invoiceId, amount } = checkout;
  const isAnswered = checkout.state === 'paid' || (await askInTime(deps, checkout));
  const current = (await findCheckout(deps.db.read, accountId, checkout.id)) ?? checkout;
  const [source, linkToken] = await Promise.all([
    readInvoiceSource(deps.db.read, accountId, invoiceId),
    findLinkToken(deps, current),
  ]);
  return { status: describeStatus(current, isAnswered), amount, source, linkToken };
}

function describeStatus({ state }: Checkout, isAnswered: boolean): ReturnedPayment['status'] {
  if (state === 'paid') return 'paid';
  return state === 'processing' || !isAnswered ? 'pending' : 'unpaid';
}

/** Returns whether the provider answered in time. */
async function askInTime(deps: Deps, checkout: Checkout): Promise<boolean> {
  const answered = reconcileCheckout(deps, checkout).then(
    () => true,
    (error: unknown) => {
      if (!(error instanceof ProviderError) && !isClosedProblem(error))
        deps.log.error({ err: safeError(error) }, 'return of a customer failed');
      return false;
    },
  );
  return Promise.race([answered, delay(MAX_WAIT_MS, false, { ref: false })]);
}

/**
 * Only the link that led to the checkout is shown. The page works for as long as the checkout exists, so any other link
 * would give its reader what was revoked, or what somebody else was sent.
 */
async function findLinkToken(deps: Deps, { accountId, invoiceId, linkId }: Checkout): Promise<string | null> {
  const isOpen = linkId !== null && (await isLinkOpen(deps.db.read, accountId, invoiceId, linkId));
  return isOpen ? deriveLinkToken(deps, linkId) : null;
}
