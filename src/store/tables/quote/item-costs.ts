import { type ItemCosts, type ItemFigures, NO_FIGURES } from '../../../domain/quote/item-costs.ts';
import { formatPlaceholders, padToFixedSize, type Sql } from '../../database.ts';

/** `ownerId` is the id of a quote, a template or a catalogue item. The cost of a catalogue item has its own id. */
export async function findItemFigures(sql: Sql, accountId: string, ownerId: string): Promise<ItemFigures> {
  const row = await sql.get<{ doc: string }>(
    'SELECT doc FROM item_costs WHERE account_id = ? AND owner_id = ?',
    accountId,
    ownerId,
  );
  return row ? parseFigures(row) : NO_FIGURES;
}

export async function findItemCosts(sql: Sql, accountId: string, ownerId: string): Promise<ItemCosts> {
  return (await findItemFigures(sql, accountId, ownerId)).costs;
}

/** Returns the figures by owner, without those that have none. */
export async function findFiguresOf(
  sql: Sql,
  accountId: string,
  ownerIds: readonly string[],
): Promise<Map<string, ItemFigures>> {
  if (ownerIds.length === 0) return new Map();
  const named = padToFixedSize(ownerIds);
  const rows = await sql.all<{ owner_id: string; doc: string }>(
    `SELECT owner_id, doc FROM item_costs WHERE account_id = ? AND owner_id IN ${formatPlaceholders(1, named.length)}`,
    accountId,
    ...named,
  );
  return new Map(rows.map((row) => [row.owner_id, parseFigures(row)]));
}

/** Replaces all figures of the owner. One without figures has no row. */
export async function storeItemFigures(
  tx: Sql,
  accountId: string,
  ownerId: string,
  { costs, listPrices }: ItemFigures,
): Promise<void> {
  if (Object.keys(costs).length === 0 && Object.keys(listPrices).length === 0) {
    await deleteItemFigures(tx, accountId, ownerId);
    return;
  }
  await tx.run(
    `INSERT INTO item_costs (account_id, owner_id, doc) VALUES (?, ?, ?)
     ON CONFLICT (account_id, owner_id) DO UPDATE SET doc = excluded.doc`,
    ...[accountId, ownerId, JSON.stringify({ costs, listPrices })],
  );
}

export async function deleteItemFigures(tx: Sql, accountId: string, ownerId: string): Promise<void> {
  await tx.run('DELETE FROM item_costs WHERE account_id = ? AND owner_id = ?', accountId, ownerId);
}

function parseFigures({ doc }: { doc: string }): ItemFigures {
  return JSON.parse(doc) as ItemFigures;
}
