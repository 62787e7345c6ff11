import { createHash } from 'node:crypto';
import type { Deps } from '../../app/deps.ts';
import { safeError } from '../../app/telemetry/safe-error.ts';
import type { Account } from '../../domain/account/account.ts';
import type { Sql } from '../../store/database.ts';
import { findLogoBitmap, type LogoBitmap, storeLogoBitmap } from '../../store/tables/account/logo-bitmaps.ts';
import { drawPlatedLogo, hashPlate, type LogoOwner, mayBeWhite, toPngUrl } from './plated-logo.ts';

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
 * Draws the logo for an email once if no bitmap is stored, as for a former logo. The caller
 * passes the bitmap on, as another logo may replace the stored one before the email is written. An error only omits the logo.
 */
export async function ensureMailLogo(
  deps: Pick<Deps, 'db' | 'renderer' | 'log'>,
  account: LogoOwner,
): Promise<LogoBitmap | undefined> {
  const { db, renderer, log } = deps;
  const { id, logo } = account;
  const plated = await drawPlatedLogo(deps, account);
  if (!plated && !isSvg(logo)) return undefined;
  try {
    if (plated) return await storePlatedLogo(db, id, plated);
    if (!isSvg(logo)) return undefined;
    const stored = await findLogoBitmap(db.read, id, hashLogo(logo));
    if (stored) return stored;
    const drawn = await drawLogoForMail(renderer, id, logo);
    if (drawn)
      await db.write((tx) => storeLogoBitmap(tx, id, drawn), {
        account: id,
        evenIfClosed: true,
        evenIfMoved: true,
      });
    return drawn;
  } catch (error) {
    log.warn({ accountId: id, err: safeError(error) }, 'email without the logo');
    return undefined;
  }
}

/**
 * Returns the account with a bitmap instead of an SVG logo or a white one: `knownBitmap` if it is of this logo, otherwise the
 * stored one.
 */
export async function withMailLogo(sql: Sql, account: Account, knownBitmap?: LogoBitmap): Promise<Account> {
  const find = async (hash: string) =>
    knownBitmap?.logo_sha256 === hash ? knownBitmap : await findLogoBitmap(sql, account.id, hash);
  const plated = mayBeWhite(account) && (await find(hashPlate(account)))?.png;
  if (plated) return { ...account, logo: toPngUrl(plated) };
  if (!isSvg(account.logo)) return account;
  const png = (await find(hashLogo(account.logo)))?.png;
  return { ...account, logo: png ? toPngUrl(png) : null };
}

/** Stores the bitmap, so that emails that are written inside a transaction find it. */
async function storePlatedLogo(db: Deps['db'], id: string, bitmap: LogoBitmap): Promise<LogoBitmap> {
  const stored = await findLogoBitmap(db.read, id, bitmap.logo_sha256);
  if (!stored)
    await db.write((tx) => storeLogoBitmap(tx, id, bitmap), {
      account: id,
      evenIfClosed: true,
      evenIfMoved: true,
    });
  return bitmap;
}

function isSvg(logo: string | null): logo is string {
  return logo !== null && /^data:image\/svg\+xml[;,]/i.test(logo);
}

function hashLogo(logo: string): string {
  return createHash('sha256').update(logo).digest('hex');
}
