import {
  changeCatalogueItem,
  createCatalogueItem,
  deleteCatalogueItem,
  listCatalogueItems,
  readCatalogueItem,
} from '../../../actions/catalogue/catalogue-items.ts';
import { readFigures } from '../../../actions/quotes/costs/read-figures.ts';
import { checkNewCatalogueItem } from '../../../api/schemas/catalogue/catalogue-item.ts';
import { CATALOGUE_FIELDS } from '../../../domain/catalogue/catalogue-fields.ts';
import type { CatalogueItem, CatalogueItemInput } from '../../../domain/catalogue/catalogue-item.ts';
import { mapFields } from '../../../domain/fields.ts';
import { isCurrency } from '../../../domain/money/currency.ts';
import { getUnitPrice, type QuantityPrices } from '../../../domain/money/quantity-prices.ts';
import { findTaxErrors } from '../../../domain/quote/line/line-rules.ts';
import { createValidity } from '../../../domain/quote/line/validity.ts';
import type { RecurrenceInput } from '../../../domain/quote/recurring/recurrence.ts';
import { formatAmountInput, formatNumberInput } from '../../../i18n/format-input.ts';
import { parseAmount, parseDecimal } from '../../../i18n/parse-amount.ts';
import { getSeparators } from '../../../i18n/parse-number.ts';
import { formatSteps, parseSteps } from '../../../i18n/quote/step-text.ts';
import type { ConsoleRoute, PageContext, PageReply } from '../console-route.ts';
import { type FieldRules, formatAmountError, translateErrors } from '../forms/field-errors.ts';
import { toRules } from '../forms/field-rules.ts';
import { createVersionCheck, emptyToNull, isProblem } from '../forms/form-values.ts';
import {
  firstLine,
  renderArchiving,
  renderCatalogue,
  renderCatalogueFields,
  renderCatalogueItem,
} from './catalogue-pages.ts';
import { type ConsoleResource, getId, resourceRoutes } from './resource-routes.ts';

const { archived: _, ...FORM_FIELDS } = CATALOGUE_FIELDS;
export const CATALOGUE_RULES: FieldRules = {
  ...toRules(FORM_FIELDS),
  unitPrice: { required: true },
  cost: {},
  currency: { wrong: 'choice' },
  taxRate: { wrong: 'percent' },
  'recurring.interval': { wrong: 'choice' },
  'recurring.periods': {},
  'quantityPrices.kind': { wrong: 'choice' },
  'quantityPrices.steps': {},
};

