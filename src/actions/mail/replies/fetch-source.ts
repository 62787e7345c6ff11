import type { Deps } from '../../../app/deps.ts';
import { MAX_MAIL_BYTES, type MailPlace } from '../../../domain/mail/incoming-mail.ts';
import { FolderMissing, type OpenMailbox } from '../../../domain/mail/mailbox.ts';
import type { MailAccountRow } from '../../../store/tables/mail/mail-accounts.ts';
import type { MovedMail } from '../../../store/tables/mail/received-mails.ts';
import type { AccessTokenDeps } from '../access-token.ts';
import { createMailServer } from '../mail-server.ts';
import { computeContentDigest } from './take-mail.ts';

/** Limits the whole fetch: a person is waiting for it. */
const MAX_FETCH_MS = 60_000;
/** Mails with the same Message-ID that are looked at. */
const MAX_CANDIDATES = 3;

export type SourceDeps = AccessTokenDeps & Pick<Deps, 'mailboxReader'>;

/**
 * Fetches a received mail from its last known place; `undefined` if it is gone. A server need not say where it moved a
 * mail to, and the process may have ended before that was recorded, so the mail is then searched for in the folder.
 */
export async function fetchSource(
  deps: SourceDeps,
  account: MailAccountRow,
  place: MailPlace,
  received: MovedMail,
): Promise<Uint8Array | undefined> {
  const { message_id: messageId, moved_to: movedTo, moved_uid: movedUid } = received;
  const known = movedTo === null ? place : { uidValidity: received.moved_uid_validity, uid: movedUid };
  const signal = AbortSignal.timeout(MAX_FETCH_MS);
  const fetchFrom = (name: string, findUids: FindUids) =>
    withFolder(deps, account, name, signal, async (folder) =>
      fetchReceived(folder, await findUids(folder), received.content_digest),
    );

  const { uid, uidValidity } = known;
  const source =
    uid === null
      ? undefined
      : await fetchFrom(movedTo ?? 'INBOX', (folder) => (folder.uidValidity === uidValidity ? [uid] : []));
  const target = received.is_to_move === 1 ? account.move_to : movedTo;
  if (source || messageId === null || target === null) return source;
  return fetchFrom(target, (folder) => folder.findByMessageId(messageId, MAX_CANDIDATES));
}

type FindUids = (folder: OpenMailbox) => number[] | Promise<number[]>;

async function withFolder<T>(
  deps: SourceDeps,
  account: MailAccountRow,
  name: string,
  signal: AbortSignal,
  work: (folder: OpenMailbox) => Promise<T>,
): Promise<T | undefined> {
  let folder: OpenMailbox;
  try {
    folder = await deps.mailboxReader.open(createMailServer(deps, account, 'imap'), name, signal);
  } catch (error) {
    if (error instanceof FolderMissing) return undefined;
    throw error;
  }
  try {
    return await work(folder);
  } finally {
    await folder.close();
  }
}

/** Fetches the one that is the received mail: others may have got its number, or have its Message-ID. */
async function fetchReceived(
  folder: OpenMailbox,
  uids: readonly number[],
  contentDigest: string | null,
): Promise<Uint8Array | undefined> {
  for (const uid of uids) {
    const source = await folder.fetchSource(uid, MAX_MAIL_BYTES);
    const isFound = source !== undefined && source !== 'too_large';
    if (isFound && (await computeContentDigest(source)) === contentDigest) return source;
  }
  return undefined;
}
