import type { CatalogueItem } from '../../domain/catalogue/catalogue-item.ts';
import { formatMoney } from '../../domain/money/currency.ts';
import type { ApiCommand } from '../api/api-command.ts';

export const CATALOGUE_COMMANDS: readonly ApiCommand[] = [
  {
    name: 'catalogue list',
    summary: 'List the items of the catalogue',
    operation: 'listCatalogueItems',
    columns: {
      SKU: ({ sku }: CatalogueItem) => sku ?? '–',
      DESCRIPTION: ({ description }: CatalogueItem) => description,
      UNIT: ({ unit }: CatalogueItem) => unit ?? '–',
      PRICE: ({ unitPrice, currency }: CatalogueItem) => formatMoney(unitPrice, currency),
      TAX: ({ taxRate }: CatalogueItem) => `${taxRate} %`,
      ID: ({ id }: CatalogueItem) => id,
    },
    examples: ['proffer catalogue list --search design'],
  },
];
