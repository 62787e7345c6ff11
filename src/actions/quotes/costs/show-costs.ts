import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Deps } from '../../../app/deps.ts';
import type { ItemCosts } from '../../../domain/quote/cost/item-costs.ts';
import { addMargins, type CostedContent, NO_MARGIN } from '../../../domain/quote/cost/margins.ts';
import { findFigureDocs, findItemCosts, parseFigures } from '../../../store/tables/quote/item-costs.ts';

/** An object that costs can be added to. */
export type Costed = 'quote' | 'template' | 'catalogueItem';

type Doc = Record<string, unknown> & { id: string };

/** JSON that is parsed without a pause takes a few milliseconds at most. */
const MAX_LENGTH_PER_TURN = 100_000;

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

/** The stored JSON of an entry of a list. */
export interface ListedDoc {
  id: string;
  doc: string;
}

/**
 * Adds costs and margins to the JSON of each entry of a list. Only entries with costs are parsed, and other requests run in
 * between.
 */
export async function showListedCosts(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  costed: Costed,
  entries: readonly ListedDoc[],
): Promise<string[]> {
  const found = await findFigureDocs(
    db.read,
    accountId,
    entries.map(({ id }) => id),
  );
  const shown: string[] = [];
  let parsed = 0;
  for (const { id, doc } of entries) {
    const figures = found.get(id);
    if (figures === undefined) {
      shown.push(addFields(doc, UNKNOWN[costed]));
      continue;
    }
    if (parsed > 0 && parsed + doc.length > MAX_LENGTH_PER_TURN) {
      await nextTurn();
      parsed = 0;
    }
    parsed += doc.length;
    shown.push(JSON.stringify(SHOW[costed](JSON.parse(doc) as Doc, parseFigures(figures).costs)));
  }
  return shown;
}

/** The fields of an entry without costs. */
const UNKNOWN: Record<Costed, object> = { quote: NO_MARGIN, template: {}, catalogueItem: { cost: null } };

function addFields(doc: string, fields: object): string {
  const text = JSON.stringify(fields).slice(1);
  return text === '}' ? doc : `${doc.slice(0, -1)},${text}`;
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
