import { TEXT_NAMES } from '../../../../domain/quote/quote-texts.ts';
import { TAX_CATEGORIES } from '../../../../domain/tax/tax-category.ts';
import {
  type Draft,
  EMPTY_LINE,
  EMPTY_STAGE,
  type LineRow,
  type Row,
  type StageRow,
} from '../draft/draft.ts';

/** Fields of the form without scripts. */
export type Fields = Partial<Record<string, string>>;

const TEXTS = [
  ...['name', 'validityDays', 'customerId', 'customerName', 'title', 'validUntil', 'currency'],
  'discountValue',
  ...TEXT_NAMES,
] as const satisfies readonly (keyof Draft)[];
const LINE_TEXTS = [
  ...['id', 'description', 'quantity', 'unit', 'price', 'tax', 'discountValue', 'choice'],
  ...['sku', 'catalogueItemId', 'min', 'max', 'step', 'taxReason'],
] as const satisfies readonly (keyof LineRow)[];
const STAGE_TEXTS = ['label', 'value', 'days', 'date'] as const satisfies readonly (keyof StageRow)[];
const MAX_ROWS = 1100;

export function parseDraft(form: Fields): Draft {
  const texts = Object.fromEntries(TEXTS.map((field) => [field, text(form, field)]));
  return {
    ...(texts as Pick<Draft, (typeof TEXTS)[number]>),
    discountType: form.discountType === 'fixed' ? 'fixed' : 'percentage',
    rows: each(form, 'rows', parseRow),
    stages: each(form, 'stages', parseStage),
    pricesIncludeTax: form.pricesIncludeTax !== undefined,
    invoiceOnAcceptance: form.invoiceOnAcceptance !== undefined,
    hidesLinePrices: form.hidesLinePrices !== undefined,
    hidesQuantities: form.hidesQuantities !== undefined,
  };
}

function parseRow(form: Fields, at: string): Row {
  const key = text(form, `${at}.key`);
  if (form[`${at}.kind`] === 'heading') return { kind: 'heading', key, name: text(form, `${at}.name`) };
  const texts = Object.fromEntries(LINE_TEXTS.map((field) => [field, text(form, `${at}.${field}`)]));
  const cost = form[`${at}.cost`];
  // A new line without a cost takes that of the catalogue.
  const isCosted = cost !== undefined && (cost.trim() !== '' || text(form, `${at}.id`) !== '');
  return {
    ...EMPTY_LINE,
    ...texts,
    ...(isCosted && { cost }),
    key,
    discountType: form[`${at}.discountType`] === 'fixed' ? 'fixed' : 'percentage',
    taxCategory: TAX_CATEGORIES.find((category) => category === form[`${at}.taxCategory`]) ?? '',
    optional: form[`${at}.optional`] !== undefined,
    selected: form[`${at}.selected`] !== undefined,
  };
}

function parseStage(form: Fields, at: string): StageRow {
  const texts = Object.fromEntries(STAGE_TEXTS.map((field) => [field, text(form, `${at}.${field}`)]));
  const { [`${at}.type`]: type, [`${at}.when`]: when } = form;
  return {
    ...EMPTY_STAGE,
    ...texts,
    key: text(form, `${at}.key`),
    type: type === 'fixed' || type === 'rest' ? type : 'percentage',
    when: when === 'start' || when === 'completion' || when === 'date' ? when : 'acceptance',
  };
}

/** Reads numbered entries, from 0 until the first missing one. */
function each<Entry>(form: Fields, name: string, read: (form: Fields, at: string) => Entry): Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; at < MAX_ROWS && form[`${name}.${at}.key`] !== undefined; at++) {
    entries.push(read(form, `${name}.${at}`));
  }
  return entries;
}

function text(form: Fields, name: string): string {
  return (form[name] ?? '').replaceAll('\r\n', '\n');
}
