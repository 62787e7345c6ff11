import type { Deps } from '../../deps.ts';
import { mentionsCustomer } from '../../domain/account/mentions.ts';
import { omitLinesAbout } from '../../domain/statement/omit-lines.ts';
import type { PaymentImport } from '../../domain/statement/payment-import.ts';
import { deleteRecipientCounts } from '../../store/tables/erasure/erase-mail.ts';
import {
  eraseTexts,
  listMessageIds,
  listTexts,
  replaceImport,
  TEXT_TABLES,
  type TextTable,
} from '../../store/tables/erasure/erase-texts.ts';

/** How texts can mention a customer. */
export interface Traces {
  customerId: string;
  name: string;
  /** In lower case. Others may have them too. */
  addresses: readonly string[];
  /** Quotes and invoices. */
  documentIds: ReadonlySet<string>;
}

/**
 * Erases what belongs to no document: captured emails, responses kept for repeats, imported bank lines, addresses. The
 * addresses must be the customer's alone.
 */
export async function eraseMentions(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  traces: Traces,
): Promise<void> {
  await db.write((tx) => deleteRecipientCounts(tx, accountId, traces.addresses), { account: accountId });
  // The response to a new message has only the identifier of the message.
  const messageIds = await listMessageIds(db.read, accountId, [...traces.documentIds]);
  const named = { ...traces, documentIds: new Set([...traces.documentIds, ...messageIds]) };
  for (const table of TEXT_TABLES) {
    let after = '';
    for (;;) {
      const rows = await listTexts(db.read, table, accountId, after);
      await eraseRows({ db }, accountId, table, rows, named);
      const last = rows.at(-1);
      if (!last) break;
      after = last.key;
    }
  }
}

async function eraseRows(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  table: TextTable,
  rows: readonly { key: string; text: string }[],
  traces: Traces,
): Promise<void> {
  if (table === 'payment_imports') {
    for (const { key, text } of rows) {
      const kept = omitLinesAbout(JSON.parse(text) as PaymentImport, traces.documentIds, traces.name);
      if (!kept) continue;
      const doc = JSON.stringify(kept);
      await db.write((tx) => replaceImport(tx, accountId, key, doc), { account: accountId });
    }
    return;
  }
  const isMentioned = table === 'idempotency' ? mentionsCustomer : isMailAbout;
  const found = rows.filter(({ text }) => isMentioned(text, traces)).map(({ key }) => key);
  if (found.length === 0) return;
  await db.write((tx) => eraseTexts(tx, table, accountId, found), { account: accountId });
}

const DOCUMENT_ID = /(?:quo|inv)_[0-9a-z]{26}/g;

/** Emails to members contain links to the documents that they are about. */
function isMailAbout(text: string, { addresses, documentIds }: Traces): boolean {
  for (const [id] of text.matchAll(DOCUMENT_ID)) if (documentIds.has(id)) return true;
  const plain = text.toLowerCase();
  return addresses.some((address) => plain.includes(JSON.stringify(address)));
}
