import { renderTestEmail } from '../../adapters/mail/letters/test-mail.ts';
import { getSender } from '../../adapters/mail/mail-content.ts';
import type { Deps } from '../../app/deps.ts';
import type { Account } from '../../domain/account/account.ts';
import { Problem } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import type { ConnectedMail } from '../../domain/mail/connected-mail.ts';
import { createDeliveryProblem } from '../../domain/mail/delivery-problem.ts';
import type { MailMessage } from '../../domain/mail/mail.ts';
import { formatMessageId } from '../../domain/mail/mail-address.ts';
import { type MailLogin, type MailServer, SignInNeeded } from '../../domain/mail/mail-server.ts';
import { type MailboxEnd, MailboxError } from '../../domain/mail/mailbox.ts';
import { deliveryDeadline, MAIL_SERVER_TIMEOUT_MS, SEND_LEASE_MS } from '../../domain/mail/send-timeouts.ts';
import type { Sql } from '../../store/database.ts';
import { findAccountKind } from '../../store/tables/account/accounts.ts';
import {
  findMailAccountRow,
  type MailAccountRow,
  saveMailAccount,
} from '../../store/tables/mail/mail-accounts.ts';
import { addRecipient } from '../../store/tables/mail/sendings.ts';
import { ensureMailLogo, withMailLogo } from '../account/mail-logo.ts';
import { requireAccount } from '../account/require-account.ts';
import { requireSealing } from '../account/sealing/sealed-field.ts';
import { isOwnerSession } from '../people/sessions.ts';
import { checkRecipientLimit } from '../sending/send-limits.ts';
import { createFixedServer } from './mail-server.ts';
import { notifyOfMailAccount } from './notify-of-mail-account.ts';
import { readMailAccount } from './read-mail-account.ts';

const UNCHANGED = 'Nothing was sent, and nothing was changed.';

/** The owner who connects the mail account, and gets the test message. */
export interface Connector {
  accountId: string;
  sessionId: string;
  user: { id: string; name: string; email: string };
}

/** The server, and its sealed credentials. */
export type NewMailAccount = Pick<
  MailAccountRow,
  | 'kind'
  | 'from_address'
  | 'username'
  | 'host'
  | 'port'
  | 'imap_host'
  | 'imap_port'
  | 'plus_addressing'
  | 'authserv_id'
  | 'move_to'
  | 'password'
  | 'access_token'
  | 'access_expires_at'
  | 'refresh_token'
>;

export function canStoreCredentials({ sealing }: Pick<Deps, 'sealing'>): boolean {
  return sealing.current !== null;
}

/** Throws if the account cannot have a mail account, or if credentials cannot be stored. */
export async function assertMailConnectable(
  deps: Pick<Deps, 'db' | 'sealing'>,
  accountId: string,
): Promise<void> {
  if ((await findAccountKind(deps.db.read, accountId)) !== 'live') {
    throw new Problem(
      'mail_account_live_only',
      'This is a test account: its emails are captured and not sent. Connect the mail account to a live account.',
    );
  }
  requireSealing(deps, 'mail password');
}

/**
 * Connects a mail account, or replaces the one that is connected, after a test message to the owner went out by that very
 * server. Otherwise nothing is stored, and the delivery problem is thrown with the outcome as its cause. Throws
 * `forbidden` if the owner lost the right to do so in the meantime.
 */
export async function connectMailAccount(
  deps: Deps,
  by: Connector,
  input: NewMailAccount,
  login: MailLogin,
): Promise<ConnectedMail> {
  const { accountId, user } = by;
  await assertMailConnectable(deps, accountId);
  const account = await requireAccount(deps.db.read, accountId);
  const row: MailAccountRow = {
    ...input,
    account_id: accountId,
    id: newId('mac', deps.clock()),
    refreshing_until: null,
    sign_in_needed_at: null,
    last_sent_at: null,
    connected_by: user.id,
    connected_at: deps.clock(),
  };
  const test = await countAttempt(deps, accountId, user.email);
  const end = await checkMailbox(deps, row, login);
  await sendTest(deps, account, { row, login }, test);
  const now = deps.clock();
  await deps.db.write(
    async (tx) => {
      await assertStillAllowed(tx, by, now);
      const before = await findMailAccountRow(tx, accountId);
      await saveMailAccount(tx, { ...row, last_sent_at: now, connected_at: now }, end);
      const change = before ? 'replaced' : 'connected';
      await notifyOfMailAccount(
        tx,
        deps,
        account,
        { change, address: row.from_address, name: user.name },
        now,
      );
    },
    { account: accountId },
  );
  return readMailAccount(deps, accountId);
}

