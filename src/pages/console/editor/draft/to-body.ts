import { endOfDay, isCalendarDate } from '../../../../domain/calendar.ts';
import type { TemplateInput } from '../../../../domain/catalogue/template.ts';
import {
  MAX_ITEMS,
  MAX_NAME_LENGTH,
  MAX_TITLE_LENGTH,
  MAX_VALIDITY_DAYS,
} from '../../../../domain/field-limits.ts';
import { isCurrency } from '../../../../domain/money/currency.ts';
import type { QuoteInput } from '../../../../domain/quote/compose-quote.ts';
import type { ItemInput } from '../../../../domain/quote/line/line-item.ts';
import {
  CONTENT_TEXT_NAMES,
  mapTexts,
  QUOTE_TEXTS,
  TEXT_NAMES,
} from '../../../../domain/quote/quote-texts.ts';
import type { Separators } from '../../../../i18n/parse-number.ts';
import { type Draft, type DraftKind, getLines, type LineRow } from './draft.ts';
import { readDiscount, readLine } from './read-line.ts';
import { readStages } from './read-stages.ts';
import { findLengthError, type InputErrors, type Read, readWhole } from './read-texts.ts';

/** Settings for parsing the texts of a draft. */
export interface Reading {
  kind: DraftKind;
  separators: Separators;
  timeZone: string;
}

/** The request body to create a quote; an update sends the part that changed. */
export type QuoteBody = Omit<
  Required<QuoteInput>,
  'templateId' | 'metadata' | 'acceptanceFields' | 'signers'
> &
  Pick<Draft, 'acceptanceFields'>;
type TemplateBody = Omit<Required<TemplateInput>, 'items' | 'acceptanceFields'> & Pick<QuoteBody, 'items'>;
export type DraftBody = QuoteBody | TemplateBody;

export interface ReadDraft {
  /** `null` while a value is missing or unreadable */
  body: DraftBody | null;
  errors: InputErrors;
  /** Keys of the lines in the order of the items of the body. */
  keys: string[];
}

const LIMITS = {
  name: MAX_NAME_LENGTH,
  title: MAX_TITLE_LENGTH,
  ...mapTexts(TEXT_NAMES, (name) => QUOTE_TEXTS[name].maxLength),
};

export function readDraft(draft: Draft, { kind, separators, timeZone }: Reading): ReadDraft {
  const isTemplate = kind === 'template';
  const errors: InputErrors = {};
  const note = <Value>(path: string, { value, error }: Read<Value>): Value | undefined => {
    if (error) errors[path] = error;
    return value;
  };
  for (const [field, limit] of Object.entries(LIMITS) as [keyof typeof LIMITS, number][]) {
    const error = findLengthError(draft[field], limit);
    if (error) errors[field] = error;
  }
  if (isTemplate && draft.name.trim() === '') errors.name = 'missing';
  if (!isTemplate && draft.customerId === '') errors.customer = 'missing';
  if (!isTemplate && draft.title.trim() === '') errors.title = 'missing';
  if (!isCurrency(draft.currency)) errors.currency = 'noCurrency';
  const validUntil = note('validUntil', readDay(draft.validUntil, timeZone)) ?? null;
  const discountValue = note('discountValue', readDiscount(draft, draft.currency, separators)) ?? null;
  const validityDays = note('validityDays', readValidityDays(draft.validityDays, separators)) ?? null;
  const recurringFrom = note('recurringFrom', readDate(draft.recurringFrom)) ?? null;
  const { items, keys } = readItems(draft, separators, errors, isTemplate);
  const discount = { discountType: discountValue === null ? null : draft.discountType, discountValue };
  const paymentSchedule = readStages(draft, separators, errors);
  if (Object.keys(errors).length > 0 || !items) return { body: null, errors, keys };
  const { customerId, title, currency, pricesIncludeTax, invoiceOnAcceptance } = draft;
  const shared = {
    ...{ items, ...discount, currency, paymentSchedule },
    ...{ pricesIncludeTax, invoiceOnAcceptance },
    show: { linePrices: !draft.hidesLinePrices, quantities: !draft.hidesQuantities },
  };
  const body: DraftBody = isTemplate
    ? {
        ...{ name: draft.name.trim(), title: text(title), ...shared, validityDays },
        ...mapTexts(CONTENT_TEXT_NAMES, (name) => text(draft[name])),
      }
    : {
        ...{ customerId, title, ...shared, validUntil, recurringFrom },
        ...(draft.acceptanceFields && { acceptanceFields: draft.acceptanceFields }),
        ...mapTexts(TEXT_NAMES, (name) => text(draft[name])),
      };
  return { body, errors, keys };
}

