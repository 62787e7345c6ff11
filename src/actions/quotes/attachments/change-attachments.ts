import type { Deps } from '../../../app/deps.ts';
import { Problem } from '../../../domain/errors.ts';
import { assertNoErrors } from '../../../domain/field-errors.ts';
import {
  type Attachment,
  assertAttachmentFits,
  findAttachmentNameErrors,
} from '../../../domain/quote/attachment.ts';
import { setAttachments } from '../../../domain/quote/compose-quote.ts';
import type { Actor } from '../../../domain/quote/history.ts';
import type { Sql } from '../../../store/database.ts';
import { completeFile, replaceQuoteFileUses } from '../../../store/tables/quote/attachment-files.ts';
import type { StoredQuote } from '../../../store/tables/quote/quotes.ts';
import { toRealTime, writeNow } from '../../account/account-time.ts';
import { addFile, measureRoom } from '../../account/limits/limit-storage.ts';
import { requireAccount } from '../../account/require-account.ts';
import { applyApprovalRules } from '../../agreement/approval/apply-approval-rules.ts';
import type { ChangeableQuote } from '../change-quote.ts';
import { storeEdited } from '../update-quote.ts';
import { limitUploads } from './limit-uploads.ts';
import { discardFile, type ReceivedFile, receiveFile } from './receive-file.ts';

interface Owner {
  accountId: string;
  actor: Actor;
}

type ApprovalDeps = Pick<Deps, 'config' | 'publicUrl'>;

export interface PutAttachment {
  attachment: Attachment;
  isNew: boolean;
  stored: StoredQuote;
}

/** Receives the whole file first, which may take long, and then attaches it in one short transaction. */
export async function putAttachment(
  deps: Deps,
  owner: Owner,
  { quote, lock }: ChangeableQuote,
  { name, contentType }: Pick<Attachment, 'name' | 'contentType'>,
  bytes: AsyncIterable<Uint8Array>,
): Promise<PutAttachment> {
  const { accountId } = owner;
  const room = await measureRoom(deps, accountId);
  const file = await limitUploads(accountId, () =>
    receiveFile(deps, accountId, bytes, (size) => {
      assertAttachmentFits(quote.attachments, name, size);
      room?.expect(size);
    }),
  );
  const { size, sha256 } = file;
  const attachment = { name, size, contentType, sha256 };
  try {
    return await addFile(deps, accountId, size, room, (take) =>
      writeNow(deps.db, accountId, async (tx, now) => {
        const stored = await lock(tx);
        await take(tx);
        return attach(tx, deps, owner, stored, file, attachment, now);
      }),
    );
  } catch (error) {
    await discardFile(deps, file);
    throw error;
  }
}

async function attach(
  tx: Sql,
  deps: ApprovalDeps,
  owner: Owner,
  stored: StoredQuote,
  file: ReceivedFile,
  attachment: Attachment,
  now: number,
): Promise<PutAttachment> {
  const before = stored.quote.attachments;
  assertNoErrors(findAttachmentNameErrors(attachment.name, before));
  assertAttachmentFits(before, attachment.name, attachment.size);
  await completeFile(tx, file, attachment);
  const isNew = !before.some(({ name }) => name === attachment.name);
  const after = isNew
    ? [...before, attachment]
    : before.map((other) => (other.name === attachment.name ? attachment : other));
  return { attachment, isNew, stored: await replaceAttachments(tx, deps, owner, stored, after, now) };
}

export function deleteAttachment(
  deps: Pick<Deps, 'db'> & ApprovalDeps,
  owner: Owner,
  { lock }: ChangeableQuote,
  name: string,
): Promise<StoredQuote> {
  return writeNow(deps.db, owner.accountId, async (tx, now) => {
    const stored = await lock(tx);
    const after = stored.quote.attachments.filter((attachment) => attachment.name !== name);
    if (after.length === stored.quote.attachments.length) throw attachmentNotFound();
    return replaceAttachments(tx, deps, owner, stored, after, now);
  });
}

/** Attachments are content: changing them is an edit, and uploading an identical file again is not. */
async function replaceAttachments(
  tx: Sql,
  deps: ApprovalDeps,
  owner: Owner,
  stored: StoredQuote,
  after: Attachment[],
  now: number,
): Promise<StoredQuote> {
  const { quote } = stored;
  const before = quote.attachments;
  if (JSON.stringify(after) === JSON.stringify(before)) return stored;
  await replaceQuoteFileUses(tx, owner.accountId, quote.id, { before, after }, toRealTime(tx, now));
  const edited = setAttachments(quote, after, now);
  const judged = await applyApprovalRules(tx, deps, await requireAccount(tx, owner.accountId), {
    ...{ before: quote, after: edited, isEdited: true, editor: owner.actor },
  });
  return storeEdited(tx, owner, stored, judged, ['attachments'], now);
}

export function attachmentNotFound(): Problem {
  return new Problem('not_found', 'The quote has no attachment with this name.');
}
