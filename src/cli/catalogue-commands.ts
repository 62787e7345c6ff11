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
];
