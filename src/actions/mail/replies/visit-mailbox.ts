import type { Deps } from '../../../app/deps.ts';
import { DAY_MS } from '../../../domain/calendar.ts';
import { MAX_MAIL_BYTES } from '../../../domain/mail/incoming-mail.ts';
import { RefreshRejected } from '../../../domain/mail/mail-server.ts';
import {
  ConnectionLost,
  MailboxError,
  type MailSummary,
  type OpenMailbox,
} from '../../../domain/mail/mailbox.ts';
import type { MailAccountRow } from '../../../store/tables/mail/mail-accounts.ts';
import { advanceMailbox, type MailboxLease, type MailboxRow } from '../../../store/tables/mail/mailboxes.ts';
import { listMailsToMove, markMoved } from '../../../store/tables/mail/received-mails.ts';
import { createMailServer } from '../mail-server.ts';
import { recordSignInNeeded } from '../sign-in-needed.ts';
import {
  computeContentDigest,
  computeDigest,
  copyBeginning,
  type FoundMail,
  LEASE_MS,
  LeaseLost,
  takeMail,
} from './take-mail.ts';

const BATCH = 50;
/** Attempts to read a mail before it is skipped, so that one mail cannot block the others. */
const MAX_MAIL_ATTEMPTS = 8;
/** A mail that could not be moved for so long stays where it is. */
const MAX_MOVE_MS = DAY_MS;
const INBOX = 'INBOX';

/** A mail could not be fetched, parsed or recorded. The cause says why. */
export class MailFailed extends Error {
  readonly uid: number;
  constructor(uid: number, cause: unknown) {
    super('a mail could not be read', { cause });
    this.uid = uid;
  }
}

/** A mail was fetched, but exceeds a limit of the parser. */
export class MailUnparsed extends MailboxError {}

export interface Visit {
  deps: Deps;
  lease: MailboxLease;
  mailbox: MailboxRow;
  account: MailAccountRow;
  signal: AbortSignal;
  /** Mails that were read so far. */
  taken: number;
}

export interface VisitResult {
  /** Whether there may be more mails. */
  isMore: boolean;
  /** Why mails were not moved. */
  problem: string | null;
}

/** Takes the next mails of a mailbox. */
export async function visitMailbox(visit: Visit): Promise<VisitResult> {
  const inbox = await openInbox(visit);
  try {
    const place = await findPlace(visit, inbox);
    const mails = await inbox.listAfter(place.last_uid, BATCH);
    for (const [index, summary] of mails.entries()) {
      await readMail(visit, inbox, place, summary, mails[index + 1]);
      visit.taken++;
    }
    return { isMore: mails.length === BATCH, problem: await moveTaken(visit, inbox) };
  } finally {
    await inbox.close();
  }
}

/** Without a valid token nothing can be sent either, so the owners are notified immediately. */
async function openInbox({ deps, account, signal }: Visit): Promise<OpenMailbox> {
  try {
    return await deps.mailboxReader.open(createMailServer(deps, account, 'imap'), INBOX, signal);
  } catch (error) {
    if (error instanceof RefreshRejected) await recordSignInNeeded(deps, account);
    throw error;
  }
}

type Place = Pick<MailboxRow, 'last_uid' | 'since' | 'renumbered_below'>;

/**
 * Returns where to go on. If the mailbox was not opened when it was connected, or was renumbered since the last visit, it
 * starts with the mails that arrived since; those that were taken are known by their Message-ID.
 */
async function findPlace({ deps, lease, mailbox }: Visit, inbox: OpenMailbox): Promise<Place> {
  if (mailbox.uid_validity === inbox.uidValidity) return mailbox;
  const now = deps.clock();
  const since = mailbox.uid_validity === null ? Math.floor(mailbox.started_at / 1000) * 1000 : mailbox.since;
  const first = await inbox.findFirstSince(since);
  const place = { last_uid: first - 1, since, renumbered_below: inbox.uidNext };
  const stored = { ...place, uid_validity: inbox.uidValidity };
  const isLeased = await deps.db.write((tx) => advanceMailbox(tx, lease, stored, now + LEASE_MS), {
    account: lease.accountId,
  });
  if (!isLeased) throw new LeaseLost();
  return place;
}

