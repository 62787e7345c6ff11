import type { FieldError } from '../../../../domain/errors.ts';
import { MAX_ITEMS, MAX_LENGTH, MAX_VALIDITY_DAYS } from '../../../../domain/field-limits.ts';
import { isCurrency } from '../../../../domain/money/currency.ts';
import type { QuoteInput } from '../../../../domain/quote/compose-quote.ts';
import { findQuoteRuleErrors } from '../../../../domain/quote/quote-rules.ts';
import { CONTENT_TEXT_NAMES, mapTexts, QUOTE_TEXTS } from '../../../../domain/quote/quote-texts.ts';
import type { QuoteTemplate } from '../../../../domain/quote/template.ts';
import { completeTaxes } from '../../../../domain/tax/complete-taxes.ts';
import { fill } from '../../../../i18n/fill.ts';
import { formatAmountInput, formatNumberInput } from '../../../../i18n/format-input.ts';
import { parseAmount, parseDecimal } from '../../../../i18n/parse-amount.ts';
import { checkNewTemplate } from '../../../../schemas/catalogue/template.ts';
import type { Values } from '../../../../web/console/form/field.ts';
import type { PageContext } from '../console-route.ts';
import { type FieldRules, formatAmountError, translateErrors } from '../forms/field-errors.ts';
import { emptyToNull } from '../forms/form-values.ts';
import { addStages, listStageFields, readTemplateStages, toStageValues } from './template-stages.ts';

const RULES: FieldRules = {
  name: { required: true, max: MAX_LENGTH.name },
  title: { max: MAX_LENGTH.title },
  ...mapTexts(CONTENT_TEXT_NAMES, (name) => ({ max: QUOTE_TEXTS[name].maxLength })),
  currency: { wrong: 'choice' },
  validityDays: { wrong: 'days', minValue: 1, maxValue: MAX_VALIDITY_DAYS },
  discountType: { wrong: 'choice' },
  discountValue: { wrong: 'wholePercent' },
  items: {},
};
const CELLS = [
  'description',
  'quantity',
  'unit',
  'unitPrice',
  'taxRate',
  'section',
  'choice',
  'optional',
  'remove',
  'rest',
];
const CELL_RULES: FieldRules = {
  description: { required: true, max: MAX_LENGTH.itemDescription },
  quantity: { wrong: 'quantity' },
  unit: { max: MAX_LENGTH.unit },
  unitPrice: { required: true },
  taxRate: { wrong: 'percent' },
  section: { max: MAX_LENGTH.section },
  choice: { max: MAX_LENGTH.choice },
};
/** Number of empty rows for new items. */
const SPARE_ROWS = 3;
const FIELDS = Object.keys(RULES).filter((name) => name !== 'items');

export function listTemplateFields({ form }: PageContext): string[] {
  return [...FIELDS, 'rows', ...cellNames(parseRowCount(form.rows)), ...listStageFields(form)];
}

function cellNames(rows: number): string[] {
  return Array.from({ length: rows }, (_, row) => CELLS.map((cell) => `items.${row}.${cell}`)).flat();
}

function parseRowCount(text: string | undefined): number {
  const rows = Number(text ?? 0);
  return Number.isSafeInteger(rows) && rows > 0 ? Math.min(rows, MAX_ITEMS) : 0;
}

export function addRows(values: Values): Values {
  return { ...addStages(values), rows: String(Math.min(parseRowCount(values.rows) + SPARE_ROWS, MAX_ITEMS)) };
}

export function toTemplateValues(context: PageContext, template: Partial<QuoteTemplate>): Values {
  const { locale, account } = context;
  const { name, title, currency, validityDays, discountType, discountValue, items = [] } = template;
  const money = currency ?? account.currency;
  const isAmount = discountType === 'fixed';
  const values: Values = {
    name: name ?? '',
    title: title ?? '',
    ...mapTexts(CONTENT_TEXT_NAMES, (text) => template[text] ?? ''),
    currency: currency ?? '',
    validityDays: validityDays == null ? '' : String(validityDays),
    discountType: discountType ?? '',
    discountValue:
      discountValue == null
        ? ''
        : isAmount
          ? formatAmountInput(discountValue, money, locale.tag)
          : String(discountValue),
    rows: String(items.length + SPARE_ROWS),
    ...toStageValues(context, template),
  };
  for (const [row, item] of items.entries()) {
    const {
      description: text,
      quantity,
      unit,
      unitPrice,
      taxRate,
      section,
      choice,
      optional,
      ...rest
    } = item;
    const cells: Values = {
      description: text,
      quantity: formatNumberInput(quantity, locale.tag),
      unit: unit ?? '',
      unitPrice: formatAmountInput(unitPrice, money, locale.tag),
      taxRate: taxRate == null ? '' : formatNumberInput(taxRate, locale.tag),
      section: section ?? '',
      choice: choice ?? '',
      optional: optional ? 'on' : '',
      rest: Object.keys(rest).length > 0 ? JSON.stringify(rest) : '',
    };
    for (const [cell, value] of Object.entries(cells)) values[`items.${row}.${cell}`] = value;
  }
  return values;
}

