import { createHash } from 'node:crypto';
import type { Deps } from '../../app/deps.ts';
import { safeError } from '../../app/telemetry/safe-error.ts';
import type { Account } from '../../domain/account/account.ts';
import { memoize } from '../../domain/bounded-cache.ts';
import type { LogoBitmap } from '../../store/tables/account/logo-bitmaps.ts';

export type LogoOwner = Pick<Account, 'id' | 'logo' | 'accentColor'>;

const MAX_KNOWN = 200;
const known = new Map<string, Promise<Uint8Array | undefined>>();

/** Draws a logo of white shapes on a plate, once per process; `undefined` for any other logo, and after an error. */
export async function drawPlatedLogo(
  { renderer, log }: Pick<Deps, 'renderer' | 'log'>,
  account: LogoOwner,
): Promise<LogoBitmap | undefined> {
  if (!mayBeWhite(account)) return undefined;
  const key = hashPlate(account);
  try {
    const png = await memoize(known, MAX_KNOWN, key, () =>
      renderer.drawOnPlate(account.id, account.logo, account.accentColor),
    );
    return png && { logo_sha256: key, png };
  } catch (error) {
    known.delete(key);
    log.warn({ accountId: account.id, err: safeError(error) }, 'logo without a plate');
    return undefined;
  }
}

/** Returns the account with its logo as a page can show it: a white logo is on a plate. */
export async function withPageLogo<Owner extends LogoOwner>(
  deps: Pick<Deps, 'renderer' | 'log'>,
  account: Owner,
): Promise<Owner> {
  const png = (await drawPlatedLogo(deps, account))?.png;
  return png ? { ...account, logo: toPngUrl(png) } : account;
}

/** Whether the logo may have transparent parts. */
export function mayBeWhite<Owner extends LogoOwner>(account: Owner): account is Owner & { logo: string } {
  return /^data:image\/(png|svg\+xml)[;,]/i.test(account.logo ?? '');
}

/** Identifies the logo on its plate. */
export function hashPlate({ logo, accentColor }: LogoOwner): string {
  return createHash('sha256').update(`${logo} on ${accentColor}`).digest('hex');
}

export function toPngUrl(png: Uint8Array): string {
  return `data:image/png;base64,${Buffer.from(png).toString('base64')}`;
}
