import { formatPlaceholders, padToFixedSize, type Sql } from '../../database.ts';
import { toSearchForm } from '../../lists/text/search-form.ts';
import { DOCUMENTS, listDocumentIds } from './erase-mail.ts';

const BATCH = 64;
const MAILS = ['sent_mails', 'sendings'];

/** Addresses, in lower case, that emails about documents of the customer went to while they were the customer's. */
export async function listRecipients(sql: Sql, accountId: string, customerId: string): Promise<string[]> {
  const former = 'SELECT quote_id FROM documents WHERE account_id = ? AND former_customer_id = ?';
  const found = new Set<string>();
  for (const table of MAILS) {
    const select = `SELECT lower(recipient) AS address FROM ${table} WHERE account_id = ?`;
    const selects = [
      ...DOCUMENTS.map((ids) => `${select} AND former_customer_id IS NULL AND document_id IN (${ids})`),
      `${select} AND document_id IN (${former}) AND former_customer_id = ?`,
    ];
    const place = [accountId, accountId, customerId];
    const rows = await sql.all<{ address: string }>(
      selects.join(' UNION '),
      ...[...place, ...place, ...place, customerId],
    );
    for (const { address } of rows) found.add(address);
  }
  return [...found];
}

/**
 * The documents and messages of a customer, and the addresses that emails about them went to. The identifiers are one text,
 * with spaces: a thread hands over many texts more slowly than it finds them.
 */
export async function listTraces(
  sql: Sql,
  accountId: string,
  customerId: string,
): Promise<{ ids: string; recipients: string[] }> {
  const [ids, recipients] = await Promise.all([
    listDocumentIds(sql, accountId, customerId),
    listRecipients(sql, accountId, customerId),
  ]);
  return { ids: ids.join(' '), recipients };
}

/**
 * Returns the addresses, in lower case, that are only this customer's: no other customer has them, and no email about a
 * document of another went to them. Families and offices share addresses.
 */
export async function listOwnAddresses(
  sql: Sql,
  accountId: string,
  customerId: string,
  addresses: readonly string[],
): Promise<string[]> {
  const shared = new Set<string>();
  for (let start = 0; start < addresses.length; start += BATCH) {
    const batch = padToFixedSize(addresses.slice(start, start + BATCH));
    const customers = await sql.all<{ id: string; doc: string }>(
      `SELECT id, doc FROM customers WHERE account_id = ? AND email_key IN ${formatPlaceholders(1, batch.length)}`,
      ...[accountId, ...batch.map(toSearchForm)],
    );
    for (const { id, doc } of customers) {
      const { email } = JSON.parse(doc) as { email: string | null };
      if (id !== customerId && email !== null) shared.add(email.toLowerCase());
    }
    for (const address of await listMailedToOthers(sql, accountId, customerId, batch)) shared.add(address);
  }
  return addresses.filter((address) => !shared.has(address));
}

/** Those of the addresses that got emails about documents of other customers. */
async function listMailedToOthers(
  sql: Sql,
  accountId: string,
  customerId: string,
  addresses: readonly string[],
): Promise<string[]> {
  const isOfOther = ['quotes', 'invoices'].map(
    (table) => `EXISTS (SELECT 1 FROM ${table} AS d
      WHERE d.account_id = m.account_id AND d.id = m.document_id AND d.customer_id <> ?)`,
  );
  const select = (table: string) =>
    `SELECT lower(recipient) AS address FROM ${table} AS m
     WHERE account_id = ? AND lower(recipient) IN ${formatPlaceholders(1, addresses.length)}
       AND (former_customer_id <> ? OR (former_customer_id IS NULL AND (${isOfOther.join(' OR ')})))`;
  const values = [accountId, ...addresses, customerId, customerId, customerId];
  const rows = await sql.all<{ address: string }>(MAILS.map(select).join(' UNION '), ...values, ...values);
  return rows.map(({ address }) => address);
}

/** Deletes addresses that only the cap on emails to one recipient counts. */
export async function deleteRecipientCounts(
  tx: Sql,
  accountId: string,
  addresses: readonly string[],
): Promise<void> {
  for (const address of addresses) {
    await tx.run(
      'DELETE FROM sending_recipients WHERE account_id = ? AND recipient = ?',
      ...[accountId, address],
    );
  }
}
