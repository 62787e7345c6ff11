import type { Static } from 'typebox';
import { CATALOGUE_FIELDS } from '../../../domain/catalogue/catalogue-fields.ts';
import type {
  CatalogueItem,
  CatalogueItemInput,
  CatalogueItemPatch,
} from '../../../domain/catalogue/catalogue-item.ts';
import { getDefaults } from '../../../domain/fields.ts';
import { compileCheck } from '../check.ts';
import { nullable, requireUnlessNamed, timestamp } from '../fields.ts';
import { buildSchemas, omitLimits } from '../from-fields.ts';
import { catalogueRecurrence, cost, recurrenceChange, TAX_CATEGORY, taxRate, taxReason } from '../item.ts';
import type { Same } from '../same-type.ts';
import { Type } from '../type.ts';
import { nullableQuantityPrices, steppedPrice } from './quantity-prices.ts';

const fields = buildSchemas(CATALOGUE_FIELDS, {
  description: 'Text of the line on a quote',
  unit: 'Unit of the quantity, such as `h` or `m²`',
  sku: 'Your own article number. No two items of an account have the same',
  archived: 'An archived item cannot be added to quotes; those that name it keep it. Default: false',
  taxCategory: TAX_CATEGORY,
  taxReason: taxReason.description,
});
const { description, archived, sku, unit, ...others } = fields;

const optional = Type.Partial(
  Type.Object({
    ...others,
    unit,
    sku: { ...sku, minLength: 1, format: 'not-blank' },
    archived: nullable(archived),
    currency: nullable(
      Type.String({ format: 'currency', description: 'ISO 4217. Default: the currency of the account' }),
    ),
    taxRate: nullable(taxRate),
    recurring: recurrenceChange,
    quantityPrices: nullableQuantityPrices,
    cost: nullable(cost),
  }),
).properties;

export const CreateCatalogueItem = requireUnlessNamed(
  Type.Object(
    { description, unitPrice: steppedPrice, ...optional },
    { title: 'NewCatalogueItem', additionalProperties: false },
  ),
  'quantityPrices',
  ['unitPrice'],
);
export type CreateCatalogueItem = Static<typeof CreateCatalogueItem>;
true satisfies Same<CreateCatalogueItem, CatalogueItemInput>;

export const PatchCatalogueItem = Type.Object(
  { description: Type.Optional(description), unitPrice: Type.Optional(steppedPrice), ...optional },
  { title: 'CatalogueItemPatch', additionalProperties: false },
);
export type PatchCatalogueItem = Static<typeof PatchCatalogueItem>;
true satisfies Same<PatchCatalogueItem, CatalogueItemPatch>;

export const CatalogueItemSchema = Type.Object(
  {
    id: Type.String({ description: 'Opaque, begins with `cat_`, sorts by time' }),
    ...fields,
    ...omitLimits({ unit, sku }),
    unitPrice: steppedPrice,
    currency: Type.String({ description: 'ISO 4217' }),
    taxRate,
    recurring: catalogueRecurrence,
    quantityPrices: nullableQuantityPrices,
    cost: Type.Optional(nullable(cost)),
    createdAt: timestamp,
    updatedAt: timestamp,
  },
  { title: 'CatalogueItem', additionalProperties: false },
);
true satisfies Same<Static<typeof CatalogueItemSchema>, CatalogueItem & { cost?: number | null }>;

export const checkNewCatalogueItem = compileCheck(CreateCatalogueItem);
export const checkCatalogueItemPatch = compileCheck(PatchCatalogueItem);
export const CATALOGUE_ITEM_READ_ONLY = ['id', 'createdAt', 'updatedAt'] satisfies (keyof CatalogueItem)[];

export const CATALOGUE_ITEM_EXAMPLE = {
  ...getDefaults(CATALOGUE_FIELDS),
  id: 'cat_01k0a1b2c3d4e5f6g7h8j9kmnp',
  description: 'Design',
  unit: 'h',
  unitPrice: 9000,
  currency: 'EUR',
  taxRate: 19,
  recurring: null,
  quantityPrices: null,
  sku: 'DESIGN-H',
  createdAt: '2026-11-01T09:00:00.000Z',
  updatedAt: '2026-11-01T09:00:00.000Z',
} satisfies CatalogueItem;
