import { createHmac } from 'node:crypto';
import type { Deps } from '../../app/deps.ts';
import type { Checkout } from '../../domain/invoice/payment/checkout.ts';
import { findCheckoutByToken } from '../../store/tables/payment/checkouts.ts';
import { hashToken } from '../sending/links/links.ts';

/**
 * Derives the token of a checkout from its id and the secret of the service, so that a repeated call sends the provider
 * the same URLs. The database stores only its hash.
 */
export function deriveCheckoutToken({ secret }: Pick<Deps, 'secret'>, checkoutId: string): string {
  return createHmac('sha256', secret).update(`checkout:${checkoutId}`).digest('base64url');
}

const TOKEN = /^[\w-]{43}$/;

export async function findCheckoutOfToken(
  { db }: Pick<Deps, 'db'>,
  token: string,
): Promise<Checkout | undefined> {
  return TOKEN.test(token) ? findCheckoutByToken(db.read, hashToken(token)) : undefined;
}

/** The page that the provider sends the customer to afterwards. */
export function buildReturnUrl(deps: Pick<Deps, 'secret' | 'publicUrl'>, checkoutId: string): string {
  return `${deps.publicUrl()}/pay/${deriveCheckoutToken(deps, checkoutId)}`;
}

/** URL for notifications of the provider; `null` without https, which providers require. Then it is only polled. */
export function buildNotifyUrl(
  deps: Pick<Deps, 'secret' | 'publicUrl'>,
  { id, provider, connectionId }: Pick<Checkout, 'id' | 'provider' | 'connectionId'>,
): string | null {
  const base = deps.publicUrl();
  if (!base.startsWith('https:')) return null;
  return `${base}/hooks/${provider}/${connectionId}/${deriveCheckoutToken(deps, id)}`;
}
