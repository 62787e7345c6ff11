import type { Static } from 'typebox';
import type {
  PriceImport,
  PriceList,
  PriceListEntry,
  PriceListInput,
  PriceListPatch,
} from '../../../domain/catalogue/price-list.ts';
import { MAX_LENGTH } from '../../../domain/field-limits.ts';
import type { Pricing } from '../../../domain/money/quantity-prices.ts';
import { compileCheck } from '../check.ts';
import { nullable, requireUnlessNamed, timestamp } from '../fields.ts';
import type { Same } from '../same-type.ts';
import { Type } from '../type.ts';
import { nullableQuantityPrices, steppedPrice } from './quantity-prices.ts';

const name = Type.String({
  minLength: 1,
  maxLength: MAX_LENGTH.name,
  format: 'not-blank',
  description: 'Name of the list, which customers never see',
});
const currency = Type.Optional(
  nullable(
    Type.String({ format: 'currency', description: 'ISO 4217. Default: the currency of the account' }),
  ),
);

export const CreatePriceList = Type.Object(
  { name, currency },
  { title: 'NewPriceList', additionalProperties: false },
);
true satisfies Same<Static<typeof CreatePriceList>, PriceListInput>;

export const PatchPriceList = Type.Object(
  { name: Type.Optional(name), currency },
  { title: 'PriceListPatch', additionalProperties: false },
);
true satisfies Same<Static<typeof PatchPriceList>, PriceListPatch>;

export const PriceListSchema = Type.Object(
  {
    id: Type.String({ description: 'Opaque, begins with `prl_`, sorts by time' }),
    name: Type.String(),
    currency: Type.String({ description: 'ISO 4217, of all its prices' }),
    createdAt: timestamp,
    updatedAt: timestamp,
  },
  { title: 'PriceList', additionalProperties: false },
);
true satisfies Same<Static<typeof PriceListSchema>, PriceList>;

export const PutPriceListEntry = requireUnlessNamed(
  Type.Object(
    { unitPrice: steppedPrice, quantityPrices: Type.Optional(nullableQuantityPrices) },
    { title: 'PriceListPrice', additionalProperties: false },
  ),
  'quantityPrices',
  ['unitPrice'],
);
true satisfies Same<Static<typeof PutPriceListEntry>, Pricing>;

export const PriceListEntrySchema = Type.Object(
  {
    catalogueItemId: Type.String({ description: 'The catalogue item that the price is for' }),
    unitPrice: steppedPrice,
    quantityPrices: nullableQuantityPrices,
    currency: Type.String({ description: 'That of the list' }),
    description: Type.String({ description: 'Text of the catalogue item' }),
    sku: nullable(Type.String({ description: 'Article number of the catalogue item' })),
  },
  { title: 'PriceListEntry', additionalProperties: false },
);
true satisfies Same<Static<typeof PriceListEntrySchema>, PriceListEntry>;

const count = (description: string) => Type.Integer({ description });

export const PriceImportSchema = Type.Object(
  {
    created: count('Rows with a price for an item that had none in the list'),
    updated: count('Rows with another price'),
    unchanged: count('Rows with the price that the list had'),
    rejected: count('Rows that were skipped'),
    rejectedRows: Type.Array(
      Type.Object(
        {
          line: Type.Integer({ description: 'Line of the file, from 1' }),
          path: Type.String({ description: 'JSON pointer of the column; empty for the whole row' }),
          message: Type.String({ description: 'What is wrong, in English' }),
        },
        { title: 'RejectedPriceRow', additionalProperties: false },
      ),
      { description: 'Why rows were skipped: those of the first 100' },
    ),
  },
  { title: 'PriceImport', additionalProperties: false },
);
true satisfies Same<Static<typeof PriceImportSchema>, PriceImport>;

export const checkNewPriceList = compileCheck(CreatePriceList);
export const checkPriceListPatch = compileCheck(PatchPriceList);
export const checkPriceListEntry = compileCheck(PutPriceListEntry);
export const PRICE_LIST_READ_ONLY = ['id', 'createdAt', 'updatedAt'] satisfies (keyof PriceList)[];
export const ENTRY_READ_ONLY = [
  'catalogueItemId',
  'currency',
  'description',
  'sku',
] satisfies (keyof PriceListEntry)[];

export const PRICE_LIST_EXAMPLE = {
  id: 'prl_01k0a1b2c3d4e5f6g7h8j9kmnp',
  name: 'Resellers',
  currency: 'EUR',
  createdAt: '2026-11-01T09:00:00.000Z',
  updatedAt: '2026-11-01T09:00:00.000Z',
} satisfies PriceList;

export const ENTRY_EXAMPLE = {
  catalogueItemId: 'cat_01k0a1b2c3d4e5f6g7h8j9kmnp',
  unitPrice: 8000,
  quantityPrices: null,
  currency: 'EUR',
  description: 'Design',
  sku: 'DESIGN-H',
} satisfies PriceListEntry;
