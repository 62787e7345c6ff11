import type { Deps } from '../../deps.ts';
import { type ItemCosts, NO_FIGURES } from '../../domain/cost/item-costs.ts';
import { addMargins, type CostedContent } from '../../domain/cost/margins.ts';
import { findFiguresOf } from '../../store/tables/cost/item-costs.ts';

/** An object that costs can be added to. */
export type Costed = 'quote' | 'template' | 'catalogueItem';

type Doc = Record<string, unknown> & { id: string };

/** Adds costs and margins to what the API returns. Callers check that they may be seen. */
export async function showCosts(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  costed: Costed,
  docs: readonly Doc[],
): Promise<object[]> {
  const found = await findFiguresOf(
    db.read,
    accountId,
    docs.map(({ id }) => id),
  );
  return docs.map((doc) => SHOW[costed](doc, (found.get(doc.id) ?? NO_FIGURES).costs));
}

const SHOW: Record<Costed, (doc: Doc, costs: ItemCosts) => object> = {
  quote: (doc, costs) => addMargins(doc as unknown as CostedContent, costs),
  template: (doc, costs) => ({ ...doc, items: addTemplateCosts(doc.items as object[], costs) }),
  catalogueItem: (doc, costs) => ({ ...doc, cost: costs[doc.id] ?? null }),
};

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
