import { type ConnectionChange, renderProviderEmail } from '../../adapters/mail/letters/to-user.ts';
import type { Deps } from '../../app/deps.ts';
import type { Account } from '../../domain/account/account.ts';
import type { ProviderKind } from '../../domain/invoice/payment/provider-kind.ts';
import type { Sql } from '../../store/database.ts';
import { mailOwners } from '../people/mail-members.ts';

/**
 * Emails all owners about a change of the payment provider, because it decides who gets the money. Runs in the
 * transaction of the change.
 */
export async function notifyOwners(
  tx: Sql,
  deps: Pick<Deps, 'config' | 'secret'>,
  account: Account,
  notice: { change: ConnectionChange; kind: ProviderKind; name: string; lastFour: string },
  now: number,
): Promise<void> {
  const render = renderProviderEmail.bind(null, { ...notice, business: account.name });
  await mailOwners(tx, deps, account, render, now);
}
