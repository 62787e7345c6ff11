import { createHash } from 'node:crypto';
import type { Deps } from '../../deps.ts';
import type { Account } from '../../domain/account/account.ts';
import type { Sql } from '../../store/database.ts';
import { findLogoBitmap, keepLogoBitmap, type LogoBitmap } from '../../store/tables/account/logo-bitmaps.ts';
import { safeError } from '../../telemetry/safe-error.ts';

/** Draws an SVG logo, which mail clients cannot show, as a bitmap. Returns `undefined` for any other logo. */
export async function drawForMail(
  renderer: Pick<Deps['renderer'], 'drawLogo'>,
  accountId: string,
  logo: string,
): Promise<LogoBitmap | undefined> {
  if (!isSvg(logo)) return undefined;
  return { logo_sha256: hashOf(logo), png: (await renderer.drawLogo(accountId, logo)) ?? null };
}

/**
 * Draws the logo for an email once if no bitmap is stored, as for a logo of an earlier version or a former one. The caller
 * passes the bitmap on, as another logo may replace the stored one before the email is written. An error only omits the logo.
 */
export async function ensureMailLogo(
  { db, renderer, log }: Pick<Deps, 'db' | 'renderer' | 'log'>,
  { id, logo }: Pick<Account, 'id' | 'logo'>,
): Promise<LogoBitmap | undefined> {
  if (!isSvg(logo)) return undefined;
  try {
    const kept = await findLogoBitmap(db.read, id, hashOf(logo));
    if (kept) return kept;
    const drawn = await drawForMail(renderer, id, logo);
    if (drawn) await db.write((tx) => keepLogoBitmap(tx, id, drawn), { account: id });
    return drawn;
  } catch (error) {
    log.warn({ accountId: id, err: safeError(error) }, 'email without the logo');
    return undefined;
  }
}

/** Returns the account with a bitmap instead of an SVG logo: `atHand` if it is of this logo, otherwise the stored one. */
export async function accountForMail(sql: Sql, account: Account, atHand?: LogoBitmap): Promise<Account> {
  if (!isSvg(account.logo)) return account;
  const hash = hashOf(account.logo);
  const bitmap = atHand?.logo_sha256 === hash ? atHand : await findLogoBitmap(sql, account.id, hash);
  const png = bitmap?.png;
  return { ...account, logo: png ? `data:image/png;base64,${Buffer.from(png).toString('base64')}` : null };
}

function isSvg(logo: string | null): logo is string {
  return logo !== null && /^data:image\/svg\+xml[;,]/i.test(logo);
}

function hashOf(logo: string): string {
  return createHash('sha256').update(logo).digest('hex');
}
