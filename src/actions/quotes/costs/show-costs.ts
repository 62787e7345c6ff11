import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Deps } from '../../../app/deps.ts';
import type { ItemCosts } from '../../../domain/quote/cost/item-costs.ts';
import { addMargins, type CostedContent, NO_MARGIN } from '../../../domain/quote/cost/margins.ts';
import { findFigureDocs, findItemCosts, parseFigures } from '../../../store/tables/quote/item-costs.ts';

/** An object that costs can be added to. */
export type Costed = 'quote' | 'template' | 'catalogueItem';

type Doc = Record<string, unknown> & { id: string };

/** JSON that is parsed without a pause takes a few milliseconds at most. */
const MAX_BYTES_PER_TURN = 100_000;

/** Adds costs and margins to what the API returns. Callers check that they may be seen. */
export async function showCosts(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  costed: Costed,
  doc: Doc,
): Promise<object> {
  return SHOW[costed](doc, await findItemCosts(db.read, accountId, doc.id));
}

const SHOW: Record<Costed, (doc: Doc, costs: ItemCosts) => object> = {
  quote: (doc, costs) => addMargins(doc as unknown as CostedContent, costs),
  template: (doc, costs) => ({ ...doc, items: addTemplateCosts(doc.items as object[], costs) }),
  catalogueItem: (doc, costs) => ({ ...doc, cost: costs[doc.id] ?? null }),
};

/**
 * Adds costs and margins to the JSON of each entry of a list, whose first field is its id. Only entries with costs are
 * parsed, and other requests run in between.
 */
export async function showListedCosts(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  costed: Costed,
  docs: readonly Buffer[],
): Promise<Buffer[]> {
  const ids = docs.map(readId);
  const found = await findFigureDocs(db.read, accountId, ids);
  const shown: Buffer[] = [];
  let parsed = 0;
  for (const [index, doc] of docs.entries()) {
    const figures = found.get(ids[index] ?? '');
    if (figures === undefined) {
      shown.push(addFields(doc, UNKNOWN[costed]));
      continue;
    }
    if (parsed > 0 && parsed + doc.length > MAX_BYTES_PER_TURN) {
      await nextTurn();
      parsed = 0;
    }
    parsed += doc.length;
    const complete = SHOW[costed](JSON.parse(doc.toString()) as Doc, parseFigures(figures).costs);
    shown.push(Buffer.from(JSON.stringify(complete)));
  }
  return shown;
}

/** The fields of an entry without costs. */
const UNKNOWN: Record<Costed, object> = { quote: NO_MARGIN, template: {}, catalogueItem: { cost: null } };

const MAX_ID_BYTES = 64;

function readId(doc: Buffer): string {
  const [, id] = /^\{"id":"([^"]+)"/.exec(doc.toString('latin1', 0, MAX_ID_BYTES)) ?? [];
  if (id === undefined) throw new Error('the stored JSON has no id at the expected place');
  return id;
}

function addFields(doc: Buffer, fields: object): Buffer {
  const text = JSON.stringify(fields).slice(1);
  return text === '}' ? doc : Buffer.concat([doc.subarray(0, -1), Buffer.from(`,${text}`)]);
}

/** The costs of a template are kept by position. */
export function addTemplateCosts<Item extends object>(
  items: readonly Item[],
  costs: ItemCosts,
): (Item & { cost?: number })[] {
  return items.map((item, index) => {
    const cost = costs[index];
    return cost === undefined ? item : { ...item, cost };
  });
}
