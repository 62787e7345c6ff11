import { listCatalogueItems, readCatalogueItem } from '../../../../actions/catalogue/catalogue-items.ts';
import type { CatalogueItem } from '../../../../domain/catalogue-item.ts';
import { formatAmountInput, formatNumberInput } from '../../../../i18n/format-input.ts';
import { type Draft, type LineRow, withBlankLine } from '../../../../web/console/editor/draft/draft.ts';
import { pasteRows } from '../../../../web/console/editor/draft/edit.ts';
import type { PageContext } from '../console-route.ts';

const MAX_CANDIDATES = 50;
const MAX_OFFERS = 10;

/** Finds catalogue items that are not archived and have the currency of the quote. */
export async function findOffers(
  { deps, account }: PageContext,
  search: string,
  currency: string,
): Promise<CatalogueItem[]> {
  const page = { search: search || undefined, limit: MAX_CANDIDATES, offset: 0 };
  const { docs } = await listCatalogueItems(deps, account.id, page);
  const items = docs.map((doc) => JSON.parse(doc) as CatalogueItem);
  return items.filter((item) => !item.archived && item.currency === currency).slice(0, MAX_OFFERS);
}

/** Adds a catalogue item as the last item of the draft. */
export async function addOffer(context: PageContext, draft: Draft, id: string): Promise<Draft> {
  const { deps, account, locale, now } = context;
  const item = JSON.parse((await readCatalogueItem(deps, account.id, id)).doc) as CatalogueItem;
  const line: Partial<LineRow> = {
    quantity: formatNumberInput(1, locale.tag),
    description: item.description,
    unit: item.unit ?? '',
    price: formatAmountInput(item.unitPrice, item.currency, locale.tag),
    tax: formatNumberInput(item.taxRate, locale.tag),
    taxCategory: item.taxCategory ?? '',
    taxReason: item.taxReason ?? '',
    sku: item.sku ?? '',
    catalogueItemId: item.id,
  };
  const rows = withBlankLine(draft.rows, () => `blank-${now}`);
  return pasteRows({ ...draft, rows }, rows.at(-1)?.key ?? '', [line], () => `take-${now}`);
}
