import type { CatalogueItemInput } from '../../domain/catalogue-item.ts';
import type { CustomerInput } from '../../domain/customer.ts';
import type { FieldError } from '../../domain/errors.ts';
import { CATALOGUE_WORDS, type ColumnWords, CUSTOMER_WORDS } from '../../domain/import/column-words.ts';
import type { Actor } from '../../domain/quote/history.ts';
import { catalogueErrors, customerErrors } from '../../schemas/import/row-errors.ts';
import type { Database } from '../../store/database.ts';
import { putCatalogueItems } from './put-catalogue-items.ts';
import { putCustomers } from './put-customers.ts';
import { customerId, type Reading, readCatalogueCells, readCustomerCells } from './read-cells.ts';

export type ImportOutcome = 'created' | 'updated' | 'unchanged';
export type ImportRecord = Record<string, unknown>;

/** The account that rows are written to, and the actor. */
export interface ImportTarget {
  accountId: string;
  actor: Actor;
}

interface PutOptions {
  /** Reports what would be written without writing it. */
  dryRun: boolean;
  /** Clears the fields that a row does not have; without it they keep their values. */
  replace: boolean;
  now: number;
}

/** Writes rows in one transaction, and skips those that change nothing. */
export type PutRows<Row> = (
  deps: { db: Database },
  target: ImportTarget,
  rows: readonly Row[],
  options: PutOptions,
) => Promise<ImportOutcome[]>;

export interface ImportKind<Row = never> {
  words: ColumnWords;
  required: readonly string[];
  /** Fields that the service sets itself. They are ignored, so that its own exports and responses can be imported. */
  readOnly: readonly string[];
  /** Field that identifies a row; it must be unique in the file. */
  key: string;
  readCells(cells: Record<string, string>, reading: Reading): ImportRecord;
  /** Adds a missing key to a row. */
  complete(record: ImportRecord): ImportRecord;
  errorsOf(record: ImportRecord): FieldError[];
  put: PutRows<Row>;
}

const CUSTOMERS: ImportKind<CustomerInput & { id: string }> = {
  words: CUSTOMER_WORDS,
  required: ['name'],
  readOnly: ['createdAt', 'updatedAt'],
  key: 'id',
  readCells: readCustomerCells,
  complete: (record) => (record.id == null ? { ...record, id: customerId(record) } : record),
  errorsOf: customerErrors,
  put: putCustomers,
};

const CATALOGUE: ImportKind<CatalogueItemInput> = {
  words: CATALOGUE_WORDS,
  required: ['description', 'unitPrice'],
  readOnly: ['id', 'createdAt', 'updatedAt'],
  key: 'sku',
  readCells: readCatalogueCells,
  complete: (record) => record,
  errorsOf: catalogueErrors,
  put: putCatalogueItems,
};

export const IMPORT_KINDS = { customers: CUSTOMERS, catalogue: CATALOGUE } as const;
export type ImportName = keyof typeof IMPORT_KINDS;
