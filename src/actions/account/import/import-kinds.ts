import { findCatalogueErrors, findCustomerErrors } from '../../../api/schemas/row-errors.ts';
import {
  CATALOGUE_HEADINGS,
  type ColumnHeadings,
  CUSTOMER_HEADINGS,
} from '../../../domain/account/import/column-headings.ts';
import type { CatalogueItemInput } from '../../../domain/catalogue/catalogue-item.ts';
import type { CustomerInput } from '../../../domain/customer/customer.ts';
import type { FieldError } from '../../../domain/errors.ts';
import { putCatalogueItems } from './put-catalogue-items.ts';
import { putCustomers } from './put-customers.ts';
import type { PutRows } from './put-rows.ts';
import {
  completeCustomer,
  type ParseSettings,
  parseCatalogueCells,
  parseCustomerCells,
} from './read-cells.ts';
import type { ImportRecord } from './source-rows.ts';

export interface ImportKind<Row = never> {
  words: ColumnHeadings;
  required: readonly string[];
  /** Fields that the service sets itself. They are ignored, so that its own exports and responses can be imported. */
  readOnly: readonly string[];
  /** Field that identifies a row; it must be unique in the file. */
  key: string;
  readCells(cells: Record<string, string>, reading: ParseSettings): ImportRecord;
  /** Adds a missing key to a row, and what can stand for another missing field. */
  complete(record: ImportRecord): ImportRecord;
  findErrors(record: ImportRecord): FieldError[];
  put: PutRows<Row>;
}

const CUSTOMERS: ImportKind<CustomerInput & { id: string }> = {
  words: CUSTOMER_HEADINGS,
  required: ['name'],
  readOnly: ['createdAt', 'updatedAt'],
  key: 'id',
  readCells: parseCustomerCells,
  complete: completeCustomer,
  findErrors: findCustomerErrors,
  put: putCustomers,
};

const CATALOGUE: ImportKind<CatalogueItemInput> = {
  words: CATALOGUE_HEADINGS,
  required: ['description', 'unitPrice'],
  readOnly: ['id', 'createdAt', 'updatedAt'],
  key: 'sku',
  readCells: parseCatalogueCells,
  complete: (record) => record,
  findErrors: findCatalogueErrors,
  put: putCatalogueItems,
};

export const IMPORT_KINDS = { customers: CUSTOMERS, catalogue: CATALOGUE } as const;
export type ImportName = keyof typeof IMPORT_KINDS;
