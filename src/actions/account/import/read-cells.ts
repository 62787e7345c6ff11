import { createHash } from 'node:crypto';
import { normalizeHeading } from '../../../domain/account/import/guess-columns.ts';
import { isCurrency } from '../../../domain/money/currency.ts';
import { TAX_CATEGORIES, type TaxCategory } from '../../../domain/tax/tax-category.ts';
import { CONSOLE } from '../../../i18n/console.ts';
import { findCountryCode } from '../../../i18n/countries.ts';
import { findLocale, type Locale } from '../../../i18n/locale.ts';
import { parseAmount, parseDecimal } from '../../../i18n/parse-amount.ts';
import type { ImportRecord } from './source-rows.ts';

/** Settings for parsing the cells of a file. */
export interface ParseSettings {
  /** Default currency of the account. */
  currency: string;
  country: string | null;
  /** Locale of amounts such as `1.234,50`. Without it prices are in the smallest unit of the currency, as in the API. */
  locale?: Pick<Locale, 'tag'> | undefined;
}

/** Returns the locale of a tag, or `undefined` if amounts are not formatted in it. */
export function findAmountLocale(tag: string): ParseSettings['locale'] {
  return findLocale(tag);
}

type Cells = Record<string, string>;

/** Parses the cells of a customer. Values that cannot be parsed are kept for the validation to reject. */
export function parseCustomerCells(cells: Cells): ImportRecord {
  const record = readTexts(cells);
  if (cells.country) record.country = findCountryCode(cells.country) ?? cells.country;
  if (cells.kind) record.kind = parseKind(cells.kind) ?? cells.kind;
  if (cells.electronicAddress) record.electronicAddress = parseElectronicAddress(cells.electronicAddress);
  if (/^\d{1,9}$/.test(cells.debtorNumber ?? '')) record.debtorNumber = Number(cells.debtorNumber);
  // Some systems write `fr_FR`.
  if (cells.locale) record.locale = cells.locale.replace('_', '-');
  // Otherwise an address that an earlier file had in one column would be printed instead of the new one.
  if (cells.address === undefined && (cells.street || cells.city)) record.address = null;
  return record;
}

/** Parses `0088:4012345000009`. */
function parseElectronicAddress(text: string): unknown {
  const [, scheme, id] = /^([0-9A-Za-z]{2,4}):(.+)$/.exec(text) ?? [];
  return scheme && id ? { scheme: scheme.toUpperCase(), id: id.trim() } : text;
}

export function parseCatalogueCells(cells: Cells, { currency, locale }: ParseSettings): ImportRecord {
  const record = readTexts(cells);
  const code = cells.currency ? cells.currency.toUpperCase() : currency;
  if (cells.currency) record.currency = code;
  if (cells.unitPrice) record.unitPrice = parsePrice(cells.unitPrice, code, locale) ?? cells.unitPrice;
  if (cells.cost) record.cost = parsePrice(cells.cost, code, locale) ?? cells.cost;
  if (cells.taxRate) record.taxRate = parseRate(cells.taxRate, locale) ?? cells.taxRate;
  if (cells.taxCategory) record.taxCategory = parseCategory(cells.taxCategory) ?? cells.taxCategory;
  if (cells.archived) record.archived = parseYesNo(cells.archived) ?? cells.archived;
  return record;
}

/** An empty cell clears its field. */
function readTexts(cells: Cells): ImportRecord {
  return Object.fromEntries(Object.entries(cells).map(([name, text]) => [name, text === '' ? null : text]));
}

/** Adds a missing id. The email address stands for a missing name. */
export function completeCustomer(record: ImportRecord): ImportRecord {
  const { name, email } = record;
  const isNameless = name == null && typeof email === 'string' && email.includes('@');
  const named = isNameless ? { ...record, name: email } : record;
  return named.id == null ? { ...named, id: deriveCustomerId(named) } : named;
}

/** Derives the id from the row, so that importing a file again creates no duplicates. */
function deriveCustomerId({ name, email }: ImportRecord): string {
  const said = `${name ?? ''}\n${email ?? ''}`.toLowerCase();
  return `csv-${createHash('sha256').update(said).digest('hex').slice(0, 24)}`;
}

function parseKind(text: string): string | undefined {
  const plain = text.toLowerCase();
  return (['company', 'person'] as const).find(
    (kind) =>
      kind === plain ||
      Object.values(CONSOLE).some(({ nouns }) => nouns.customers[kind].toLowerCase() === plain),
  );
}

/** Reads `reverse_charge`, or what the console calls it in one of its languages. */
function parseCategory(text: string): TaxCategory | undefined {
  const plain = normalizeHeading(text);
  return TAX_CATEGORIES.find(
    (category) =>
      normalizeHeading(category) === plain ||
      Object.values(CONSOLE).some(
        ({ editor }) =>
          normalizeHeading(editor.taxCategories[category === 'zero' ? 'zeroRate' : category]) === plain,
      ),
  );
}

export function parsePrice(
  text: string,
  currency: string,
  locale: ParseSettings['locale'],
): number | undefined {
  if (!locale) return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
  // Dolibarr writes eight decimals.
  const short = text.replace(/([.,]\d\d)0{6}$/, '$1');
  return isCurrency(currency) ? parseAmount(removeSigns(short), currency, locale) : undefined;
}

/** Without a locale, a point or a comma separates decimals: many spreadsheets write a comma. */
function parseRate(text: string, locale: ParseSettings['locale']): number | undefined {
  const plain = removeSigns(text);
  if (locale) return parseDecimal(plain, locale);
  return /^\d{1,3}([.,]\d{1,10})?$/.test(plain.trim()) ? Number(plain.replace(',', '.')) : undefined;
}

/** Removes currency and percent signs, as in `€ 12.50`, `12.50 EUR` and `19 %`. */
function removeSigns(text: string): string {
  return text.length > 60 ? text : text.replaceAll(/[\p{Sc}%\u066a]|\b[A-Z]{3}\b/gu, '');
}

const YES = words('true yes y 1 x ja oui si sí sim tak evet ναι так כן نعم हाँ ใช่ はい 예 是');
const NO = words('false no n 0 nein non não nie nee nej hayır όχι ні לא لا नहीं ไม่ いいえ 아니요 否');

function words(list: string): Set<string> {
  return new Set(list.split(' ').map(normalizeHeading));
}

function parseYesNo(text: string): boolean | undefined {
  const plain = normalizeHeading(text);
  return YES.has(plain) || (NO.has(plain) ? false : undefined);
}
