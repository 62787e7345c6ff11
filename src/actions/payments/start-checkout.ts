import type { Deps } from '../../app/deps.ts';
import { isClosedProblem } from '../../domain/account/account-closed.ts';
import { newId } from '../../domain/ids.ts';
import { type Invoice, isCreditNote, isOpenInvoice } from '../../domain/invoice/invoice.ts';
import { type Checkout, computeNextPoll } from '../../domain/invoice/payment/checkout.ts';
import { ProviderError } from '../../domain/invoice/payment/provider.ts';
import { resolveSellerLocale } from '../../i18n/conventions.ts';
import type { Sql } from '../../store/database.ts';
import { isAccountClosed } from '../../store/tables/account/closed-accounts.ts';
import type { Link } from '../../store/tables/links.ts';
import {
  clearCheckoutLink,
  findActiveCheckout,
  insertCheckout,
} from '../../store/tables/payment/checkouts.ts';
import { toRealTime, writeNow } from '../account/account-time.ts';
import { loadCurrentInvoice } from '../invoices/mark-overdue.ts';
import { readInvoiceSource } from '../sending/documents/find-document.ts';
import { hashToken } from '../sending/links/links.ts';
import { bookCheckout } from './book-checkout.ts';
import { buildNotifyUrl, buildReturnUrl, deriveCheckoutToken } from './checkout-token.ts';
import { type Connection, findCurrentConnection } from './connections.ts';
import { callProvider, reconcileCheckout } from './reconcile-checkout.ts';

/**
 * `ready`: the customer can pay at `url`. `processing`: money is on its way already, as the return page of `token` says.
 * `nothing_due`: the invoice is paid. The others have no checkout: the provider cannot be reached, or does not take the payment.
 */
export type StartedCheckout =
  | { outcome: 'ready'; url: string; provider: Connection['kind'] }
  | { outcome: 'processing'; token: string }
  | { outcome: 'nothing_due' | 'unreachable' | 'refused' };

/** The link to an invoice whose holder pays. */
type InvoiceLink = Pick<Link, 'account_id' | 'document_id' | 'id'>;

/** Each round ends a checkout that no longer fits, or finds that it has ended. */
const MAX_ROUNDS = 5;

/**
 * Returns a checkout for exactly what is due. The row is written before the provider is called, and its id is the
 * idempotency key: after a timeout or a crash, the next press repeats the same call and gets the same checkout.
 */
export async function startCheckout(deps: Deps, link: InvoiceLink): Promise<StartedCheckout> {
  const connection = await findCurrentConnection(deps, link.account_id);
  if (!connection) return { outcome: 'refused' };
  try {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const started = await tryCheckout(deps, connection, link);
      if (started) return started;
    }
    return { outcome: 'unreachable' };
  } catch (error) {
    if (isClosedProblem(error)) return { outcome: 'refused' };
    if (!(error instanceof ProviderError)) throw error;
    deps.log.warn({ provider: connection.kind, reason: error.reason }, 'checkout not started');
    return { outcome: error.reason === 'unreachable' ? 'unreachable' : 'refused' };
  }
}

/**
 * `possible`: something is due, and the provider takes the amount in this currency. `pending`: the money is on its way.
 */
export type PayableState = 'possible' | 'pending' | 'none';

/** Reads whether an invoice can be paid online now. */
export async function readPayableState(
  deps: Deps,
  accountId: string,
  invoice: Invoice,
): Promise<PayableState> {
  if (!isDue(invoice)) return 'none';
  const [active, connection] = await Promise.all([
    findActiveCheckout(deps.db.read, accountId, invoice.id),
    findCurrentConnection(deps, accountId),
  ]);
  if (active?.state === 'processing') return 'pending';
  if (!connection || !accepts(deps, connection, invoice)) return 'none';
  return (await isAccountClosed(deps.db.read, accountId)) ? 'none' : 'possible';
}

function isDue(invoice: Invoice): boolean {
  return isOpenInvoice(invoice) && !isCreditNote(invoice) && invoice.amountDue > 0;
}

function accepts({ payments }: Deps, { kind }: Connection, { amountDue, currency }: Invoice): boolean {
  return payments[kind].accepts(amountDue, currency);
}

