import type { Deps } from '../../deps.ts';
import { deleteRecipientCounts } from '../../store/tables/erasure/erase-mail.ts';
import {
  eraseTexts,
  listTexts,
  TEXT_TABLES,
  type TextTable,
} from '../../store/tables/erasure/erase-texts.ts';

/** How texts can mention a customer. */
export interface Traces {
  customerId: string;
  name: string;
  /** In lower case. */
  addresses: readonly string[];
  /** Quotes and invoices. */
  documentIds: ReadonlySet<string>;
}

/** Erases what belongs to no document: captured emails, responses kept for repeats, imported bank lines, addresses. */
export async function eraseMentions(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  traces: Traces,
): Promise<void> {
  await db.write((tx) => deleteRecipientCounts(tx, accountId, traces.addresses), { account: accountId });
  for (const table of TEXT_TABLES) {
    let after = '';
    for (;;) {
      const rows = await listTexts(db.read, table, accountId, after);
      const found = rows.filter(({ text }) => isMentioned(table, text, traces)).map(({ key }) => key);
      if (found.length > 0) {
        await db.write((tx) => eraseTexts(tx, table, accountId, found), {
          account: accountId,
        });
      }
      const last = rows.at(-1);
      if (!last) break;
      after = last.key;
    }
  }
}

const DOCUMENT_ID = /(?:quo|inv)_[0-9a-z]{26}/g;

function isMentioned(
  table: TextTable,
  text: string,
  { customerId, name, addresses, documentIds }: Traces,
): boolean {
  for (const [id] of text.matchAll(DOCUMENT_ID)) if (documentIds.has(id)) return true;
  const plain = text.toLowerCase();
  if (addresses.some((address) => plain.includes(address))) return true;
  if (text.includes(JSON.stringify(customerId))) return true;
  if (table !== 'payment_imports' || name === '') return false;
  // Banks write names in capitals.
  return plain.includes(JSON.stringify(name).slice(1, -1).toLowerCase());
}
