import type { Deps } from '../../app/deps.ts';
import type { MailMessage, MailOutcome, OwnMail, ServerMailers } from '../../domain/mail/mail.ts';
import type { MailServer } from '../../domain/mail/mail-server.ts';
import { findMailAccountRow, type MailAccountRow, markSent } from '../../store/tables/mail/mail-accounts.ts';
import { createFixedServer, createMailServer } from './mail-server.ts';
import { recordSignInNeeded } from './sign-in-needed.ts';

const SIGN_IN_NEEDED = { outcome: 'sign_in_needed', response: '', isOwn: true } as const;
/** The time of the last email is for people, so it need not be exact. */
const MIN_RECORD_INTERVAL_MS = 60_000;

type OwnMailDeps = Pick<Deps, 'db' | 'sealing' | 'clock' | 'mailOAuth' | 'config' | 'secret' | 'publicUrl'>;

export function createOwnMail(deps: OwnMailDeps, mailers: ServerMailers): OwnMail {
  async function deliverBy(
    key: string,
    server: MailServer,
    message: MailMessage,
    deadline: number,
  ): Promise<MailOutcome> {
    const result = await mailers.deliver(key, server, message, deadline);
    return result.outcome === 'taken' ? result : { ...result, isOwn: true };
  }

  return {
    async deliver(accountId, message, deadline) {
      const row = await findMailAccountRow(deps.db.read, accountId);
      if (!row) return { outcome: 'unavailable', response: 'The mail account was disconnected' };
      if (row.sign_in_needed_at !== null) return SIGN_IN_NEEDED;
      const result = await deliverBy(row.id, createMailServer(deps, row, 'smtp'), message, deadline);
      if (result.outcome === 'sign_in_needed') await recordSignInNeeded(deps, row);
      if (result.outcome === 'taken') await recordSent(deps, row);
      return result;
    },
    test: (server, message, deadline) => deliverBy(server.id, createFixedServer(server), message, deadline),
    close: () => mailers.close(),
  };
}

/** The email was sent, whether this write succeeds or not. */
async function recordSent(deps: OwnMailDeps, row: MailAccountRow): Promise<void> {
  const now = deps.clock();
  const before = now - MIN_RECORD_INTERVAL_MS;
  if (row.last_sent_at !== null && row.last_sent_at > before) return;
  const write = deps.db.write((tx) => markSent(tx, row, now, before), {
    account: row.account_id,
    evenIfClosed: true,
  });
  await write.catch(() => {});
}
