import { randomBytes } from 'node:crypto';
import { type ItemCosts, type ItemFigures, NO_FIGURES } from '../../../domain/quote/cost/item-costs.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import { formatPlaceholders, padToFixedSize, type Sql } from '../../database.ts';
import { parseDoc, type StoredDoc } from '../stored-docs.ts';

/** `ownerId` is the id of a quote, a template or a catalogue item. The cost of a catalogue item has its own id. */
export async function findItemFigures(sql: Sql, accountId: string, ownerId: string): Promise<ItemFigures> {
  const row = await sql.get<{ doc: string }>(
    'SELECT doc FROM item_costs WHERE account_id = ? AND owner_id = ?',
    accountId,
    ownerId,
  );
  return row ? parseFigures(row.doc) : NO_FIGURES;
}

export async function findItemCosts(sql: Sql, accountId: string, ownerId: string): Promise<ItemCosts> {
  return (await findItemFigures(sql, accountId, ownerId)).costs;
}

/** Returns the figures by owner as JSON, without those that have none. */
export async function findFigureDocs(
  sql: Sql,
  accountId: string,
  ownerIds: readonly string[],
): Promise<Map<string, string>> {
  if (ownerIds.length === 0) return new Map();
  const named = padToFixedSize(ownerIds);
  const rows = await sql.all<{ owner_id: string; doc: string }>(
    `SELECT owner_id, doc FROM item_costs WHERE account_id = ? AND owner_id IN ${formatPlaceholders(1, named.length)}`,
    accountId,
    ...named,
  );
  return new Map(rows.map((row) => [row.owner_id, row.doc]));
}

/** Returns the quotes among those that have costs. */
export async function findCostedQuotes(
  sql: Sql,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, { quote: Quote; costs: ItemCosts }>> {
  if (ids.length === 0) return new Map();
  const named = padToFixedSize(ids);
  const rows = await sql.all<StoredDoc & { id: string; figures: string }>(
    `SELECT q.id, q.doc, q.shape, c.doc AS figures FROM item_costs AS c
     JOIN quotes AS q ON q.account_id = c.account_id AND q.id = c.owner_id
     WHERE c.account_id = ? AND c.owner_id IN ${formatPlaceholders(1, named.length)}`,
    accountId,
    ...named,
  );
  const found = rows.map(async (row) => {
    const quote = parseDoc('quote', row);
    return [row.id, { quote, costs: parseFigures(row.figures).costs }] as const;
  });
  return new Map(await Promise.all(found));
}

/** Replaces all figures of the owner. One without figures has no row. */
export async function storeItemFigures(
  tx: Sql,
  accountId: string,
  ownerId: string,
  { costs, listPrices, salt = randomBytes(16).toString('hex') }: ItemFigures,
): Promise<void> {
  if (Object.keys(costs).length === 0 && Object.keys(listPrices).length === 0) {
    await deleteItemFigures(tx, accountId, ownerId);
    return;
  }
  await tx.run(
    `INSERT INTO item_costs (account_id, owner_id, doc) VALUES (?, ?, ?)
     ON CONFLICT (account_id, owner_id) DO UPDATE SET doc = excluded.doc`,
    ...[accountId, ownerId, JSON.stringify({ costs, listPrices, salt })],
  );
}

export async function deleteItemFigures(tx: Sql, accountId: string, ownerId: string): Promise<void> {
  await tx.run('DELETE FROM item_costs WHERE account_id = ? AND owner_id = ?', accountId, ownerId);
}

export function parseFigures(doc: string): ItemFigures {
  return JSON.parse(doc) as ItemFigures;
}
