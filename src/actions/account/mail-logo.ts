import { createHash } from 'node:crypto';
import type { Deps } from '../../deps.ts';
import type { Account } from '../../domain/account/account.ts';
import type { Sql } from '../../store/database.ts';
import { findLogoBitmap, keepLogoBitmap, type LogoBitmap } from '../../store/tables/account/logo-bitmaps.ts';
import { safeError } from '../../telemetry/safe-error.ts';

/** Of a logo that mail clients cannot show; `undefined` where there is nothing to draw. */
export async function drawForMail(
  renderer: Pick<Deps['renderer'], 'drawLogo'>,
  accountId: string,
  logo: string,
): Promise<LogoBitmap | undefined> {
  if (!isSvg(logo)) return undefined;
  return { logo_sha256: hashOf(logo), png: (await renderer.drawLogo(accountId, logo)) ?? null };
}

/** Before a mail is written: a logo that was stored by an earlier version is drawn now, once. Costs no mail. */
export async function ensureMailLogo(
  { db, renderer, log }: Pick<Deps, 'db' | 'renderer' | 'log'>,
  { id, logo }: Pick<Account, 'id' | 'logo'>,
): Promise<void> {
  if (!isSvg(logo)) return;
  try {
    if (await findLogoBitmap(db.read, id, hashOf(logo))) return;
    const bitmap = await drawForMail(renderer, id, logo);
    if (bitmap) await db.write((tx) => keepLogoBitmap(tx, id, bitmap), { account: id });
  } catch (error) {
    log.warn({ accountId: id, err: safeError(error) }, 'mail without the logo');
  }
}

/** The account as its mails show it: with a bitmap in place of an SVG. */
export async function accountForMail(sql: Sql, account: Account): Promise<Account> {
  if (!isSvg(account.logo)) return account;
  const png = (await findLogoBitmap(sql, account.id, hashOf(account.logo)))?.png;
  return { ...account, logo: png ? `data:image/png;base64,${Buffer.from(png).toString('base64')}` : null };
}

function isSvg(logo: string | null): logo is string {
  return logo !== null && /^data:image\/svg\+xml[;,]/i.test(logo);
}

function hashOf(logo: string): string {
  return createHash('sha256').update(logo).digest('hex');
}
