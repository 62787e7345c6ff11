import { readCatalogueItem } from '../../../../actions/catalogue/catalogue-items.ts';
import type { CatalogueItem } from '../../../../domain/catalogue/catalogue-item.ts';
import type { PageContext } from '../../console-route.ts';
import { type Draft, withBlankLine } from '../draft/draft.ts';
import { pasteRows } from '../draft/edit.ts';
import { toPickedLine } from '../draft/from-item.ts';
import { getLineDefaults } from '../line-defaults.ts';

/** Adds a catalogue item as the last item of the draft. */
export async function addOffer(context: PageContext, draft: Draft, id: string): Promise<Draft> {
  const { deps, account, locale, now } = context;
  const item = JSON.parse((await readCatalogueItem(deps, account.id, id)).doc) as CatalogueItem;
  const line = toPickedLine({ ...item, catalogueItemId: item.id }, item.currency, locale.tag);
  const rows = withBlankLine(draft.rows, () => `blank-${now}`);
  return pasteRows({ ...draft, rows }, rows.at(-1)?.key ?? '', [line], {
    ...getLineDefaults(context),
    newKey: () => `take-${now}`,
  });
}
