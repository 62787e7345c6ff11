import type { Deps } from '../../app/deps.ts';
import { Problem } from '../../domain/errors.ts';
import { deleteMailAccount, findMailAccountRow } from '../../store/tables/mail/mail-accounts.ts';
import { requireAccount } from '../account/require-account.ts';
import type { Connector } from './connect-mail-account.ts';
import { notifyOfMailAccount } from './notify-of-mail-account.ts';

/** Deletes the credentials. Emails that wait are sent by the mail server of the installation. */
export async function disconnectMailAccount(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'secret'>,
  { accountId, user: { name } }: Pick<Connector, 'accountId' | 'user'>,
): Promise<void> {
  const account = await requireAccount(deps.db.read, accountId);
  const now = deps.clock();
  await deps.db.write(
    async (tx) => {
      const row = await findMailAccountRow(tx, accountId);
      if (!row || !(await deleteMailAccount(tx, accountId))) {
        throw new Problem('not_found', 'No mail account is connected.');
      }
      const notice = { change: 'disconnected', address: row.from_address, name } as const;
      await notifyOfMailAccount(tx, deps, account, notice, now);
    },
    { account: accountId },
  );
}
