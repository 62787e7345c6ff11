import { type ConnectionChange, renderMailAccountEmail } from '../../adapters/mail/letters/to-user.ts';
import type { Deps } from '../../app/deps.ts';
import type { Account } from '../../domain/account/account.ts';
import type { Sql } from '../../store/database.ts';
import { mailOwners } from '../people/mail-members.ts';

/** Emails all owners about a change of the mail account, because it decides who sees the emails of the business. */
export async function notifyOfMailAccount(
  tx: Sql,
  deps: Pick<Deps, 'config' | 'secret'>,
  account: Account,
  notice: { change: ConnectionChange; address: string; name: string },
  now: number,
): Promise<void> {
  const render = renderMailAccountEmail.bind(null, { ...notice, business: account.name });
  await mailOwners(tx, deps, account, render, now);
}
