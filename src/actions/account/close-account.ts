import type { Deps } from '../../app/deps.ts';
import { accountMoved } from '../../domain/account/account-closed.ts';
import { computeUpdatedAt } from '../../domain/clock.ts';
import { assertNoErrors } from '../../domain/field-errors.ts';
import type { Sql } from '../../store/database.ts';
import { loadAccount, replaceAccount, type StoredAccount } from '../../store/tables/account/accounts.ts';
import {
  deleteClosedAccount,
  findMoveState,
  insertClosedAccount,
  setMoveState,
} from '../../store/tables/account/closed-accounts.ts';
import { postponeClosedOutbox } from '../../store/tables/mail/outbox.ts';
import { postponeClosedEndpoints } from '../../store/tables/webhook/endpoints.ts';
import { type Keep, keepNothing } from '../repeat.ts';
import { expectAccount } from './require-account.ts';

/**
 * Closes the account, if that is its name. Writes of the account take turns with this one, so each is either committed
 * before or rejected. A closed account stays as it is.
 */
export function closeAccount(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  name: string,
  now: number,
  keep: Keep<StoredAccount> = keepNothing,
): Promise<StoredAccount> {
  return change(db, accountId, async (tx, stored) => {
    const { account } = stored;
    const message = `must be the exact name of the account, "${account.name}"`;
    assertNoErrors(name === account.name ? [] : [{ path: '/name', message }]);
    return keep(tx, account.closedAt === null ? await close(tx, stored, now) : stored);
  });
}

/** Closes the account to move it: until that ends, nothing is written that the target would lack. */
export async function closeForMove({ db }: Pick<Deps, 'db'>, accountId: string, now: number): Promise<void> {
  await change(db, accountId, async (tx, stored) => {
    const before = await findMoveState(tx, accountId);
    if (before === undefined) await close(tx, stored, now);
    if (before === undefined) await setMoveState(tx, accountId, 'closed');
    if (before === 'none') await setMoveState(tx, accountId, 'closed_before');
    return stored;
  });
}

/** Takes `closeForMove` back. An account that its owner had closed before stays closed. */
export async function reopenAfterMove(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  now: number,
): Promise<void> {
  await change(db, accountId, async (tx, stored) => {
    const before = await findMoveState(tx, accountId);
    // Waiting rows are not postponed: those that were copied already must stay the same.
    if (before === 'closed') await deleteClosedAccount(tx, accountId);
    if (before === 'closed') return store(tx, stored, null, now);
    if (before === 'closed_before') await setMoveState(tx, accountId, 'none');
    return stored;
  });
}

/**
 * Reopens the account, unless it was moved away: what waits goes on, and the time in between does not count for retries.
 */
export function reopenAccount(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  now: number,
  keep: Keep<StoredAccount> = keepNothing,
): Promise<StoredAccount> {
  return change(db, accountId, async (tx, stored) => {
    const state = (await findMoveState(tx, accountId)) ?? 'none';
    if (state !== 'none') throw accountMoved();
    const closedAt = await deleteClosedAccount(tx, accountId);
    if (closedAt === undefined) return keep(tx, stored);
    const closedMs = Math.max(0, tx.clock() - closedAt);
    await postponeClosedOutbox(tx, accountId, closedMs);
    await postponeClosedEndpoints(tx, accountId, closedMs);
    return keep(tx, await store(tx, stored, null, now));
  });
}

async function close(tx: Sql, stored: StoredAccount, now: number): Promise<StoredAccount> {
  const at = tx.clock();
  await insertClosedAccount(tx, stored.account.id, at);
  return store(tx, stored, new Date(at).toISOString(), now);
}

function change(
  db: Deps['db'],
  accountId: string,
  work: (tx: Sql, stored: StoredAccount) => Promise<StoredAccount>,
): Promise<StoredAccount> {
  const write = async (tx: Sql) => work(tx, expectAccount(await loadAccount(tx, accountId)));
  return db.write(write, { account: accountId, evenIfClosed: true, evenIfMoved: true });
}

async function store(
  tx: Sql,
  stored: StoredAccount,
  closedAt: string | null,
  now: number,
): Promise<StoredAccount> {
  const account = { ...stored.account, closedAt, updatedAt: computeUpdatedAt(stored.account, now) };
  await replaceAccount(tx, account);
  return { ...stored, account, version: stored.version + 1 };
}
