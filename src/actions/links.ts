import { createHash, createHmac } from 'node:crypto';
import type { Deps } from '../deps.ts';

/**
 * The token of a link is made from the link's identifier and the secret of the service: the database holds only
 * its hash, and the owner can still be shown the address.
 */
export function linkToken({ secret }: Pick<Deps, 'secret'>, linkId: string): string {
  return createHmac('sha256', secret).update(`link:${linkId}`).digest('base64url');
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

export function publicQuoteUrl(deps: Pick<Deps, 'secret' | 'publicUrl'>, linkId: string): string {
  return `${deps.publicUrl()}/q/${linkToken(deps, linkId)}`;
}
