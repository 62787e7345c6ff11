import { renderMailSignInEmail } from '../../adapters/mail/letters/to-user.ts';
import type { Deps } from '../../app/deps.ts';
import { findAccount } from '../../store/tables/account/accounts.ts';
import { type MailAccountRow, markSignInNeeded } from '../../store/tables/mail/mail-accounts.ts';
import { mailOwners } from '../people/mail-members.ts';
import { buildSettingsUrl } from '../sending/links/links.ts';

/**
 * Records that the credentials of a mail account no longer work, and tells its owners once. Until one of them signs in
 * again nothing is tried, because a server may lock an account after too many wrong passwords.
 */
export async function recordSignInNeeded(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'secret' | 'publicUrl'>,
  { account_id: accountId, id, from_address }: Pick<MailAccountRow, 'account_id' | 'id' | 'from_address'>,
): Promise<void> {
  const now = deps.clock();
  await deps.db.write(
    async (tx) => {
      if (!(await markSignInNeeded(tx, accountId, id, now))) return;
      const stored = await findAccount(tx, accountId);
      if (!stored) return;
      const { account } = stored;
      const url = buildSettingsUrl(deps, accountId, 'mail');
      const notice = { business: account.name, address: from_address, url };
      await mailOwners(tx, deps, account, (locale) => renderMailSignInEmail(notice, locale), now);
    },
    { account: accountId, evenIfClosed: true },
  );
}