const CATALOGUE: ConsoleResource<CatalogueItem & { cost?: number | null }> = {
  section: 'catalogue',
  words: (t) => t.nouns.catalogue,
  getName: ({ description }) => firstLine(description),
  async list({ deps, account }, page) {
    const { docs, total, isExact } = await listCatalogueItems(deps, account.id, page);
    return { entities: docs.map((doc) => JSON.parse(doc) as CatalogueItem), total, isExact };
  },
  renderTable: (context, items) => renderCatalogue(context, items),
  links: ({ base, t, role }) => [
    { href: `${base}/price-lists`, text: t.priceLists.title },
    ...(role === 'owner' ? [{ href: `${base}/settings/data`, text: t.nouns.catalogue.import }] : []),
  ],
  async find({ deps, account, seesCosts }, id) {
    const { doc, version } = await readCatalogueItem(deps, account.id, id);
    const item = JSON.parse(doc) as CatalogueItem;
    if (!seesCosts) return { entity: item, version };
    const { costs } = await readFigures(deps, account.id, id);
    return { entity: { ...item, cost: costs[id] ?? null }, version };
  },
  async renderOne(context, item, version) {
    const { query, t } = context;
    const done = { archived: t.nouns.catalogue.archivedDone, back: t.nouns.catalogue.unarchivedDone };
    return {
      moreActions: renderArchiving(context, item, version),
      body: renderCatalogueItem(context, item),
      notice: done[query.done as keyof typeof done],
    };
  },
  fieldNames: Object.keys(CATALOGUE_RULES),
  blank: ({ account, locale }) => ({
    currency: account.currency,
    ...(account.defaultTaxRate !== null && {
      taxRate: formatNumberInput(account.defaultTaxRate, locale.tag),
    }),
  }),
  getValues: ({ locale }, { unitPrice, currency, taxRate, cost, recurring, quantityPrices, ...item }) => ({
    ...mapFields(FORM_FIELDS, (name) => item[name] ?? ''),
    unitPrice: formatAmountInput(unitPrice, currency, locale.tag),
    ...(cost != null && { cost: formatAmountInput(cost, currency, locale.tag) }),
    currency,
    taxRate: formatNumberInput(taxRate, locale.tag),
    'recurring.interval': recurring?.interval ?? '',
    'recurring.periods': recurring?.periods == null ? '' : formatNumberInput(recurring.periods, locale.tag),
    'quantityPrices.kind': quantityPrices?.kind ?? '',
    'quantityPrices.steps': formatSteps(quantityPrices?.steps ?? [], currency, locale.tag),
  }),
  renderFields: renderCatalogueFields,
  read({ t, locale, seesCosts }, typed) {
    const { currency = '', unitPrice = '', taxRate = '' } = typed;
    const quantityPrices = readSteps(typed, currency, locale);
    const price = isCurrency(currency) ? parseAmount(unitPrice, currency, locale) : 0;
    const cost = readCost(typed.cost ?? '', currency, locale);
    const rate = taxRate === '' ? 0 : parseDecimal(taxRate, locale);
    const input = {
      ...mapFields(FORM_FIELDS, (name) => emptyToNull(typed[name])),
      taxCategory: emptyToNull(typed.taxCategory) as CatalogueItem['taxCategory'],
      description: typed.description,
      currency,
      unitPrice: quantityPrices ? getUnitPrice({ unitPrice: 0, quantityPrices }, 1) : (price ?? -1),
      taxRate: rate ?? -1,
      recurring: readRecurrence(typed, locale),
      quantityPrices,
      ...(seesCosts && { cost }),
    };
    const found = checkNewCatalogueItem(input);
    const mismatches = findTaxErrors(input, '', createValidity(found));
    const errors = translateErrors([...found, ...mismatches], CATALOGUE_RULES, typed, t);
    if (errors.unitPrice && unitPrice !== '') errors.unitPrice = formatAmountError(currency, locale, t);
    if (errors['quantityPrices.steps']) errors['quantityPrices.steps'] = t.editor.stepsInvalid;
    if (errors.cost) errors.cost = formatAmountError(currency, locale, t);
    return { input, errors };
  },
  create: async ({ deps, account, now }, input) =>
    (await createCatalogueItem(deps, account.id, input as CatalogueItemInput, now)).id,
  async change({ deps, account, now }, id, input, expectVersion) {
    await changeCatalogueItem(
      deps,
      account.id,
      { id, patch: input as CatalogueItemInput, expectVersion },
      now,
    );
  },
  toFieldErrors: ({ t }, error) =>
    isProblem(error, 'sku_taken') ? { sku: t.forms.errors.skuTaken } : undefined,
  remove: ({ deps, account }, id, expectVersion) => deleteCatalogueItem(deps, account.id, id, expectVersion),
};

export const cataloguePages: ConsoleRoute[] = [
  ...resourceRoutes(CATALOGUE),
  { method: 'POST', path: '/catalogue/:id/archive', minRole: 'member', handle: archive },
];

/** Returns -1, which is rejected, for a text that is no amount. */
function readCost(text: string, currency: string, locale: PageContext['locale']): number | null {
  if (text.trim() === '') return null;
  return (isCurrency(currency) ? parseAmount(text, currency, locale) : 0) ?? -1;
}

/** Zero periods, which are rejected, stand for a text that is no number. */
function readRecurrence(
  { 'recurring.interval': interval = '', 'recurring.periods': periods = '' }: Partial<Record<string, string>>,
  locale: PageContext['locale'],
): RecurrenceInput | null {
  if (interval === '') return null;
  const count = periods.trim() === '' ? null : (parseDecimal(periods, locale) ?? 0);
  return { interval: interval as RecurrenceInput['interval'], periods: count };
}

/** No steps, which are rejected, stand for a text that cannot be read. */
function readSteps(
  { 'quantityPrices.kind': kind = '', 'quantityPrices.steps': steps = '' }: Partial<Record<string, string>>,
  currency: string,
  { tag }: PageContext['locale'],
): QuantityPrices | null {
  if (kind === '' || !isCurrency(currency)) return null;
  return {
    kind: kind as QuantityPrices['kind'],
    steps: parseSteps(steps, currency, getSeparators(tag)) ?? [],
  };
}

async function archive(context: PageContext): Promise<PageReply> {
  const { deps, account, form, now, base } = context;
  const id = getId(context);
  const archived = form.archived === 'on';
  const change = { id, patch: { archived }, expectVersion: createVersionCheck(form) };
  try {
    await changeCatalogueItem(deps, account.id, change, now);
  } catch (error) {
    // Another user was first: the page shows the current item.
    if (!isProblem(error, 'precondition_failed')) throw error;
    return { redirect: `${base}/catalogue/${id}` };
  }
  return { redirect: `${base}/catalogue/${id}?done=${archived ? 'archived' : 'back'}` };
}
