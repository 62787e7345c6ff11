import type { Deps } from '../../deps.ts';
import { DAY_MS } from '../../domain/calendar.ts';
import { MAX_MAIL_BYTES } from '../../domain/mail/incoming-mail.ts';
import { MailboxError, type MailSummary, type OpenMailbox } from '../../domain/mail/mailbox.ts';
import type { MailAccountRow } from '../../store/tables/mail/mail-accounts.ts';
import { advanceMailbox, type MailboxLease, type MailboxRow } from '../../store/tables/mail/mailboxes.ts';
import { listMailsToMove, markMoved } from '../../store/tables/mail/received-mails.ts';
import { createMailServer } from '../mail-account/mail-server.ts';
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
/** Attempts to fetch a mail before it is skipped, so that one mail cannot block the others. */
const MAX_MAIL_ATTEMPTS = 8;
/** A mail that could not be moved for so long stays where it is. */
const MAX_MOVE_MS = DAY_MS;
const INBOX = 'INBOX';

/** A mail could not be fetched. The cause says why. */
export class FetchFailed extends Error {
  readonly uid: number;
  constructor(uid: number, cause: unknown) {
    super('a mail could not be fetched', { cause });
    this.uid = uid;
  }
}

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
  const { deps, account, signal } = visit;
  const inbox = await deps.mailboxReader.open(createMailServer(deps, account, 'imap'), INBOX, signal);
  try {
    const place = await findPlace(visit, inbox);
    const mails = await inbox.listAfter(place.last_uid, BATCH);
    for (const summary of mails) {
      const found = await fetchMail(visit, inbox, place, summary);
      await takeMail(deps, visit.lease, account, inbox.uidValidity, summary, found);
      visit.taken++;
    }
    return { isMore: mails.length === BATCH, problem: await moveTaken(visit, inbox) };
  } finally {
    await inbox.close();
  }
}

type Place = Pick<MailboxRow, 'last_uid' | 'since' | 'renumbered_below'>;

/**
 * Returns where to go on. A mailbox is read from the moment it was connected, so a new one starts at its end. If it
 * could not be opened at that moment, or was renumbered since the last visit, it starts with the mails that arrived
 * since; those that were taken are known by their Message-ID.
 */
async function findPlace({ deps, lease, mailbox }: Visit, inbox: OpenMailbox): Promise<Place> {
  if (mailbox.uid_validity === inbox.uidValidity) return mailbox;
  const now = deps.clock();
  const isNew = mailbox.uid_validity === null;
  let place: Place;
  if (isNew && mailbox.failures === 0) {
    // Servers state the time of arrival in whole seconds.
    const since = Math.min((await inbox.findNewestTime()) ?? 0, now) + 1000;
    place = { last_uid: inbox.uidNext - 1, since, renumbered_below: 0 };
  } else {
    const since = isNew ? Math.floor(mailbox.started_at / 1000) * 1000 : mailbox.since;
    const first = await inbox.findFirstSince(since);
    place = { last_uid: first - 1, since, renumbered_below: inbox.uidNext };
  }
  const stored = { ...place, uid_validity: inbox.uidValidity };
  const isHeld = await deps.db.write((tx) => advanceMailbox(tx, lease, stored, now + LEASE_MS), {
    account: lease.accountId,
  });
  if (!isHeld) throw new LeaseLost();
  return place;
}

async function fetchMail(
  { deps, mailbox }: Visit,
  inbox: OpenMailbox,
  { since, renumbered_below }: Place,
  { uid, bytes, receivedAt }: MailSummary,
): Promise<FoundMail> {
  if (uid < renumbered_below && receivedAt !== null && receivedAt < since) return 'old';
  if (bytes > MAX_MAIL_BYTES) return 'too_large';
  if (mailbox.failed_uid === uid && mailbox.failures >= MAX_MAIL_ATTEMPTS) return 'unreadable';
  const source = await inbox.fetchSource(uid, MAX_MAIL_BYTES).catch((error: unknown) => {
    throw new FetchFailed(uid, error);
  });
  if (!source) return 'unreadable';
  const beginning = copyBeginning(source);
  const contentDigest = await computeContentDigest(source);
  const mail = await deps.mailParser.parse(source);
  return mail ? { mail, digest: computeDigest(mail, beginning), contentDigest } : 'unreadable';
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
