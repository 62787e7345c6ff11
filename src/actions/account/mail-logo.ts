import { createHash } from 'node:crypto';
import type { Deps } from '../../deps.ts';
import type { Account } from '../../domain/account/account.ts';
import type { Sql } from '../../store/database.ts';
import { findLogoBitmap, type LogoBitmap, storeLogoBitmap } from '../../store/tables/account/logo-bitmaps.ts';
import { safeError } from '../../telemetry/safe-error.ts';

/** Draws an SVG logo, which mail clients cannot show, as a bitmap. Returns `undefined` for any other logo. */
export async function drawLogoForMail(
  renderer: Pick<Deps['renderer'], 'drawLogo'>,
  accountId: string,
  logo: string,
): Promise<LogoBitmap | undefined> {
  if (!isSvg(logo)) return undefined;
  return { logo_sha256: hashLogo(logo), png: (await renderer.drawLogo(accountId, logo)) ?? null };
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
    const stored = await findLogoBitmap(db.read, id, hashLogo(logo));
    if (stored) return stored;
    const drawn = await drawLogoForMail(renderer, id, logo);
    if (drawn) await db.write((tx) => storeLogoBitmap(tx, id, drawn), { account: id });
    return drawn;
  } catch (error) {
    log.warn({ accountId: id, err: safeError(error) }, 'email without the logo');
    return undefined;
  }
}

/** Returns the account with a bitmap instead of an SVG logo: `knownBitmap` if it is of this logo, otherwise the stored one. */
export async function withMailLogo(sql: Sql, account: Account, knownBitmap?: LogoBitmap): Promise<Account> {
  if (!isSvg(account.logo)) return account;
  const hash = hashLogo(account.logo);
  const bitmap =
    knownBitmap?.logo_sha256 === hash ? knownBitmap : await findLogoBitmap(sql, account.id, hash);
  const png = bitmap?.png;
  return { ...account, logo: png ? `data:image/png;base64,${Buffer.from(png).toString('base64')}` : null };
}

function isSvg(logo: string | null): logo is string {
  return logo !== null && /^data:image\/svg\+xml[;,]/i.test(logo);
}

function hashLogo(logo: string): string {
  return createHash('sha256').update(logo).digest('hex');
}
