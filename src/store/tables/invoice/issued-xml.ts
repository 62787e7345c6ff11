import type { Sql } from '../../database.ts';

/** Returns the XML that was written when the invoice was issued; `undefined` if none was. */
export async function findXml(sql: Sql, accountId: string, id: string): Promise<string | undefined> {
  const row = await sql.get<{ xml: string | null }>(
    'SELECT issued_xml AS xml FROM invoices WHERE account_id = ? AND id = ?',
    ...[accountId, id],
  );
  return row?.xml ?? undefined;
}

export async function storeXml(tx: Sql, accountId: string, id: string, xml: string): Promise<void> {
  await tx.run('UPDATE invoices SET issued_xml = ? WHERE account_id = ? AND id = ?', xml, accountId, id);
}
