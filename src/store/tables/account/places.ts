import type { Place } from '../../../domain/account/places.ts';
import { formatLimit, type Sql } from '../../database.ts';
import { deleteSetting, findSetting, putSetting } from '../settings.ts';

const RESTORED = 'restored ';
const BATCH = 500;

/** How far each of the accounts has come. */
export async function findPlaces(sql: Sql, accountIds: readonly string[]): Promise<Place[]> {
  const among = sql.isAmong('account_id', accountIds);
  const [heads, rows] = await Promise.all([
    sql.all<{ account_id: string; n: number }>(
      `SELECT account_id, n FROM feed_heads WHERE ${among.sql} ORDER BY account_id`,
      ...among.values,
    ),
    sql.all<{ account_id: string; name: string; value: number }>(
      `SELECT account_id, name, value FROM sequences WHERE ${among.sql} ORDER BY account_id, name`,
      ...among.values,
    ),
  ]);
  const places = new Map(
    heads.map(({ account_id: accountId, n }) => [accountId, { accountId, n, sequences: {} } as Place]),
  );
  for (const { account_id, name, value } of rows) {
    const place = places.get(account_id);
    if (place) place.sequences[name] = value;
  }
  return [...places.values()];
}

/** How far all accounts have come, some at a time. */
export async function* readAllPlaces(sql: Sql): AsyncGenerator<Place[]> {
  for (let after = ''; ; ) {
    const heads = await sql.all<{ account_id: string }>(
      `SELECT account_id FROM feed_heads WHERE account_id > ? ORDER BY account_id ${formatLimit(BATCH).sql}`,
      after,
    );
    if (heads.length > 0)
      yield await findPlaces(
        sql,
        heads.map(({ account_id }) => account_id),
      );
    if (heads.length < BATCH) return;
    after = heads.at(-1)?.account_id ?? '';
  }
}

/** What is known of an account that was put back, until a person has looked. */
export interface Restored {
  /** When its database was found to be behind. */
  at: number;
  /** When its last known event was recorded: what happened between is not known. */
  since: number | null;
  /** Numbers that may have been given since, by sequence: the first and the last. */
  skipped: Record<string, [number, number]>;
}

/**
 * Continues after this place: events and numbers that were given are not given again. Holds what waits to be sent, and
 * notes that the account was restored.
 */
export async function putBack(tx: Sql, { accountId, n, sequences }: Place): Promise<void> {
  const [known] = await findPlaces(tx, [accountId]);
  const now = tx.clock();
  const skipped: Restored['skipped'] = {};
  for (const [name, value] of Object.entries(sequences)) {
    const last = known?.sequences[name] ?? 0;
    if (last >= value) continue;
    skipped[name] = [last + 1, value];
    await tx.run(
      `INSERT INTO sequences (account_id, name, value) VALUES (?, ?, ?)
       ON CONFLICT (account_id, name) DO UPDATE SET value = excluded.value`,
      ...[accountId, name, value],
    );
  }
  const latest = await tx.get<{ at: number }>(
    'SELECT recorded_at AS at FROM feed WHERE account_id = ? ORDER BY n DESC LIMIT 1',
    accountId,
  );
  await tx.run(
    `INSERT INTO feed_heads (account_id, n, gone, oldest_at) VALUES (?, ?, 0, ?)
     ON CONFLICT (account_id) DO UPDATE SET n = excluded.n WHERE feed_heads.n < excluded.n`,
    ...[accountId, n, now],
  );
  await tx.run(
    `UPDATE outbox SET held_at = ?, next_at = ?, last_error = 'The database was restored'
     WHERE account_id = ? AND state = 'waiting' AND held_at IS NULL`,
    ...[now, now, accountId],
  );
  const restored: Restored = { at: now, since: latest?.at ?? null, skipped };
  await putSetting(tx, RESTORED + accountId, JSON.stringify(restored));
}

/** What a person has yet to look at, because it may have gone out after the copy that was restored. */
export async function findRestored(sql: Sql, accountId: string): Promise<Restored | undefined> {
  const text = await findSetting(sql, RESTORED + accountId);
  return text === undefined ? undefined : { since: null, skipped: {}, ...JSON.parse(text) };
}

export async function isRestored(sql: Sql, accountId: string): Promise<boolean> {
  return (await findSetting(sql, RESTORED + accountId)) !== undefined;
}

export async function countRestored(sql: Sql): Promise<number> {
  const row = await sql.get<{ n: number }>(
    'SELECT count(*) AS n FROM settings WHERE name >= ? AND name < ?',
    ...[RESTORED, `${RESTORED}~`],
  );
  return row?.n ?? 0;
}

export function forgetRestore(tx: Sql, accountId: string): Promise<void> {
  return deleteSetting(tx, RESTORED + accountId);
}

export interface HeldMail {
  to: string;
  subject: string;
}

const SHOWN_HELD = 10;

/** Counts the emails that are held, and returns the first of them. */
export async function listHeldMails(
  sql: Sql,
  accountId: string,
): Promise<{ count: number; first: HeldMail[] }> {
  const rows = await sql.all<{ doc: string; n: number }>(
    `SELECT doc, count(*) OVER () AS n FROM outbox
     WHERE account_id = ? AND state = 'waiting' AND held_at IS NOT NULL ORDER BY held_at, id ${formatLimit(SHOWN_HELD).sql}`,
    accountId,
  );
  const first = rows.map(({ doc }) => {
    const { message } = JSON.parse(doc) as { message: { to: { address: string }[]; subject: string } };
    return { to: message.to.map(({ address }) => address).join(', '), subject: message.subject };
  });
  return { count: rows[0]?.n ?? 0, first };
}
