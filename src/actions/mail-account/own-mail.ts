import type { Deps } from '../../deps.ts';
import type { MailMessage, MailOutcome, ServerMailers } from '../../domain/mail/mail.ts';
import { findMailAccountRow } from '../../store/tables/mail/mail-accounts.ts';
import { createMailServer } from './mail-server.ts';

/** Delivers by the mail servers of accounts. In a process with several threads, the main thread does it for all. */
export interface OwnMail {
  deliver(accountId: string, message: MailMessage, deadline: number): Promise<MailOutcome>;
  close(): Promise<void>;
}

export function createOwnMail(deps: Pick<Deps, 'db' | 'sealing'>, mailers: ServerMailers): OwnMail {
  return {
    async deliver(accountId, message, deadline) {
      const row = await findMailAccountRow(deps.db.read, accountId);
      if (!row) return { outcome: 'unavailable', response: 'The mail account was disconnected' };
      return mailers.deliver(row.id, createMailServer(deps, row, 'smtp'), message, deadline);
    },
    close: () => mailers.close(),
  };
}
