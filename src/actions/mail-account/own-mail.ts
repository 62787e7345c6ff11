import type { Deps } from '../../deps.ts';
import type { OwnMail, ServerMailers } from '../../domain/mail/mail.ts';
import { findMailAccountRow } from '../../store/tables/mail/mail-accounts.ts';
import { createMailServer } from './mail-server.ts';
import { recordSignInNeeded } from './sign-in-needed.ts';

const SIGN_IN_NEEDED = { outcome: 'sign_in_needed', response: '' } as const;

type OwnMailDeps = Pick<Deps, 'db' | 'sealing' | 'clock' | 'mailOAuth' | 'config' | 'secret' | 'publicUrl'>;

export function createOwnMail(deps: OwnMailDeps, mailers: ServerMailers): OwnMail {
  return {
    async deliver(accountId, message, deadline) {
      const row = await findMailAccountRow(deps.db.read, accountId);
      if (!row) return { outcome: 'unavailable', response: 'The mail account was disconnected' };
      if (row.sign_in_needed_at !== null) return SIGN_IN_NEEDED;
      const server = createMailServer(deps, row, 'smtp');
      const result = await mailers.deliver(row.id, server, message, deadline);
      if (result.outcome === 'sign_in_needed') await recordSignInNeeded(deps, row);
      return result;
    },
    close: () => mailers.close(),
  };
}
