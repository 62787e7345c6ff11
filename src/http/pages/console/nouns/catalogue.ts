import {
  changeCatalogueItem,
  createCatalogueItem,
  deleteCatalogueItem,
  listCatalogueItems,
  readCatalogueItem,
} from '../../../../actions/catalogue/catalogue-items.ts';
import type { CatalogueItem, CatalogueItemInput } from '../../../../domain/catalogue-item.ts';
import { MAX_LENGTH } from '../../../../domain/field-limits.ts';
import { isCurrency } from '../../../../domain/money/currency.ts';
import { readAmount, readDecimal } from '../../../../i18n/read-amount.ts';
import { writeAmount, writeNumber } from '../../../../i18n/write-number.ts';
import { checkNewCatalogueItem } from '../../../../schemas/catalogue/catalogue-item.ts';
import {
  firstLine,
  renderArchiving,
  renderCatalogue,
  renderCatalogueFields,
  renderCatalogueItem,
} from '../../../../web/console/catalogue/catalogue.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../console-route.ts';
import { amountError, type FieldRules, toldErrors } from '../forms/field-errors.ts';
import { isProblem, orNull, versionIn } from '../forms/form-values.ts';
import { idOf, type Noun, nounRoutes } from './noun-routes.ts';

export const CATALOGUE_RULES: FieldRules = {
  description: { required: true, max: MAX_LENGTH.itemDescription },
  unitPrice: { required: true },
  currency: { wrong: 'choice' },
  taxRate: { wrong: 'percent' },
  unit: { max: MAX_LENGTH.unit },
  sku: { max: MAX_LENGTH.sku },
};

const CATALOGUE: Noun<CatalogueItem> = {
  section: 'catalogue',
  words: (say) => say.nouns.catalogue,
  nameOf: ({ description }) => firstLine(description),
  async list({ deps, account }, page) {
    const { docs, total, isExact } = await listCatalogueItems(deps, account.id, page);
    return { things: docs.map((doc) => JSON.parse(doc) as CatalogueItem), total, isExact };
  },
  renderTable: (context, items) => renderCatalogue(context, items),
  way: ({ base, say, role }) =>
    role === 'owner' ? { href: `${base}/settings/data`, text: say.nouns.catalogue.import } : undefined,
  async find({ deps, account }, id) {
    const { doc, version } = await readCatalogueItem(deps, account.id, id);
    return { thing: JSON.parse(doc) as CatalogueItem, version };
  },
  async renderOne(context, item, version) {
    const { query, say } = context;
    const done = { archived: say.nouns.catalogue.archivedDone, back: say.nouns.catalogue.unarchivedDone };
    return {
      moreActions: renderArchiving(context, item, version),
      body: renderCatalogueItem(context, item),
      notice: done[query.done as keyof typeof done],
    };
  },
  fieldNames: () => Object.keys(CATALOGUE_RULES),
  blank: ({ account }) => ({ currency: account.currency }),
  valuesOf: ({ locale }, { description, unitPrice, currency, taxRate, unit, sku }) => ({
    description,
    unitPrice: writeAmount(unitPrice, currency, locale.tag),
    currency,
    taxRate: writeNumber(taxRate, locale.tag),
    unit: unit ?? '',
    sku: sku ?? '',
  }),
  renderFields: renderCatalogueFields,
  read({ say, locale }, typed) {
    const { description, currency = '', unitPrice = '', taxRate = '', unit, sku } = typed;
    const price = isCurrency(currency) ? readAmount(unitPrice, currency, locale) : 0;
    const rate = taxRate === '' ? 0 : readDecimal(taxRate, locale);
    const input = {
      description,
      currency,
      unitPrice: price ?? -1,
      taxRate: rate ?? -1,
      unit: orNull(unit),
      sku: orNull(sku),
    };
    const errors = toldErrors(checkNewCatalogueItem(input), CATALOGUE_RULES, typed, say);
    if (errors.unitPrice && unitPrice !== '') errors.unitPrice = amountError(currency, locale, say);
    return { input, errors };
  },
  create: ({ deps, account, now }, input) =>
    createCatalogueItem(deps, account.id, input as CatalogueItemInput, {
      repeatable: undefined,
      respond: ({ id }) => ({ status: 201, body: id }),
      now,
    }).then(({ body }) => String(body)),
  async change({ deps, account, now }, id, input, expectVersion) {
    await changeCatalogueItem(
      deps,
      account.id,
      { id, patch: input as CatalogueItemInput, expectVersion },
      now,
    );
  },
  refused: ({ say }, error) =>
    isProblem(error, 'sku_taken') ? { sku: say.forms.errors.skuTaken } : undefined,
  remove: ({ deps, account }, id, expectVersion) => deleteCatalogueItem(deps, account.id, id, expectVersion),
};

export const cataloguePages: ConsoleRoute[] = [
  ...nounRoutes(CATALOGUE),
  { method: 'POST', path: '/catalogue/:id/archive', minRole: 'member', handle: archive },
];

async function archive(context: PageContext): Promise<PageReply> {
  const { deps, account, form, now, base } = context;
  const id = idOf(context);
  const archived = form.archived === 'on';
  const change = { id, patch: { archived }, expectVersion: versionIn(form) };
  try {
    await changeCatalogueItem(deps, account.id, change, now);
  } catch (error) {
    // Another user was first: the page shows the current item.
    if (!isProblem(error, 'precondition_failed')) throw error;
    return { redirect: `${base}/catalogue/${id}` };
  }
  return { redirect: `${base}/catalogue/${id}?done=${archived ? 'archived' : 'back'}` };
}
