import { type Static, Type } from 'typebox';
import type { ItemInput as Input } from '../domain/quote/compose-quote.ts';
import type { LineItem } from '../domain/quote/quote.ts';
import { money, nullable } from './fields.ts';
import type { Same } from './same.ts';

export const MAX_ITEMS = 1000;
export const MAX_UNIT_PRICE = 1_000_000_000_000;
const MAX_QUANTITY = 1_000_000_000;

const given = {
  description: Type.String({ minLength: 1, maxLength: 2000, description: 'Text of the line' }),
  quantity: Type.Number({
    exclusiveMinimum: 0,
    maximum: MAX_QUANTITY,
    'x-maxDecimals': 4,
    description: 'More than 0, at most 4 decimals',
  }),
  unitPrice: Type.Integer({
    minimum: 0,
    maximum: MAX_UNIT_PRICE,
    description: 'Price of one unit in the smallest currency unit',
  }),
};

const taxRate = Type.Number({
  minimum: 0,
  maximum: 100,
  'x-maxDecimals': 4,
  description: 'Tax in percent, at most 4 decimals. Default: 0',
});

export const ItemInput = Type.Object(
  { ...given, taxRate: Type.Optional(nullable(taxRate)) },
  { additionalProperties: false },
);
true satisfies Same<Static<typeof ItemInput>, Input>;

export const LineItemSchema = Type.Object({
  ...given,
  taxRate,
  amount: money('quantity × unitPrice, before discount and tax'),
});
true satisfies Same<Static<typeof LineItemSchema>, LineItem>;
