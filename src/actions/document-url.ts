import type { Deps } from '../deps.ts';
import { DAY_MS } from '../domain/calendar.ts';
import { seal, unseal } from './sealed-token.ts';

/** An address that opens without a key, cannot be guessed, tells nothing, and dies by itself. */
export function documentUrl(
  deps: Pick<Deps, 'secret' | 'publicUrl' | 'config' | 'clock'>,
  accountId: string,
  sourceSha256: string,
): { url: string; expiresAt: string } {
  const expires = deps.clock() + deps.config.pdfUrlDays * DAY_MS;
  const token = seal(deps.secret, 'document', [accountId, sourceSha256, String(expires)]);
  return { url: `${deps.publicUrl()}/pdf/${token}`, expiresAt: new Date(expires).toISOString() };
}

export function openDocumentToken(
  deps: Pick<Deps, 'secret' | 'clock'>,
  token: string,
): { accountId: string; sourceSha256: string; expires: number } | undefined {
  const [accountId, sourceSha256, expiresText] = unseal(deps.secret, 'document', token) ?? [];
  const expires = Number(expiresText);
  if (!accountId || !sourceSha256 || !(expires > deps.clock())) return undefined;
  return { accountId, sourceSha256, expires };
}
