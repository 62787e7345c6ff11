import type { ImportKind } from '../../../actions/account/import/import-kinds.ts';
import type { ReadRow } from '../../../actions/account/import/read-row.ts';
import type { RowError } from '../../../actions/account/import/source-rows.ts';
import { normalizeHeading } from '../../../domain/account/import/guess-columns.ts';
import type { PriceList } from '../../../domain/catalogue/price-list.ts';
import type { ConsoleTexts } from '../../../i18n/console.ts';
import { fill } from '../../../i18n/fill.ts';
import type { PageContext } from '../console-route.ts';
import { type FieldRules, formatAmountError, translateErrors } from '../forms/field-errors.ts';
import { CATALOGUE_RULES } from '../resources/catalogue.ts';
import { CUSTOMER_RULES } from '../resources/customers.ts';
import type { ShownTarget } from './import-pages.ts';

/** What the rows of a file become. */
export interface FileTarget {
  name: 'customers' | 'catalogue' | 'prices';
  /** The list that prices belong to. */
  list?: PriceList;
  kind: ImportKind;
}

type ImportName = FileTarget['name'];

const RULES: Record<ImportName, FieldRules> = {
  customers: { ...CUSTOMER_RULES, id: { wrong: 'unfit' } },
  catalogue: { ...CATALOGUE_RULES, archived: { wrong: 'choice' } },
  prices: { sku: { required: true }, unitPrice: { required: true } },
};

/** Returns the name of the target, and the page that shows it. */
export function describeTarget({ t, base }: PageContext, { name, list }: FileTarget): ShownTarget {
  if (list) return { value: list.id, title: list.name, href: `${base}/price-lists/${list.id}` };
  const value = name === 'catalogue' ? name : 'customers';
  return { value, title: t.settings.data[value], href: `${base}/${value}` };
}

/** Returns the labels of the fields. */
export function getLabels(
  { nouns, particulars, editor, priceLists }: ConsoleTexts,
  name: ImportName,
): Record<string, string> {
  if (name === 'customers') return { ...particulars.fields, ...nouns.customers };
  if (name === 'prices') return priceLists;
  const { taxCategory, taxReason, cost } = editor;
  return {
    ...{ ...nouns.catalogue, unitPrice: nouns.catalogue.price, taxRate: nouns.catalogue.tax },
    ...{ taxCategory, taxReason, cost },
  };
}

/** Describes the errors of a row by field and column, in the language of the user; `undefined` if there are none. */
export function describeErrors(
  context: PageContext,
  { name, list }: Pick<FileTarget, 'name' | 'list'>,
  { errors, cells }: ReadRow,
): string | undefined {
  if (errors.length === 0) return undefined;
  const { t, locale, account } = context;
  const reason = errors.find((error) => error.reason)?.reason;
  const labels = getLabels(t, name);
  if (reason) return describeReason(t, reason, labels, errors);
  const words = translateErrors(errors, RULES[name], cells, t);
  if (words.unitPrice !== undefined && cells.unitPrice) {
    words.unitPrice = formatAmountError(list?.currency ?? account.currency, locale, t);
  }
  return Object.entries(words)
    .map(([field, text]) => `${labelWithColumn(labels[field] ?? field, field, errors)}: ${text}`)
    .join(' ');
}

function describeReason(
  { forms, settings, erasure, priceLists }: ConsoleTexts,
  reason: NonNullable<RowError['reason']>,
  labels: Record<string, string>,
  errors: readonly RowError[],
): string {
  const words = settings.data;
  switch (reason.type) {
    case 'unreadable':
      return words.rowUnread;
    case 'tooWide':
      return fill(words.rowWidth, { n: String(reason.cells), columns: String(reason.columns) });
    case 'repeated':
      return fill(words.onLine, { line: String(reason.line) });
    case 'erased':
      return erasure.isErased;
    case 'unknownItem':
    case 'listFull':
      return priceLists[reason.type];
    case 'taxMismatch': {
      const field = errors[0]?.path.slice(1) ?? '';
      return `${labelWithColumn(labels[field] ?? field, field, errors)}: ${forms.errors.taxMismatch}`;
    }
  }
}

/** Adds the heading of the column if it differs from the label: `Name (Firma)`. */
function labelWithColumn(label: string, field: string, errors: readonly RowError[]): string {
  const column = errors.find(({ path }) => path.split('/')[1] === field)?.column;
  return column && normalizeHeading(column) !== normalizeHeading(label) ? `${label} (${column})` : label;
}
