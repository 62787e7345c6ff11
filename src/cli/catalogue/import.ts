import { importCatalogueItems } from '../../actions/catalogue/import-catalogue-items.ts';
import type { CatalogueItemInput } from '../../domain/catalogue-item.ts';
import { catalogueErrors } from '../../schemas/import/row-errors.ts';
import type { Input } from '../command.ts';
import { type ImportKind, importFile } from '../import/import-file.ts';

const CATALOGUE: ImportKind<CatalogueItemInput> = {
  fields: {
    names: ['sku', 'description', 'unitPrice', 'unit', 'currency', 'taxRate', 'archived'],
    required: ['description', 'unitPrice'],
    readOnly: ['id', 'createdAt', 'updatedAt'],
    parse,
  },
  key: 'sku',
  errorsOf: catalogueErrors,
  put: importCatalogueItems,
};

export function run(input: Input): Promise<number> {
  return importFile(input, CATALOGUE);
}

const YES = ['true', 'yes', '1'];
const NO = ['false', 'no', '0'];

function parse(name: string, cell: string): unknown {
  switch (name) {
    case 'unitPrice':
      return /^\d{1,15}$/.test(cell) ? Number(cell) : cell;
    case 'taxRate':
      // Many spreadsheets write a comma.
      return /^\d{1,3}([.,]\d{1,10})?$/.test(cell) ? Number(cell.replace(',', '.')) : cell;
    case 'archived':
      return YES.includes(cell.toLowerCase()) || (NO.includes(cell.toLowerCase()) ? false : cell);
    default:
      return cell;
  }
}
