import { sealField } from '../../../src/actions/account/sealing/sealed-field.ts';
import type { MailboxEnd } from '../../../src/domain/mail/mailbox.ts';
import { type MailAccountRow, saveMailAccount } from '../../../src/store/tables/mail/mail-accounts.ts';
import { findMailbox, type MailboxRow } from '../../../src/store/tables/mail/mailboxes.ts';
import { readServiceSealing } from '../service/sealing.ts';
import type { TestService } from '../service/service.ts';
import type { TestMailbox } from './imap-server.ts';

type Server = Pick<TestMailbox, 'port' | 'user' | 'password'>;

/** Environment of a service whose accounts may use mail servers on this machine. */
export const OWN_MAILBOX_ENV = { PROFFER_SECRET: 's'.repeat(40), MAIL_PRIVATE_HOSTS: 'localhost' };

/** Options of a service that trusts the IMAP server. */
export function trustMailbox({ ca }: Pick<TestMailbox, 'ca'>) {
  return { ca, find: async () => ['127.0.0.1'] };
}

/** Connects the mail account of an account as the console does, without a test message, and without its end unless given. */
export async function connectMailbox(
  service: TestService,
  accountId: string,
  { port, user, password }: Server,
  changes: Partial<MailAccountRow> = {},
  end: MailboxEnd | null = null,
): Promise<void> {
  const sealing = await readServiceSealing(service);
  const now = service.clock();
  const place = { ownerId: accountId, field: 'mail password' } as const;
  const row: MailAccountRow = {
    ...{ account_id: accountId, id: `mac_${now}`, kind: 'smtp', from_address: user, username: user },
    ...{ host: 'localhost', port: 465, imap_host: 'localhost', imap_port: port, plus_addressing: 0 },
    ...{ authserv_id: null, move_to: null, password: sealField({ sealing }, place, password) },
    ...{ access_token: null, access_expires_at: null, refresh_token: null, refreshing_until: null },
    ...{ sign_in_needed_at: null, last_sent_at: null, connected_by: 'usr_1', connected_at: now },
    ...changes,
  };
  await service.db.write((tx) => saveMailAccount(tx, row, end));
}

/** How far the mailbox of an account was read. */
export async function readPlace({ db }: TestService, accountId: string): Promise<MailboxRow> {
  const mailbox = await findMailbox(db.read, accountId);
  if (!mailbox) throw new Error('the account has no mailbox');
  return mailbox;
}
