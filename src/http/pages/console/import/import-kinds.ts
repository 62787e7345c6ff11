import { createHash } from 'node:crypto';
import { importCatalogueItems } from '../../../../actions/catalogue/import-catalogue-items.ts';
import { importCustomers } from '../../../../actions/customer/import-customers.ts';
import type { CatalogueItemInput } from '../../../../domain/catalogue-item.ts';
import type { CustomerInput } from '../../../../domain/customer.ts';
import type { FieldError } from '../../../../domain/errors.ts';
import {
  CATALOGUE_COLUMNS,
  type ColumnNames,
  CUSTOMER_COLUMNS,
} from '../../../../domain/import/guess-columns.ts';
import { isCurrency } from '../../../../domain/money/currency.ts';
import { CONSOLE, type ConsoleSayings } from '../../../../i18n/console.ts';
import { countryCode } from '../../../../i18n/countries.ts';
import { catalogueErrors, customerErrors } from '../../../../schemas/import/row-errors.ts';
import type { Visit } from '../console-route.ts';
import type { FieldRules } from '../forms/field-errors.ts';
import { readAmount, readDecimal } from '../forms/numbers.ts';
import { CATALOGUE_RULES } from '../nouns/catalogue.ts';
import { CUSTOMER_RULES } from '../nouns/customers.ts';

type Cells = Record<string, string>;
type Outcome = 'created' | 'updated' | 'unchanged';
export type ImportRecord = Record<string, unknown>;

/** What rows of a file become. */
export interface ImportKind {
  columns: ColumnNames;
  required: readonly string[];
  labels(say: ConsoleSayings): Record<string, string>;
  rules: FieldRules;
  /** What the cells of a row say; what they cannot say stays as it is, to be told of. */
  read(visit: Visit, cells: Cells): ImportRecord;
  errorsOf(record: ImportRecord): FieldError[];
  /** By which a row is known again; two rows with the same are a mistake. */
  keyOf(record: ImportRecord): string | null;
  put(visit: Visit, records: readonly ImportRecord[]): Promise<Outcome[]>;
}

const CUSTOMERS: ImportKind = {
  columns: CUSTOMER_COLUMNS,
  required: ['name'],
  labels: ({ nouns: { customers } }) => customers,
  rules: { ...CUSTOMER_RULES, id: { wrong: 'unfit' } },
  read(_visit, cells) {
    const { id, country, kind, ...rest } = cells;
    const record: ImportRecord = emptyAsNull(rest);
    record.id = id || idFrom(cells);
    if (country !== undefined) record.country = country === '' ? null : (countryCode(country) ?? country);
    if (kind !== undefined) record.kind = kind === '' ? null : (kindNamed(kind) ?? kind);
    return { ...record, name: cells.name };
  },
  errorsOf: customerErrors,
  keyOf: ({ id }) => String(id),
  put: ({ deps, account, now }, records) =>
    importCustomers(deps, account.id, records as unknown as (CustomerInput & { id: string })[], {
      dryRun: false,
      now,
      keepsUnsaid: true,
    }),
};

/** The same row gets the same number, so that a file that is imported again makes nothing double. */
function idFrom({ name = '', email = '' }: Cells): string {
  const said = `${name}\n${email}`.toLowerCase();
  return `csv-${createHash('sha256').update(said).digest('hex').slice(0, 24)}`;
}

function kindNamed(text: string): string | undefined {
  const plain = text.toLowerCase();
  return (['company', 'person'] as const).find(
    (kind) =>
      kind === plain ||
      Object.values(CONSOLE).some(({ nouns }) => nouns.customers[kind].toLowerCase() === plain),
  );
}

const CATALOGUE: ImportKind = {
  columns: CATALOGUE_COLUMNS,
  required: ['description', 'unitPrice'],
  labels: ({ nouns: { catalogue } }) => ({
    ...catalogue,
    unitPrice: catalogue.price,
    taxRate: catalogue.tax,
  }),
  rules: { ...CATALOGUE_RULES, archived: { wrong: 'choice' } },
  read({ locale, account }, cells) {
    const { unitPrice = '', taxRate, currency, archived, ...rest } = cells;
    const record: ImportRecord = { ...emptyAsNull(rest), description: cells.description };
    const code = currency ? currency.toUpperCase() : account.currency;
    if (currency !== undefined) record.currency = currency === '' ? null : code;
    const price = isCurrency(code) ? readAmount(withoutSigns(unitPrice), code, locale) : undefined;
    record.unitPrice = price ?? unitPrice;
    if (taxRate !== undefined)
      record.taxRate = taxRate === '' ? null : (readDecimal(withoutSigns(taxRate), locale) ?? taxRate);
    if (archived !== undefined) record.archived = archived === '' ? null : yesOrNo(archived);
    return record;
  },
  errorsOf: catalogueErrors,
  keyOf: ({ sku }) => (typeof sku === 'string' ? sku : null),
  put: ({ deps, account, now }, records) =>
    importCatalogueItems(deps, account.id, records as unknown as CatalogueItemInput[], {
      dryRun: false,
      now,
    }),
};

export const IMPORT_KINDS = { customers: CUSTOMERS, catalogue: CATALOGUE };
export type ImportName = keyof typeof IMPORT_KINDS;

export function importNamed(name: string | undefined): ImportName {
  return name === 'catalogue' ? 'catalogue' : 'customers';
}

function emptyAsNull(cells: Cells): ImportRecord {
  return Object.fromEntries(Object.entries(cells).map(([name, text]) => [name, text === '' ? null : text]));
}

/** `€ 12.50`, `12.50 EUR` and `19 %` are numbers to people. */
function withoutSigns(text: string): string {
  return text.length > 60 ? text : text.replaceAll(/[\p{Sc}%\u066a]|\b[A-Z]{3}\b/gu, '');
}

const YES = ['true', 'yes', '1', 'x', 'ja', 'oui', 'si', 'sí', 'نعم'];
const NO = ['false', 'no', '0', 'nein', 'non', 'لا'];

function yesOrNo(text: string): unknown {
  const plain = text.toLowerCase();
  return YES.includes(plain) || (NO.includes(plain) ? false : text);
}
