import { randomUUID } from 'node:crypto';
import type { Deps } from '../../../app/deps.ts';
import { safeError } from '../../../app/telemetry/safe-error.ts';
import { SignInNeeded } from '../../../domain/mail/mail-server.ts';
import { MailboxError, SIGN_IN_REJECTED } from '../../../domain/mail/mailbox.ts';
import { findMailAccountRow } from '../../../store/tables/mail/mail-accounts.ts';
import {
  findNextMailboxTime,
  leaseDueMailbox,
  type MailboxLease,
  type MailboxRow,
  releaseMailbox,
} from '../../../store/tables/mail/mailboxes.ts';
import { LEASE_MS, LeaseLost } from './take-mail.ts';
import { MailFailed, MailUnparsed, visitMailbox } from './visit-mailbox.ts';

const POLL_MS = 60_000;
const MAX_DELAY_MS = 15 * 60_000;
/** A mail that cannot be parsed holds up the others of its mailbox, so it is soon parsed again. */
const UNPARSED_DELAY_MS = 1_000;
/** Wrong credentials are tried rarely, because a server may lock an account after too many of them. */
const MAX_SIGN_IN_DELAY_MS = 3_600_000;
const MAX_AT_ONCE = 4;
/** Longest visit: then it is the turn of another mailbox. */
const MAX_VISIT_MS = 60_000;

export const MAX_MAILBOX_DELAY_MS = MAX_SIGN_IN_DELAY_MS;

/**
 * Reads the mailboxes that are due, a few at once, until the signal is aborted. A mailbox with many mails gets in line
 * again after each batch.
 */
export async function readMailboxes(deps: Deps, signal: AbortSignal): Promise<void> {
  const next = await findNextMailboxTime(deps.db.read);
  if (next === undefined || next > deps.clock()) return;
  const running = new Set<Promise<void>>();
  for (;;) {
    const claimed = running.size < MAX_AT_ONCE && !signal.aborted ? await leaseNext(deps) : undefined;
    if (claimed) {
      const visit = readMailbox(deps, claimed, signal).finally(() => running.delete(visit));
      running.add(visit);
    } else if (running.size > 0) {
      await Promise.race(running);
    } else return;
  }
}

interface LeasedMailbox {
  lease: MailboxLease;
  mailbox: MailboxRow;
}

async function leaseNext(deps: Deps): Promise<LeasedMailbox | undefined> {
  const now = deps.clock();
  const owner = randomUUID();
  const mailbox = await deps.db.write((tx) => leaseDueMailbox(tx, owner, now, now + LEASE_MS));
  return mailbox && { mailbox, lease: { accountId: mailbox.account_id, owner } };
}

/** Never throws: what fails is tried again at growing intervals. */
async function readMailbox(
  deps: Deps,
  { mailbox, lease }: LeasedMailbox,
  stopping: AbortSignal,
): Promise<void> {
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(MAX_VISIT_MS)]);
  const progress = { taken: 0 };
  try {
    const account = await findMailAccountRow(deps.db.read, lease.accountId);
    if (!account) return;
    const visit = Object.assign(progress, { deps, lease, mailbox, account, signal });
    const { isMore, problem } = await visitMailbox(visit);
    const now = deps.clock();
    await release(deps, lease, {
      ...{ failures: 0, failed_uid: null, last_error: problem, checked_at: now },
      nextAt: isMore ? now : now + POLL_MS,
    });
  } catch (error) {
    if (error instanceof LeaseLost) return;
    const failed = { ...mailbox, ...(progress.taken > 0 && { failures: 0, failed_uid: null }) };
    await (stopping.aborted ? giveBack(deps, lease, failed) : postpone(deps, lease, failed, error)).catch(
      (reason: unknown) => deps.log.error({ err: safeError(reason) }, 'mailbox not released'),
    );
  }
}

/** Lets another process go on at once. */
function giveBack(deps: Deps, lease: MailboxLease, mailbox: MailboxRow): Promise<void> {
  return release(deps, lease, { ...mailbox, nextAt: deps.clock() });
}

async function postpone(
  deps: Deps,
  lease: MailboxLease,
  { failures, failed_uid, checked_at }: MailboxRow,
  error: unknown,
): Promise<void> {
  // Attempts to read a mail are counted apart from those to reach it.
  const [cause, uid] = error instanceof MailFailed ? [error.cause, error.uid] : [error, null];
  const isSameMail = uid === failed_uid;
  const kept = uid === null ? { failures, failed_uid } : { failures: 1, failed_uid: uid };
  const counted = isSameMail ? { failures: failures + 1, failed_uid } : kept;
  const text = describe(cause);
  if (text === undefined) deps.log.error({ err: safeError(cause) }, 'reading a mailbox failed');
  await release(deps, lease, {
    ...{ ...counted, checked_at },
    last_error: text ?? 'The mailbox could not be read.',
    nextAt: deps.clock() + computeDelay(cause, counted.failures),
  });
}

function computeDelay(cause: unknown, failures: number): number {
  const [first, longest] =
    cause instanceof MailUnparsed
      ? [UNPARSED_DELAY_MS, POLL_MS]
      : [POLL_MS, cause instanceof SignInNeeded ? MAX_SIGN_IN_DELAY_MS : MAX_DELAY_MS];
  return Math.min(first * 2 ** Math.min(failures - 1, 10), longest);
}

/** Returns `undefined` for a fault of ours. */
function describe(error: unknown): string | undefined {
  if (error instanceof MailboxError) return error.message;
  if ((error as Error).name === 'TimeoutError') return 'The mail server is too slow.';
  return error instanceof SignInNeeded ? SIGN_IN_REJECTED : undefined;
}

function release(
  deps: Deps,
  lease: MailboxLease,
  result: Parameters<typeof releaseMailbox>[2],
): Promise<void> {
  return deps.db.write((tx) => releaseMailbox(tx, lease, result), {
    ...{ account: lease.accountId, evenIfClosed: true, evenIfMoved: true },
  });
}
