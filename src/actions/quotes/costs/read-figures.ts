import type { Deps } from '../../../app/deps.ts';
import type { ItemFigures } from '../../../domain/quote/cost/item-costs.ts';
import { findItemFigures } from '../../../store/tables/quote/item-costs.ts';

/** Reads what is kept outside a quote, a template or a catalogue item. Only callers with the right may be shown it. */
export function readFigures(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  ownerId: string,
): Promise<ItemFigures> {
  return findItemFigures(db.read, accountId, ownerId);
}