/** The servers may have taken long, and the owner may have been removed or signed out since. */
async function assertStillAllowed(tx: Sql, { accountId, sessionId }: Connector, now: number): Promise<void> {
  const isLive = (await findAccountKind(tx, accountId)) === 'live';
  if (isLive && (await isOwnerSession(tx, sessionId, accountId, now))) return;
  throw new Problem(
    'forbidden',
    'You are no longer an owner of this account, or your session has ended. Nothing was stored. Sign in again, or ask an owner.',
  );
}

interface TestMessage {
  id: string;
  to: string;
  /** Time at which the attempt began. */
  at: number;
}

/** Every attempt counts towards the limit of the recipient, so that nobody can guess passwords here. */
async function countAttempt(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  accountId: string,
  to: string,
): Promise<TestMessage> {
  const at = deps.clock();
  const id = newId('mail', at);
  await deps.db.write(
    async (tx) => {
      await checkRecipientLimit(tx, deps, accountId, to, at);
      await addRecipient(tx, accountId, id, to, at);
    },
    { account: accountId },
  );
  return { id, to, at };
}

/**
 * Opens the inbox, if replies are to be read, and returns where they start. Throws a problem with the reason as its
 * cause.
 */
async function checkMailbox(
  deps: Pick<Deps, 'mailboxReader' | 'clock'>,
  { imap_host: host, imap_port: port }: MailAccountRow,
  login: MailLogin,
): Promise<MailboxEnd | null> {
  if (host === null || port === null) return null;
  try {
    return await findMailboxEnd(deps, createFixedServer({ host, port, login }));
  } catch (error) {
    if (error instanceof SignInNeeded) {
      throw createDeliveryProblem({ outcome: 'sign_in_needed', response: '' }, UNCHANGED);
    }
    const { message } =
      error instanceof MailboxError ? error : new MailboxError('The server did not respond in time.');
    const problem = new Problem(
      'mail_unavailable',
      `The mailbox (IMAP) cannot be read. ${UNCHANGED} ${message}`,
    );
    throw Object.assign(problem, { cause: new MailboxError(message) });
  }
}

async function findMailboxEnd(
  { mailboxReader, clock }: Pick<Deps, 'mailboxReader' | 'clock'>,
  server: MailServer,
): Promise<MailboxEnd> {
  const inbox = await mailboxReader.open(server, 'INBOX', AbortSignal.timeout(MAIL_SERVER_TIMEOUT_MS));
  try {
    const newest = (await inbox.findNewestTime()) ?? 0;
    // Servers state the time of arrival in whole seconds.
    const since = Math.min(newest, clock()) + 1000;
    return { uidValidity: inbox.uidValidity, lastUid: inbox.uidNext - 1, since };
  } finally {
    await inbox.close();
  }
}

async function sendTest(
  deps: Deps,
  account: Account,
  { row, login }: { row: MailAccountRow; login: MailLogin },
  { id, to, at }: TestMessage,
): Promise<void> {
  const logo = await ensureMailLogo(deps, account);
  const message: MailMessage = {
    messageId: formatMessageId(id, row.from_address),
    ...getSender(account, row.from_address),
    to: [{ name: null, address: to }],
    cc: [],
    ...renderTestEmail(await withMailLogo(deps.db.read, account, logo)),
  };
  const { id: key, host, port } = row;
  const result = await deps.ownMail.test(
    { id: key, host, port, login },
    message,
    deliveryDeadline(at + SEND_LEASE_MS),
  );
  deps.metrics.mails.inc({ outcome: result.outcome });
  const problem = createDeliveryProblem(result, UNCHANGED);
  if (problem) throw problem;
}
