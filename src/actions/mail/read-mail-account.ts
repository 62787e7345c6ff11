import type { Deps } from '../../app/deps.ts';
import {
  type ConnectedMail,
  type ConnectedMailbox,
  type MailState,
  NO_CONNECTED_MAIL,
} from '../../domain/mail/connected-mail.ts';
import {
  findMailAccountRow,
  isSignInNeeded,
  type MailAccountRow,
} from '../../store/tables/mail/mail-accounts.ts';
import { findMailbox } from '../../store/tables/mail/mailboxes.ts';
import { countHeldOutbox } from '../../store/tables/mail/outbox.ts';
import { countSkippedMails } from '../../store/tables/mail/received-mails.ts';
import { findUser } from '../../store/tables/person/users.ts';
import { openField } from '../account/sealing/sealed-field.ts';

export async function readMailAccount(
  deps: Pick<Deps, 'db' | 'sealing'>,
  accountId: string,
): Promise<ConnectedMail> {
  const row = await findMailAccountRow(deps.db.read, accountId);
  if (!row) return NO_CONNECTED_MAIL;
  const [waiting, imap, user] = await Promise.all([
    countHeldOutbox(deps.db.read, accountId),
    readMailbox(deps, row),
    findUser(deps.db.read, row.connected_by),
  ]);
  return {
    kind: row.kind,
    state: findState(deps, row),
    from: row.from_address,
    user: row.username,
    host: row.host,
    port: row.port,
    imap,
    plusAddressing: row.plus_addressing === 1,
    authservId: row.authserv_id,
    moveTo: row.move_to,
    connectedAt: new Date(row.connected_at).toISOString(),
    connectedBy: user?.name ?? null,
    lastSentAt: toTimestamp(row.last_sent_at),
    signInNeededSince: toTimestamp(row.sign_in_needed_at),
    waiting,
  };
}

async function readMailbox(
  { db }: Pick<Deps, 'db'>,
  { account_id: accountId, imap_host: host, imap_port: port }: MailAccountRow,
): Promise<ConnectedMailbox | null> {
  const mailbox = host === null ? undefined : await findMailbox(db.read, accountId);
  if (host === null || !mailbox) return null;
  const { count, last_at } = await countSkippedMails(db.read, accountId, mailbox.id);
  const { checked_at, started_at, last_error, failures } = mailbox;
  return {
    ...{ host, port: port ?? 0, lastCheckedAt: toTimestamp(checked_at), lastError: last_error },
    failingSince: failures === 0 ? null : toTimestamp(checked_at ?? started_at),
    ...{ skipped: count, lastSkippedAt: toTimestamp(last_at) },
  };
}

/** Whether an owner must sign in to the mail account again. */
export function needsMailSignIn({ db }: Pick<Deps, 'db'>, accountId: string): Promise<boolean> {
  return isSignInNeeded(db.read, accountId);
}

function findState(deps: Pick<Deps, 'sealing'>, row: MailAccountRow): MailState {
  const { account_id: ownerId, password, refresh_token: token } = row;
  const field = row.kind === 'smtp' ? 'mail password' : 'mail refresh token';
  const sealed = row.kind === 'smtp' ? password : token;
  if (openField(deps, { ownerId, field }, sealed ?? '') === undefined) return 'unreadable';
  return row.sign_in_needed_at === null ? 'connected' : 'sign_in_needed';
}

function toTimestamp(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
