import type { PriceList } from '../domain/catalogue/price-list.ts';
import type { ApiCommand } from './api/api-command.ts';

export const CATALOGUE_COMMANDS: readonly ApiCommand[] = [
  {
    name: 'catalogue list',
    summary: 'List the items of the catalogue',
    operation: 'listCatalogueItems',
    routes: () => import('../api/routes/catalogue-items.ts'),
    columns: ['sku', 'description', 'unit', 'unitPrice', 'taxRate', 'id'],
    examples: ['proffer catalogue list --search design'],
  },
  {
    name: 'price-lists list',
    summary: 'List the price lists',
    operation: 'listPriceLists',
    routes: () => import('../api/routes/price-lists/price-lists.ts'),
    columns: ['name', 'currency', 'id'],
  },
  {
    name: 'price-lists create',
    summary: 'Create a price list',
    operation: 'createPriceList',
    routes: () => import('../api/routes/price-lists/price-lists.ts'),
    show: ({ id }: PriceList) => `${id}\n`,
    examples: ['proffer price-lists create --name Resellers --currency EUR'],
  },
  {
    name: 'prices list',
    summary: 'List the prices of a price list',
    operation: 'listPriceListEntries',
    routes: () => import('../api/routes/price-lists/entries.ts'),
    names: 'price list',
    columns: ['sku', 'description', 'unitPrice', 'catalogueItemId'],
    examples: ['proffer prices list prl_01k0a1b2c3d4e5f6g7h8j9kmnp --search design'],
  },
  {
    name: 'prices import',
    summary: 'Set prices of a price list from a CSV file',
    operation: 'importPriceListEntries',
    routes: () => import('../api/routes/price-lists/entries.ts'),
    names: 'price list',
    moreArgs: '<file.csv>',
    details: `The first line names the columns, in any language of documents: catalogueItemId or sku, and unitPrice as a
decimal (80.00). Prices that the file does not name stay. Invalid rows are reported and skipped; the exit code is 1 then.`,
    act: async () => (await import('./import/import-prices.ts')).importPrices,
    examples: [
      'proffer prices import prl_01k0a1b2c3d4e5f6g7h8j9kmnp prices.csv --dry-run',
      'proffer prices import prl_01k0a1b2c3d4e5f6g7h8j9kmnp preise.csv --decimal comma',
    ],
  },
];
