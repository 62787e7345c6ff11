import type { Sql } from '../../database.ts';
import { deleteFile, findFile } from '../quote/attachment-files.ts';
import { addErasedDocuments, type Erasure } from './erasures.ts';

type ErasedCustomer = Pick<Erasure, 'accountId' | 'customerSha256'>;

interface Use {
  kind: 'quote' | 'revision' | 'answer';
  sha256: string;
}

/** Deletes the attachments of a quote that nothing else has. */
export function deleteFiles(tx: Sql, customer: ErasedCustomer, quoteId: string): Promise<void> {
  return deleteUses(tx, customer, quoteId, () => true);
}

/** Deletes the attachments that only revisions and decisions had which are no longer stored. */
export async function deleteNeedlessFiles(tx: Sql, customer: ErasedCustomer, quoteId: string): Promise<void> {
  const revisions = await listDocs<{ quote: Attached }>(tx, 'revisions', customer, quoteId);
  const answers = await listDocs<Attached>(tx, 'answers', customer, quoteId);
  const needed = {
    revision: new Set(revisions.flatMap(({ quote }) => listHashes(quote))),
    answer: new Set(answers.flatMap(listHashes)),
  };
  await deleteUses(
    tx,
    customer,
    quoteId,
    ({ kind, sha256 }) => kind !== 'quote' && !needed[kind].has(sha256),
  );
}

/** Rows of the first version have no attachments. */
interface Attached {
  attachments?: { sha256: string }[];
}

function listHashes({ attachments = [] }: Attached): string[] {
  return attachments.map(({ sha256 }) => sha256);
}

async function listDocs<Doc>(
  tx: Sql,
  table: 'revisions' | 'answers',
  { accountId }: ErasedCustomer,
  quoteId: string,
): Promise<Doc[]> {
  const rows = await tx.all<{ doc: string }>(
    `SELECT doc FROM ${table} WHERE account_id = ? AND quote_id = ?`,
    ...[accountId, quoteId],
  );
  return rows.map(({ doc }) => JSON.parse(doc) as Doc);
}

async function deleteUses(
  tx: Sql,
  customer: ErasedCustomer,
  quoteId: string,
  isNeedless: (use: Use) => boolean,
): Promise<void> {
  const { accountId } = customer;
  const uses = await tx.all<Use>(
    'SELECT kind, sha256 FROM attachment_uses WHERE account_id = ? AND quote_id = ?',
    ...[accountId, quoteId],
  );
  const gone = uses.filter(isNeedless);
  for (const { kind, sha256 } of gone) {
    await tx.run(
      'DELETE FROM attachment_uses WHERE account_id = ? AND quote_id = ? AND kind = ? AND sha256 = ?',
      ...[accountId, quoteId, kind, sha256],
    );
  }
  for (const sha256 of new Set(gone.map((use) => use.sha256))) {
    const used = await tx.get(
      'SELECT 1 AS used FROM attachment_uses WHERE account_id = ? AND sha256 = ? LIMIT 1',
      ...[accountId, sha256],
    );
    const file = used ? undefined : await findFile(tx, accountId, sha256);
    if (!file) continue;
    await addErasedDocuments(tx, customer, [sha256]);
    await deleteFile(tx, file);
  }
}
