import { formatPlaceholders, padToFixedSize, type Sql } from '../../database.ts';
import { toSearchForm } from '../../search/text/search-form.ts';

/**
 * Returns the addresses, in lower case, that are only this customer's: no other customer has them, and no email about a
 * document that is not among `documentIds` went to them. Families and offices share addresses.
 */
export async function listOwnAddresses(
  sql: Sql,
  accountId: string,
  customerId: string,
  addresses: readonly string[],
  documentIds: ReadonlySet<string>,
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
    for (const { id, address } of await listMailed(sql, accountId, batch)) {
      if (!documentIds.has(id)) shared.add(address);
    }
  }
  return addresses.filter((address) => !shared.has(address));
}

const BATCH = 64;

/** Documents that exist and that were emailed to these addresses. */
function listMailed(
  sql: Sql,
  accountId: string,
  addresses: readonly string[],
): Promise<{ id: string; address: string }[]> {
  const exists = (table: string) =>
    `EXISTS (SELECT 1 FROM ${table} AS d WHERE d.account_id = m.account_id AND d.id = m.document_id)`;
  const select = (table: string) =>
    `SELECT DISTINCT document_id AS id, lower(recipient) AS address FROM ${table} AS m
     WHERE account_id = ? AND lower(recipient) IN ${formatPlaceholders(1, addresses.length)}
       AND (${exists('quotes')} OR ${exists('invoices')})`;
  const values = [accountId, ...addresses];
  return sql.all(`${select('sent_mails')} UNION ${select('sendings')}`, ...values, ...values);
}
