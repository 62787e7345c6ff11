import { formatLimit, type Sql } from '../../database.ts';

/** Finds the customer that has a debtor number. */
export async function findDebtor(sql: Sql, accountId: string, number: number): Promise<string | undefined> {
  const row = await sql.get<{ id: string }>(
    'SELECT id FROM customers WHERE account_id = ? AND debtor_number = ?',
    ...[accountId, number],
  );
  return row?.id;
}

/** Returns the number after the highest one of a range, or else the lowest free one; `undefined` if all are given. */
export async function findFreeDebtorNumber(
  sql: Sql,
  accountId: string,
  { min, max }: { min: number; max: number },
): Promise<number | undefined> {
  const given = `FROM customers WHERE account_id = ? AND debtor_number BETWEEN ? AND ?`;
  const place = [accountId, min, max];
  const row = await sql.get<{ last: number | null }>(`SELECT max(debtor_number) AS last ${given}`, ...place);
  const last = row?.last ?? min - 1;
  if (last < max) return last + 1;
  const rows = await sql.all<{ n: number }>(
    `SELECT debtor_number AS n ${given} ORDER BY debtor_number`,
    ...place,
  );
  const gap = rows.findIndex(({ n }, index) => n !== min + index);
  return gap < 0 ? undefined : min + gap;
}

/** Customers that have issued invoices and no debtor number, after a known one. */
export async function listUnnumberedDebtors(
  sql: Sql,
  accountId: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await sql.all<{ id: string }>(
    `SELECT DISTINCT i.customer_id AS id FROM invoice_facts AS i
     JOIN customers AS c ON c.account_id = i.account_id AND c.id = i.customer_id
     WHERE i.account_id = ? AND i.status <> 'DRAFT' AND c.debtor_number IS NULL AND i.customer_id > ?
     ORDER BY i.customer_id ${formatLimit(limit).sql}`,
    ...[accountId, after],
  );
  return rows.map(({ id }) => id);
}
