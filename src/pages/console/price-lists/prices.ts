import { listCatalogueItems } from '../../../actions/catalogue/catalogue-items.ts';
import {
  changePrices,
  findListedPrices,
  listPriceListEntries,
  type PriceChange,
} from '../../../actions/catalogue/price-list-entries.ts';
import { listPricedCustomers, readPriceList } from '../../../actions/catalogue/price-lists.ts';
import type { CatalogueItem } from '../../../domain/catalogue/catalogue-item.ts';
import {
  composeListedPrice,
  isSamePrice,
  type ListedPrice,
  type PriceList,
} from '../../../domain/catalogue/price-list.ts';
import { isId } from '../../../domain/ids.ts';
import type { Html } from '../../../domain/markup/html.ts';
import { PRICE_KINDS, type QuantityPrices } from '../../../domain/money/quantity-prices.ts';
import { MAX_UNIT_PRICE } from '../../../domain/quote/line/line-item.ts';
import { formatAmountInput } from '../../../i18n/format-input.ts';
import { parseAmount } from '../../../i18n/parse-amount.ts';
import { getSeparators } from '../../../i18n/parse-number.ts';
import { formatSteps, parseSteps } from '../../../i18n/quote/step-text.ts';
import type { PageContext, PageReply } from '../console-route.ts';
import type { FormState, Values } from '../forms/field.ts';
import { formatAmountError } from '../forms/field-errors.ts';
import { renderFormNotice } from '../forms/form.ts';
import { readTyped } from '../forms/form-values.ts';
import { LIST_PAGE_SIZE } from '../resources/list.ts';
import { buildResourcePage } from '../resources/resource-page.ts';
import { createListView, getId, readPageQuery } from '../resources/resource-routes.ts';
import { MAX_NAMED, type PriceRow, renderPricesPage } from './price-list-pages.ts';

const NOTHING_TYPED: FormState = { values: {}, errors: {} };

/** Renders a page of the prices, or of the whole catalogue with them. */
export async function renderPrices(
  context: PageContext,
  list: PriceList,
  typed = NOTHING_TYPED,
): Promise<Html> {
  const { deps, account, query, locale } = context;
  const { page, search, offset } = readPageQuery(context);
  const [own, customers] = await Promise.all([
    listPriceListEntries(deps, account.id, { priceListId: list.id, search, limit: LIST_PAGE_SIZE, offset }),
    listPricedCustomers(deps, account.id, list.id, MAX_NAMED + 1),
  ]);
  const shows = query.show === 'all' ? 'all' : 'own';
  const found =
    shows === 'own'
      ? { ...own, rows: own.entries }
      : await listWholeCatalogue(context, list, { search, limit: LIST_PAGE_SIZE, offset });
  const { total, isExact } = found;
  const view = createListView(
    context,
    `price-lists/${list.id}`,
    { page, total, isExact },
    { search, show: shows },
  );
  return renderPricesPage(context, {
    ...{ list, view, shows, rows: found.rows, customers, typed },
    count: own.total,
    format: (price) => ({
      price: price ? formatAmountInput(price.unitPrice, list.currency, locale.tag) : '',
      kind: price?.quantityPrices?.kind ?? '',
      steps: formatSteps(price?.quantityPrices?.steps ?? [], list.currency, locale.tag),
    }),
  });
}

async function listWholeCatalogue(
  { deps, account }: PageContext,
  { id }: PriceList,
  page: { search: string | undefined; limit: number; offset: number },
) {
  const { docs, ...total } = await listCatalogueItems(deps, account.id, page);
  const items = docs.map((doc) => JSON.parse(doc) as CatalogueItem);
  const prices = await findListedPrices(
    deps,
    account.id,
    id,
    items.map((item) => item.id),
  );
  return { ...total, rows: items.map((item): PriceRow => ({ item, price: prices.get(item.id) ?? null })) };
}

/** Saves the prices that were typed over others. Those that somebody else changed in the meantime are shown again. */
export async function savePrices(context: PageContext): Promise<PageReply> {
  const { deps, account, base, form, t, query } = context;
  const { stored: list, version } = await readPriceList(deps, account.id, getId(context));
  const ids = Object.keys(form)
    .map((name) => name.replace(/^was\./, ''))
    .filter((id) => isId('cat', id));
  const state: FormState = { values: {}, errors: {} };
  const changes = ids.flatMap((id): PriceChange[] => {
    const typed = readTyped(
      form,
      PRICE_FIELDS.map((name) => `${name}.${id}`),
    );
    const { price: after, error } = readPrice(context, list.currency, typed, id);
    const before = readSeen(form[`was.${id}`]);
    if (error === undefined && isSamePrice(after, before)) return [];
    Object.assign(state.values, typed);
    if (error !== undefined) state.errors[id] = error;
    return [{ catalogueItemId: id, before, after }];
  });
  const isReadable = Object.keys(state.errors).length === 0;
  if (isReadable) {
    const left = await changePrices(deps, account.id, list.id, changes);
    for (const id of left.keys()) state.errors[id] = t.priceLists.changedConcurrently;
    const search = new URLSearchParams({ ...pick(query), done: 'saved' });
    if (left.size === 0) return { redirect: `${base}/price-lists/${list.id}?${search}` };
  }
  const notice = renderFormNotice(state, context);
  const body = await renderPrices(context, list, state);
  const path = `${base}/price-lists/${list.id}`;
  const frame = { section: 'price-lists', words: t.priceLists, notice } as const;
  const page = buildResourcePage(frame, context, { path, name: list.name, version, body });
  return { page, status: isReadable ? 409 : 400 };
}

const PRICE_FIELDS = ['price', 'kind', 'steps'] as const;

/** Reads a price and its steps; `null` for none, which removes the entry. */
function readPrice(
  { locale, t }: PageContext,
  currency: string,
  typed: Values,
  id: string,
): { price: ListedPrice | null; error?: string } {
  const [text = '', kind = '', lines = ''] = PRICE_FIELDS.map((name) => typed[`${name}.${id}`]);
  if (kind !== '') {
    const steps = parseSteps(lines, currency, getSeparators(locale.tag));
    const isKnown = PRICE_KINDS.some((known) => known === kind);
    if (!steps || !isKnown) return { price: null, error: t.editor.stepsInvalid };
    const quantityPrices = { kind: kind as QuantityPrices['kind'], steps };
    return { price: composeListedPrice({ unitPrice: 0, quantityPrices }) };
  }
  if (text === '') return { price: null };
  const unitPrice = parseAmount(text, currency, locale);
  if (unitPrice === undefined || unitPrice > MAX_UNIT_PRICE) {
    return { price: null, error: formatAmountError(currency, locale, t) };
  }
  return { price: { unitPrice, quantityPrices: null } };
}

/** Reads the price that the list had when the page was shown; something else differs from every price. */
function readSeen(text = ''): ListedPrice | null {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return { unitPrice: -1, quantityPrices: null };
  }
}

function pick({ show, search, page }: PageContext['query']): Record<string, string> {
  return JSON.parse(JSON.stringify({ show, search, page }));
}