/** Whether saving makes a new revision of a quote that was sent: something that the customer reads is different. */
export function makesRevision(before: DraftBody | null, after: DraftBody | null): boolean {
  return printShown(before) !== printShown(after);
}

const printed = new WeakMap<DraftBody, string>();

/** Remembers the text of each body: both buttons of a sent quote ask after each letter, in quotes of hundreds of lines. */
function printShown(body: DraftBody | null): string {
  if (!body) return '';
  const known = printed.get(body);
  if (known !== undefined) return known;
  const items = body.items.map(({ cost: _, ...item }) => item);
  const text = JSON.stringify({ ...body, items, notes: 0, reference: 0, validUntil: 0 });
  printed.set(body, text);
  return text;
}

/** Returns only the changed fields, so that an update does not overwrite concurrent changes to others. */
export function diffBody<Body extends DraftBody>(before: Body | null, after: Body): Partial<Body> {
  if (!before) return after;
  // Only a new quote takes the questions of its template.
  const differs = (field: keyof Body) =>
    field !== 'acceptanceFields' && JSON.stringify(before[field]) !== JSON.stringify(after[field]);
  const changed = (Object.keys(after) as (keyof Body)[]).filter(differs);
  // The API requires both or neither.
  if (changed.includes('discountType') || changed.includes('discountValue'))
    changed.push('discountType', 'discountValue');
  return Object.fromEntries([...new Set(changed)].map((field) => [field, after[field]])) as Partial<Body>;
}

function readValidityDays(text: string, separators: Separators): Read<number | null> {
  if (text.trim() === '') return { value: null };
  const read = readWhole(text, separators, MAX_VALIDITY_DAYS);
  return read.value === 0 ? { error: 'notPositive' } : read;
}

/** A draft that an earlier version kept on this device has none. */
function readDate(text = ''): Read<string | null> {
  if (text === '') return { value: null };
  return isCalendarDate(text) ? { value: text } : { error: 'noDate' };
}

function readDay(text: string, timeZone: string): Read<string | null> {
  if (text === '') return { value: null };
  if (!isCalendarDate(text)) return { error: 'noDate' };
  return { value: new Date(endOfDay(text, timeZone)).toISOString() };
}

function text(value: string): string | null {
  return value.trim() === '' ? null : value;
}

function readItems(
  { rows, currency }: Draft,
  separators: Separators,
  errors: InputErrors,
  isTemplate: boolean,
): { items: ItemInput[] | null; keys: string[] } {
  const lines = getLines(rows);
  if (lines.length === 0 && !isTemplate) errors.rows = 'missing';
  if (lines.length > MAX_ITEMS) errors.rows = 'tooLarge';
  const items: ItemInput[] = [];
  for (const { line, section } of lines) {
    const { item, errors: own } = readLine(line, currency, separators);
    for (const [field, error] of Object.entries(own)) errors[`rows/${line.key}/${field}`] = error;
    if (item) items.push({ ...item, ...(section !== '' && { section }), ...(isTemplate && openTax(line)) });
  }
  markMixedChoices(
    lines.map(({ line }) => line),
    errors,
  );
  const keys = lines.map(({ line }) => line.key);
  return {
    items:
      items.length === lines.length && (isTemplate || lines.length > 0) ? selectAlternatives(items) : null,
    keys,
  };
}

/** A line of a template without a tax gets the default of the account when a quote is made of it. */
function openTax({ tax }: LineRow): { taxRate?: undefined } {
  return tax.trim() === '' ? { taxRate: undefined } : {};
}

/** The alternatives of a choice must all be optional, or none of them. */
function markMixedChoices(lines: readonly LineRow[], errors: InputErrors): void {
  const first = new Map<string, boolean>();
  for (const { key, choice, optional } of lines) {
    const name = choice.trim();
    if (name === '') continue;
    if ((first.get(name) ?? optional) !== optional) errors[`rows/${key}/choice`] = 'mixedChoice';
    if (!first.has(name)) first.set(name, optional);
  }
}

/**
 * Selects one alternative per choice: the first that is selected, or the first one if none is and the choice is
 * mandatory.
 */
export function selectAlternatives(items: readonly ItemInput[]): ItemInput[] {
  const picked = new Map<string, ItemInput>();
  for (const item of items) {
    if (item.choice != null && item.selected && !picked.has(item.choice)) picked.set(item.choice, item);
  }
  for (const item of items) {
    if (item.choice != null && !item.optional && !picked.has(item.choice)) picked.set(item.choice, item);
  }
  return items.map((item) => {
    if (item.choice == null) return item;
    return { ...item, selected: picked.get(item.choice) === item };
  });
}
