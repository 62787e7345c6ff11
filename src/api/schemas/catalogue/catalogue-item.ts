import type { Static } from 'typebox';
import type {
  CatalogueItem,
  CatalogueItemInput,
  CatalogueItemPatch,
} from '../../../domain/catalogue/catalogue-item.ts';
import { MAX_LENGTH } from '../../../domain/field-limits.ts';
import { compileCheck } from '../check.ts';
import { nullable, nullableString, nullableText, timestamp } from '../fields.ts';
import { cost, taxCategory, taxRate, taxReason, unitPrice } from '../item.ts';
import type { Same } from '../same-type.ts';
import { Type } from '../type.ts';

const description = Type.String({
  minLength: 1,
  maxLength: MAX_LENGTH.itemDescription,
  format: 'not-blank',
  description: 'Text of the line on a quote',
});
const archived = Type.Boolean({
  description: 'An archived item cannot be added to quotes; those that name it keep it. Default: false',
});

const optional = {
  unit: Type.Optional(nullableText(MAX_LENGTH.unit, 'Unit of the quantity, such as `h` or `m²`')),
  currency: Type.Optional(
    nullable(
      Type.String({ format: 'currency', description: 'ISO 4217. Default: the currency of the account' }),
    ),
  ),
  taxRate: Type.Optional(nullable(taxRate)),
  sku: Type.Optional(
    nullable(
      Type.String({
        minLength: 1,
        maxLength: MAX_LENGTH.sku,
        format: 'not-blank',
        description: 'Your own article number. No two items of an account have the same',
      }),
    ),
  ),
  archived: Type.Optional(nullable(archived)),
  taxCategory: Type.Optional(nullable(taxCategory)),
  taxReason: Type.Optional(nullableText(taxReason.maxLength, taxReason.description)),
  cost: Type.Optional(nullable(cost)),
};

export const CreateCatalogueItem = Type.Object(
  { description, unitPrice, ...optional },
  { title: 'NewCatalogueItem', additionalProperties: false },
);
export type CreateCatalogueItem = Static<typeof CreateCatalogueItem>;
true satisfies Same<CreateCatalogueItem, CatalogueItemInput>;

export const PatchCatalogueItem = Type.Object(
  { description: Type.Optional(description), unitPrice: Type.Optional(unitPrice), ...optional },
  { title: 'CatalogueItemPatch', additionalProperties: false },
);
export type PatchCatalogueItem = Static<typeof PatchCatalogueItem>;
true satisfies Same<PatchCatalogueItem, CatalogueItemPatch>;

export const CatalogueItemSchema = Type.Object(
  {
    id: Type.String({ description: 'Opaque, begins with `cat_`, sorts by time' }),
    description,
    unit: nullableString,
    unitPrice,
    currency: Type.String({ description: 'ISO 4217' }),
    taxRate,
    sku: nullableString,
    archived,
    taxCategory: nullable(taxCategory),
    taxReason: nullableText(taxReason.maxLength, taxReason.description),
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
  id: 'cat_01k0a1b2c3d4e5f6g7h8j9kmnp',
  description: 'Design',
  unit: 'h',
  unitPrice: 9000,
  currency: 'EUR',
  taxRate: 19,
  sku: 'DESIGN-H',
  archived: false,
  taxCategory: null,
  taxReason: null,
  createdAt: '2026-11-01T09:00:00.000Z',
  updatedAt: '2026-11-01T09:00:00.000Z',
} satisfies CatalogueItem;