/** Reads the form and validates it by the rules of a quote. */
export function readTemplate(
  context: PageContext,
  typed: Values,
): { input: Record<string, unknown>; errors: Values } {
  const { locale, t, account } = context;
  const currency = typed.currency || account.currency;
  const rows = listFilledRows(typed);
  const discountType = emptyToNull(typed.discountType);
  const { stages, errors: stageErrors } = readTemplateStages(context, typed);
  const input: Record<string, unknown> = {
    name: typed.name,
    title: emptyToNull(typed.title),
    ...mapTexts(CONTENT_TEXT_NAMES, (name) => emptyToNull(typed[name])),
    currency: emptyToNull(typed.currency),
    validityDays: typed.validityDays ? (parseDecimal(typed.validityDays, locale) ?? 0) : null,
    discountType,
    discountValue: discountType && discountValue(typed.discountValue ?? '', discountType, currency, context),
    items: rows.map((row) => readItem(context, typed, row, isCurrency(currency) ? currency : 'EUR')),
    ...(stages !== undefined && { paymentSchedule: stages }),
  };
  const found = checkNewTemplate(input);
  const content = { ...(input as unknown as QuoteInput), paymentSchedule: stages ?? null };
  const together = findQuoteRuleErrors(completeTaxes(content, account), found);
  const errors = { ...describeErrors([...found, ...together]), ...stageErrors };
  return { input, errors };

  function describeErrors(errors: readonly FieldError[]): Values {
    const rules: FieldRules = { ...RULES };
    for (const row of rows) {
      for (const [cell, rule] of Object.entries(CELL_RULES)) rules[`items.${row}.${cell}`] = rule;
    }
    const placed = errors.map(({ path, message }) => ({ path: toFormPath(path), message }));
    const texts = translateErrors(placed, rules, typed, t);
    for (const name of Object.keys(texts)) {
      if (/\.unitPrice$/.test(name) && typed[name] !== '')
        texts[name] = formatAmountError(currency, locale, t);
    }
    if (texts.discountValue && discountType === 'fixed')
      texts.discountValue = formatAmountError(currency, locale, t);
    const ofLines = placed.find(({ path }) => path === '/items' || /^\/items\/\d+$/.test(path));
    if (placed.some(({ path }) => path.startsWith('/paymentSchedule'))) {
      texts.paymentSchedule = t.editor.stagesInvalid;
    }
    if (ofLines) texts.items = fill(t.forms.errors.together, { why: ofLines.message });
    return texts;
  }

  /** Maps an item of the body to its row in the form. Errors without a field belong to the items as a whole. */
  function toFormPath(path: string): string {
    const [, index, cell] = /^\/items\/(\d+)(?:\/(\w+))?/.exec(path) ?? [];
    if (index === undefined) return path;
    return cell !== undefined && cell in CELL_RULES ? `/items/${rows[Number(index)]}/${cell}` : '/items';
  }
}

function discountValue(text: string, type: string, currency: string, { locale }: PageContext): number {
  const value = type === 'fixed' ? parseAmount(text, currency, locale) : parseDecimal(text, locale);
  return value ?? -1;
}

/** Lists the rows that are not empty and not marked for removal. */
function listFilledRows(typed: Values): number[] {
  return Array.from({ length: parseRowCount(typed.rows) }, (_, row) => row).filter((row) => {
    const cell = (name: string) => typed[`items.${row}.${name}`] ?? '';
    return (
      cell('remove') !== 'on' && ['description', 'quantity', 'unitPrice'].some((name) => cell(name) !== '')
    );
  });
}

function readItem(
  { locale }: PageContext,
  typed: Values,
  row: number,
  currency: string,
): Record<string, unknown> {
  const cell = (name: string) => typed[`items.${row}.${name}`] ?? '';
  const tax = cell('taxRate');
  return {
    ...parseRest(cell('rest')),
    description: cell('description'),
    quantity: cell('quantity') === '' ? 1 : (parseDecimal(cell('quantity'), locale) ?? 0),
    unitPrice: parseAmount(cell('unitPrice'), currency, locale) ?? -1,
    ...(tax !== '' && { taxRate: parseDecimal(tax, locale) ?? -1 }),
    ...(cell('unit') !== '' && { unit: cell('unit') }),
    ...(cell('section') !== '' && { section: cell('section') }),
    ...(cell('choice') !== '' && { choice: cell('choice') }),
    ...(cell('optional') === 'on' && { optional: true }),
  };
}

/** Parses the hidden fields of an item. Their content is validated with the body. */
function parseRest(text: string): object {
  try {
    const rest: unknown = JSON.parse(text || '{}');
    return rest !== null && typeof rest === 'object' && !Array.isArray(rest) ? rest : {};
  } catch {
    return {};
  }
}