async function tryCheckout(
  deps: Deps,
  connection: Connection,
  link: InvoiceLink,
): Promise<StartedCheckout | undefined> {
  const { accountId } = connection;
  const claimed = await writeNow(deps.db, accountId, (tx, now) => claim(tx, deps, connection, link, now));
  if (claimed === 'nothing_due' || claimed === 'refused') return { outcome: claimed };
  const { checkout, fits } = claimed;
  if (checkout.state === 'processing' || !fits) {
    const after = await endCheckout(deps, checkout);
    return after.state === 'processing' ? onItsWay(deps, after) : undefined;
  }
  const open =
    checkout.providerId === null
      ? await create(deps, connection, checkout)
      : await reconcileCheckout(deps, checkout);
  if (open.state === 'processing') return onItsWay(deps, open);
  if (open.state !== 'open' || open.url === null || open.problem !== null) {
    // It has ended for us while the provider created it: another amount is due now.
    if (open.state === 'ended' && open.nextPollAt !== null) await endCheckout(deps, open);
    return open.problem === null ? undefined : { outcome: 'refused' };
  }
  return { outcome: 'ready', url: open.url, provider: connection.kind };
}

function onItsWay(deps: Deps, { id }: Checkout): StartedCheckout {
  return { outcome: 'processing', token: deriveCheckoutToken(deps, id) };
}

/** Finds the active checkout of the invoice, or writes a new one, inside a transaction. */
async function claim(
  tx: Sql,
  deps: Deps,
  connection: Connection,
  { document_id: invoiceId, id: linkId }: InvoiceLink,
  now: number,
): Promise<'nothing_due' | 'refused' | { checkout: Checkout; fits: boolean }> {
  const { accountId, kind } = connection;
  const stored = await loadCurrentInvoice(tx, accountId, invoiceId, now);
  const active = await findActiveCheckout(tx, accountId, invoiceId);
  if (active && active.linkId !== null && active.linkId !== linkId) await clearCheckoutLink(tx, active);
  if (!stored || !isDue(stored.invoice))
    return active?.state === 'processing' ? { checkout: active, fits: true } : 'nothing_due';
  const { amountDue: amount, currency } = stored.invoice;
  if (active) {
    const fits =
      active.amount === amount && active.currency === currency && active.connectionId === connection.id;
    return { checkout: active, fits };
  }
  if (!accepts(deps, connection, stored.invoice)) return 'refused';
  const createdAt = toRealTime(tx, now);
  const id = newId('chk', createdAt);
  const checkout: Checkout = {
    ...{ accountId, id, invoiceId, linkId, connectionId: connection.id, provider: kind, providerId: null },
    ...{ amount, currency, state: 'open', url: null, problem: null, polls: 0 },
    ...{ nextPollAt: computeNextPoll({ createdAt, polls: 0 }, createdAt), createdAt },
  };
  await insertCheckout(tx, checkout, hashToken(deriveCheckoutToken(deps, id)));
  return { checkout, fits: true };
}

async function create(deps: Deps, connection: Connection, checkout: Checkout): Promise<Checkout> {
  const { accountId, id, invoiceId, amount, currency } = checkout;
  const { invoice, account, customer } = await readInvoiceSource(deps.db.read, accountId, invoiceId);
  try {
    const wanted = {
      ...{ id, amount, currency },
      description: invoice.number,
      language: resolveSellerLocale(account, customer.locale, account.locale).tag,
      returnUrl: buildReturnUrl(deps, id),
      notifyUrl: buildNotifyUrl(deps, checkout),
    };
    const created = await callProvider(deps, connection, (provider, keys) =>
      provider.createCheckout(keys, wanted),
    );
    return await bookCheckout(deps, checkout, created);
  } catch (error) {
    // An earlier call was not the same, because the public URL or the language has changed since. Nobody got its URL.
    if (error instanceof ProviderError && error.reason === 'conflict')
      return bookCheckout(deps, checkout, 'replaced');
    // The provider has not created it and never will, so the next attempt needs another one.
    if (error instanceof ProviderError && error.reason !== 'unreachable')
      await bookCheckout(deps, checkout, 'ended');
    throw error;
  }
}

/**
 * Ends a checkout that does not fit. If its key no longer works, it cannot be ended: it is replaced, and watched in case
 * the customer pays it anyway. Money on its way cannot be stopped.
 */
async function endCheckout(deps: Deps, checkout: Checkout): Promise<Checkout> {
  if (checkout.state === 'processing') return reconcileCheckout(deps, checkout);
  try {
    return await reconcileCheckout(deps, checkout, 'end');
  } catch (error) {
    if (!(error instanceof ProviderError) || error.reason === 'unreachable') throw error;
    deps.log.warn({ checkout: checkout.id, reason: error.reason }, 'checkout could not be ended');
    return bookCheckout(deps, checkout, 'replaced');
  }
}
