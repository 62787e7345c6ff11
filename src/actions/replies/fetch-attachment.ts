import type { Deps } from '../../deps.ts';
import { Problem } from '../../domain/errors.ts';
import { MAX_MAIL_BYTES, type MailPlace } from '../../domain/mail/incoming-mail.ts';
import { SignInNeeded } from '../../domain/mail/mail-server.ts';
import { MailboxError } from '../../domain/mail/mailbox.ts';
import { findMailAccountRow, type MailAccountRow } from '../../store/tables/mail/mail-accounts.ts';
import { findMailbox } from '../../store/tables/mail/mailboxes.ts';
import { findReceivedMail, type MovedMail } from '../../store/tables/mail/received-mails.ts';
import type { AccessTokenDeps } from '../mail-account/access-token.ts';
import { createMailServer } from '../mail-account/mail-server.ts';
import { computeDigest, copyBeginning } from './take-mail.ts';

/** Limits the whole fetch: a person is waiting for it. */
const MAX_FETCH_MS = 60_000;

type FetchDeps = AccessTokenDeps & Pick<Deps, 'mailboxReader' | 'mailParser'>;

/**
 * Fetches one attachment of a received mail from the mailbox of the account, where it still is. `place` is that of the
 * mail when it was received, and `index` the position of the attachment.
 */
export async function fetchAttachment(
  deps: FetchDeps,
  accountId: string,
  place: MailPlace,
  index: number,
): Promise<Uint8Array> {
  const [account, mailbox] = await Promise.all([
    findMailAccountRow(deps.db.read, accountId),
    findMailbox(deps.db.read, accountId),
  ]);
  const received = mailbox && (await findReceivedMail(deps.db.read, accountId, mailbox.id, place));
  if (!account || !received) throw createGone('The mailbox that the mail came from is no longer connected.');
  const source = await fetchSource(deps, account, place, received).catch((error: unknown) => {
    throw createProblem(error);
  });
  if (!source) throw createGone('The mail is no longer in the mailbox.');
  const beginning = copyBeginning(source);
  const [mail, attachment] = await Promise.all([
    deps.mailParser.parse(source.slice()),
    deps.mailParser.extractAttachment(source, index),
  ]);
  // Another mail may have got the same number.
  const isSame = mail !== undefined && computeDigest(mail, beginning) === received.digest;
  if (!isSame || !attachment) throw createGone('The mail is no longer in the mailbox.');
  return attachment.content;
}

async function fetchSource(
  deps: FetchDeps,
  account: MailAccountRow,
  place: MailPlace,
  { moved_to, moved_uid_validity, moved_uid }: MovedMail,
): Promise<Uint8Array | undefined> {
  const now = moved_to === null ? place : { uidValidity: moved_uid_validity, uid: moved_uid };
  if (now.uid === null) return undefined;
  const server = createMailServer(deps, account, 'imap');
  const signal = AbortSignal.timeout(MAX_FETCH_MS);
  const folder = await deps.mailboxReader.open(server, moved_to ?? 'INBOX', signal);
  try {
    return folder.uidValidity === now.uidValidity
      ? await folder.fetchSource(now.uid, MAX_MAIL_BYTES)
      : undefined;
  } finally {
    await folder.close();
  }
}

function createGone(detail: string): Problem {
  return new Problem('not_found', `${detail} Its attachments can only be read there.`);
}

function createProblem(error: unknown): unknown {
  if (error instanceof SignInNeeded) {
    return new Problem(
      'mail_sign_in_needed',
      'The mail server rejects the sign-in of this account. An owner must sign in again in the console, under Settings, Email.',
    );
  }
  if (error instanceof MailboxError || (error as Error).name === 'TimeoutError') {
    return new Problem('mail_unavailable', `The mailbox cannot be read now. ${(error as Error).message}`, {
      headers: { 'Retry-After': '60' },
    });
  }
  return error;
}
