import {
  changePriceList,
  createPriceList,
  deletePriceList,
  listPriceLists,
  readPriceList,
} from '../../../actions/catalogue/price-lists.ts';
import { checkNewPriceList } from '../../../api/schemas/catalogue/price-list.ts';
import type { PriceList, PriceListInput } from '../../../domain/catalogue/price-list.ts';
import type { ConsoleRoute } from '../console-route.ts';
import { type FieldRules, translateErrors } from '../forms/field-errors.ts';
import { isProblem } from '../forms/form-values.ts';
import { type ConsoleResource, resourceRoutes } from '../resources/resource-routes.ts';
import { renderPriceListFields, renderPriceLists } from './price-list-pages.ts';
import { renderPrices, savePrices } from './prices.ts';

const RULES: FieldRules = { name: { required: true, max: 200 }, currency: { wrong: 'choice' } };

const PRICE_LISTS: ConsoleResource<PriceList> = {
  section: 'price-lists',
  words: (t) => t.priceLists,
  getName: ({ name }) => name,
  async list({ deps, account }, page) {
    const { lists, total, isExact } = await listPriceLists(deps, account.id, page);
    return { entities: lists, total, isExact };
  },
  renderTable: (context, lists) => renderPriceLists(context, lists),
  async find({ deps, account }, id) {
    const { stored, version } = await readPriceList(deps, account.id, id);
    return { entity: stored, version };
  },
  renderOne: async (context, list) => ({ body: await renderPrices(context, list) }),
  fieldNames: Object.keys(RULES),
  blank: ({ account }) => ({ currency: account.currency }),
  getValues: (_context, { name, currency }) => ({ name, currency }),
  renderFields: renderPriceListFields,
  read({ t }, typed) {
    const { name = '', currency = '' } = typed;
    const input = { name, currency };
    return { input, errors: translateErrors(checkNewPriceList(input), RULES, typed, t) };
  },
  create: async ({ deps, account, now }, input) =>
    (await createPriceList(deps, account.id, input as PriceListInput, now)).id,
  async change({ deps, account, now }, id, input, expectVersion) {
    const patch = input as PriceListInput;
    await changePriceList(deps, account.id, { id, patch, expectVersion }, now);
  },
  toFieldErrors: ({ t }, error) =>
    isProblem(error, 'validation_failed') ? { currency: t.priceLists.currencyFixed } : undefined,
  remove: ({ deps, account }, id, expectVersion) => deletePriceList(deps, account.id, id, expectVersion),
  explainConflict: ({ t }, error) => (isProblem(error, 'price_list_in_use') ? t.priceLists.inUse : undefined),
};

export const priceListPages: ConsoleRoute[] = [
  ...resourceRoutes(PRICE_LISTS),
  { method: 'POST', path: '/price-lists/:id/prices', minRole: 'member', handle: savePrices },
];