/**
 * Fetches a mail and records it. Failures are counted for the mail, except for the loss of the connection. A mail that
 * has failed too often is skipped if it was read, or if it holds up a mail that the server does return.
 */
async function readMail(
  visit: Visit,
  inbox: OpenMailbox,
  place: Place,
  summary: MailSummary,
  next: MailSummary | undefined,
): Promise<void> {
  const { deps, lease, account, mailbox } = visit;
  const hasFailedOften = mailbox.failed_uid === summary.uid && mailbox.failures >= MAX_MAIL_ATTEMPTS;
  const take = (found: FoundMail) => takeMail(deps, lease, account, inbox.uidValidity, summary, found);
  const isHoldingUp = hasFailedOften && next !== undefined && (await isReturned(inbox, next));
  try {
    await take(await fetchMail(visit, inbox, place, summary));
  } catch (error) {
    if (error instanceof LeaseLost || error instanceof ConnectionLost) throw error;
    const isSkipped = hasFailedOften && (isHoldingUp || !isServerFailure(error));
    if (!isSkipped) throw new MailFailed(summary.uid, error);
    await take('unreadable');
  }
}

/** Whether the server returns a mail: then it is not the server that fails. */
function isReturned(inbox: OpenMailbox, { uid }: MailSummary): Promise<boolean> {
  return inbox.fetchSource(uid, MAX_MAIL_BYTES).then(
    (source) => source !== undefined,
    () => false,
  );
}

function isServerFailure(error: unknown): boolean {
  const isTimeout = (error as Error).name === 'TimeoutError';
  return isTimeout || (error instanceof MailboxError && !(error instanceof MailUnparsed));
}

async function fetchMail(
  { deps, lease }: Visit,
  inbox: OpenMailbox,
  { since, renumbered_below }: Place,
  { uid, bytes, receivedAt }: MailSummary,
): Promise<FoundMail> {
  if (uid < renumbered_below && receivedAt !== null && receivedAt < since) return 'old';
  if (bytes === null) throw new MailboxError(NOT_RETURNED);
  if (bytes > MAX_MAIL_BYTES) return 'too_large';
  const source = await inbox.fetchSource(uid, MAX_MAIL_BYTES);
  if (source === 'too_large') return source;
  if (!source) {
    if (await isListed(inbox, uid)) throw new MailboxError(NOT_RETURNED);
    return 'gone';
  }
  const beginning = copyBeginning(source);
  const contentDigest = await computeContentDigest(source);
  const mail = await deps.mailParser.parse(source, lease.accountId);
  if (!mail) {
    throw new MailUnparsed(
      `A mail is too complex to be read. It is skipped after ${MAX_MAIL_ATTEMPTS} attempts.`,
    );
  }
  return { mail, digest: computeDigest(mail, beginning), contentDigest };
}

const NOT_RETURNED = 'The mail server lists a mail, but does not return it.';

async function isListed(inbox: OpenMailbox, uid: number): Promise<boolean> {
  const [first] = await inbox.listAfter(uid - 1, 1);
  return first?.uid === uid;
}

/**
 * Moves the mails that were taken, in this visit or in an earlier one that was cut off. Reading does not depend on it,
 * so a failure is returned.
 */
async function moveTaken(
  { deps, mailbox, account, lease }: Visit,
  inbox: OpenMailbox,
): Promise<string | null> {
  const { move_to: folder } = account;
  if (folder === null) return null;
  const { accountId } = lease;
  const taken = { account_id: accountId, mailbox_id: mailbox.id, uid_validity: inbox.uidValidity };
  for (const uid of await listMailsToMove(deps.db.read, taken, deps.clock() - MAX_MOVE_MS, BATCH)) {
    try {
      const place = await inbox.move(uid, folder);
      await deps.db.write((tx) => markMoved(tx, taken, uid, folder, place), { account: accountId });
    } catch (error) {
      if (error instanceof MailboxError) return error.message;
      throw error;
    }
  }
  return null;
}
