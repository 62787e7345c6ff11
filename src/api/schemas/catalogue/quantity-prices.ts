import type { Static, TSchema } from 'typebox';
import { MAX_STEPS, PRICE_KINDS, type QuantityPrices } from '../../../domain/money/quantity-prices.ts';
import { MAX_UNIT_PRICE } from '../../../domain/quote/line/line-item.ts';
import { nullable, oneOf } from '../fields.ts';
import type { Same } from '../same-type.ts';
import { Type } from '../type.ts';

export const MAX_QUANTITY = 1_000_000_000;

const UNIT_PRICE = 'Price of one unit in the smallest currency unit';
export const unitPrice = createUnitPrice(UNIT_PRICE);

/** That of something that can have steps. */
export const steppedPrice = createUnitPrice(
  `${UNIT_PRICE}. With \`quantityPrices\` it is that of the step reached, in the catalogue by a quantity of 1, and ignored if it is sent`,
);

const KIND =
  '`volume`: the step with the largest `from` that the quantity reaches prices all of it; `graduated`: each step prices the part of the quantity in it';

export const quantityPrices = Type.Object(
  {
    kind: oneOf(PRICE_KINDS, { description: KIND }),
    steps: Type.Array(
      Type.Object(
        {
          from: Type.Number({
            minimum: 0,
            maximum: MAX_QUANTITY,
            'x-maxDecimals': 4,
            description: 'The quantity that the step begins at: 0 in the first one, then ascending',
          }),
          unitPrice,
        },
        { title: 'PriceStep', additionalProperties: false },
      ),
      { minItems: 1, maxItems: MAX_STEPS, description: 'Unit prices by quantity' },
    ),
  },
  { title: 'QuantityPrices', additionalProperties: false },
);
true satisfies Same<Static<typeof quantityPrices>, QuantityPrices>;

/**
 * Says in the document that `quantityPrices` stands for a unit price. The check needs no such rule: `setStepPrice` has set
 * the unit price before.
 */
export function allowSteps<Schema extends TSchema>(schema: Schema, others: readonly string[]): Schema {
  const { anyOf } = schema as { anyOf?: object[] };
  const properties = { quantityPrices: { not: { type: 'null' } } };
  return { ...schema, anyOf: [...(anyOf ?? []), { properties, required: [...others, 'quantityPrices'] }] };
}

/** That of a body, and of a resource that always has the field. */
export const nullableQuantityPrices = nullable({
  ...quantityPrices,
  description: 'Unit prices by quantity: `unitPrice` is then that of the step that the quantity reaches',
});

function createUnitPrice(description: string) {
  return Type.Integer({ format: 'int64', minimum: 0, maximum: MAX_UNIT_PRICE, description });
}
