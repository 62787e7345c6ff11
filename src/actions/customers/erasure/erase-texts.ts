import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Deps } from '../../../app/deps.ts';
import { mentionsCustomer } from '../../../domain/account/mentions.ts';
import { omitLinesAbout } from '../../../domain/invoice/statement/omit-lines.ts';
import { readList } from '../../../store/lists/read-list.ts';
import { deleteRecipientCounts } from '../../../store/tables/erasure/addresses.ts';
import {
  eraseTexts,
  listTexts,
  replaceImport,
  type StoredText,
  TEXT_TABLES,
  type TextTable,
} from '../../../store/tables/erasure/erase-texts.ts';
import { parseImport } from '../../payments/statement/import-statement.ts';
import type { Traces } from './traces.ts';

type Store = Pick<Deps, 'db'>;
type Customer = Record<'accountId' | 'customerId', string>;

/**
 * Erases what belongs to no document: captured emails, responses kept for repeats, imported bank lines, addresses. Only
 * addresses that are the customer's alone count.
 */
export async function eraseMentions({ db }: Store, customer: Customer, found: Traces): Promise<void> {
  const { accountId, customerId } = customer;
  const addresses = await readList(db, 'ownAddresses', accountId, customerId, found.addresses);
  const traces = { ...found, addresses };
  await db.write((tx) => deleteRecipientCounts(tx, accountId, addresses), { account: accountId });
  for (const table of TEXT_TABLES) {
    for (let after: string | undefined = ''; after !== undefined; ) {
      const rows: StoredText[] = await listTexts(db.read, table, accountId, after);
      await eraseRows({ db }, customer, table, rows, traces);
      await nextTurn();
      after = rows.at(-1)?.key;
    }
  }
}

async function eraseRows(
  { db }: Store,
  { accountId, customerId }: Customer,
  table: TextTable,
  rows: readonly StoredText[],
  traces: Traces,
): Promise<void> {
  if (table === 'payment_imports') {
    for (const { key, text } of rows) {
      const kept = omitLinesAbout(parseImport(text), traces.ids, traces.name);
      if (!kept) continue;
      const doc = JSON.stringify(kept);
      await db.write((tx) => replaceImport(tx, accountId, key, doc), { account: accountId });
    }
    return;
  }
  const isMentioned = ({ head, text }: StoredText) =>
    table === 'captured_mails'
      ? hasTrace(head, text, traces)
      : (text.includes(customerId) || hasTrace(text, text, traces)) &&
        mentionsCustomer(text, { customerId, addresses: traces.addresses, documentIds: traces.ids });
  const found = rows.filter(isMentioned).map(({ key }) => key);
  if (found.length === 0) return;
  await db.write((tx) => eraseTexts(tx, table, accountId, found), { account: accountId });
}

const IDENTIFIER = /(?:quo|inv|msg)_[0-9a-z]{26}/g;

/** Emails to members contain links to the documents that they are about. */
function hasTrace(head: string, text: string, { addresses, ids }: Traces): boolean {
  for (const [id] of text.matchAll(IDENTIFIER)) if (ids.has(id)) return true;
  const plain = head.toLowerCase();
  return addresses.some((address) => plain.includes(JSON.stringify(address)));
}
