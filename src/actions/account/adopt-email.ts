import { patchAccount } from '../../domain/account/patch-account.ts';
import type { Sql } from '../../store/database.ts';
import { loadAccount, replaceAccount } from '../../store/tables/account/accounts.ts';
import { listMembers } from '../../store/tables/person/users.ts';

/**
 * Gives an account without an email address that of its first owner, inside the transaction that adds the owner: without
 * one, customers could not reply, and nobody would be notified of their answers.
 */
export async function adoptEmail(tx: Sql, accountId: string, email: string, now: number): Promise<void> {
  const stored = await loadAccount(tx, accountId);
  if (!stored || stored.account.email !== null) return;
  const owners = (await listMembers(tx, accountId)).filter(({ role }) => role === 'owner');
  if (owners.length === 1) await replaceAccount(tx, patchAccount(stored.account, { email }, now));
}
