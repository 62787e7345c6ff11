import type { Deps } from '../../deps.ts';
import { type ConnectedMail, type MailState, NO_CONNECTED_MAIL } from '../../domain/mail/connected-mail.ts';
import {
  findMailAccountRow,
  isSignInNeeded,
  type MailAccountRow,
} from '../../store/tables/mail/mail-accounts.ts';
import { countHeldOutbox } from '../../store/tables/mail/outbox.ts';
import { findUser } from '../../store/tables/person/users.ts';
import { openField } from '../sealing/sealed-field.ts';

export async function readMailAccount(
  deps: Pick<Deps, 'db' | 'sealing'>,
  accountId: string,
): Promise<ConnectedMail> {
  const row = await findMailAccountRow(deps.db.read, accountId);
  if (!row) return NO_CONNECTED_MAIL;
  const [waiting, user] = await Promise.all([
    countHeldOutbox(deps.db.read, accountId),
    findUser(deps.db.read, row.connected_by),
  ]);
  return {
    kind: row.kind,
    state: findState(deps, row),
    from: row.from_address,
    user: row.username,
    host: row.host,
    port: row.port,
    imap: row.imap_host === null ? null : { host: row.imap_host, port: row.imap_port ?? 0 },
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
