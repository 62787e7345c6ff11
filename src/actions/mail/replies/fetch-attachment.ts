import type { Deps } from '../../../app/deps.ts';
import { Problem } from '../../../domain/errors.ts';
import type { ReceivedPlace } from '../../../domain/mail/incoming-mail.ts';
import { SignInNeeded } from '../../../domain/mail/mail-server.ts';
import { MailboxError, SIGN_IN_REJECTED } from '../../../domain/mail/mailbox.ts';
import type { Sql } from '../../../store/database.ts';
import { findMailAccountRow } from '../../../store/tables/mail/mail-accounts.ts';
import { findMailbox, noteMailboxError } from '../../../store/tables/mail/mailboxes.ts';
import { findReceivedMail } from '../../../store/tables/mail/received-mails.ts';
import { fetchSource, type SourceDeps } from './fetch-source.ts';

export type FetchDeps = SourceDeps & Pick<Deps, 'mailParser'>;

/**
 * Fetches one attachment of a received mail from the mailbox of the account, where it still is. `place` is where the
 * mail was received, and `index` the position of the attachment.
 */
export async function fetchAttachment(
  deps: FetchDeps,
  accountId: string,
  place: ReceivedPlace,
  index: number,
): Promise<Uint8Array> {
  const [account, mailbox, received] = await Promise.all([
    findMailAccountRow(deps.db.read, accountId),
    findMailbox(deps.db.read, accountId),
    findReceivedMail(deps.db.read, accountId, place),
  ]);
  if (!account || !received || mailbox?.id !== place.mailboxId) {
    throw createGone('The mailbox that the mail came from is no longer connected.');
  }
  // Only the job that reads the mailbox tries again, rarely, because a server may lock an account.
  if (mailbox.last_error === SIGN_IN_REJECTED) throw createProblem(new SignInNeeded());
  const source = await fetchSource(deps, account, place, received).catch(async (error: unknown) => {
    if (error instanceof SignInNeeded) {
      const note = (tx: Sql) => noteMailboxError(tx, mailbox, SIGN_IN_REJECTED);
      await deps.db.write(note, { account: accountId, evenIfClosed: true, evenIfMoved: true });
    }
    throw createProblem(error);
  });
  const attachment = source && (await deps.mailParser.extractAttachment(source, index, accountId));
  if (!attachment) throw createGone('The mail is no longer in the mailbox.');
  return attachment.content;
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
