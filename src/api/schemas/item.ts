import type { Static } from 'typebox';
import { MAX_LENGTH } from '../../domain/field-limits.ts';
import { DISCOUNT_TYPES } from '../../domain/money/discount.ts';
import type { ItemMargin } from '../../domain/quote/cost/margins.ts';
import { type ItemInput as Input, type LineItem, MAX_UNIT_PRICE } from '../../domain/quote/line/line-item.ts';
import type { LineChoice as Choice, ChosenLine } from '../../domain/quote/line/selection.ts';
import {
  INTERVALS,
  MAX_PERIODS,
  MIN_PERIODS,
  type Recurrence,
  type RecurrenceInput,
} from '../../domain/quote/recurring/recurrence.ts';
import { TAX_CATEGORIES } from '../../domain/tax/tax-category.ts';
import {
  allowSteps,
  MAX_QUANTITY,
  nullableQuantityPrices,
  quantityPrices,
  steppedPrice,
} from './catalogue/quantity-prices.ts';
import { money, nullable, nullableText, oneOf, requireUnlessNamed } from './fields.ts';
import type { Same } from './same-type.ts';
import { Type } from './type.ts';

const COST = 'Cost of one unit in the smallest currency unit. Only callers with `seesCosts` see and set it';
export const cost = createCost(COST);

const given = {
  description: Type.String({
    minLength: 1,
    maxLength: MAX_LENGTH.itemDescription,
    format: 'not-blank',
    description: 'Text of the item',
  }),
  quantity: quantity('More than 0, at most 4 decimals'),
  unitPrice: steppedPrice,
};

export const taxRate = Type.Number({
  minimum: 0,
  maximum: 100,
  'x-maxDecimals': 4,
  description: 'Tax in percent, at most 4 decimals. Default: `defaultTaxRate` of the account, else 0',
});
export const TAX_CATEGORY =
  'Why the item is taxed or not: `standard` with a rate above 0, every other one with a rate of 0. Default: `standard` above 0 (not shown), `zeroTaxCategory` of the account at 0';
export const taxCategory = oneOf(TAX_CATEGORIES, { description: TAX_CATEGORY });
export const taxReason = {
  maxLength: MAX_LENGTH.taxReason,
  description: 'Printed instead of the sentence for the category, such as the law that exempts the item',
};

const textFields = {
  unit: { maxLength: MAX_LENGTH.unit, description: 'Unit of the quantity, such as `h` or `m²`' },
  sku: { maxLength: MAX_LENGTH.sku, description: 'Your own article number' },
  section: {
    maxLength: MAX_LENGTH.section,
    description: 'Neighbouring items with the same section are a group with a heading and a subtotal',
  },
  choice: {
    maxLength: MAX_LENGTH.choice,
    description:
      'Items with the same choice are alternatives: exactly one is selected, or at most one if all of them are optional',
  },
};
const discountType = oneOf(DISCOUNT_TYPES, {
  description: 'Of this item alone. Set together with `discountValue`, or leave both out',
});
const discountValue = Type.Integer({
  format: 'int64',
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  description: '`percentage`: whole percent, 0 to 100; `fixed`: in the smallest currency unit',
});
const optional = Type.Boolean({ description: 'The customer may take the item or leave it. Default: false' });
const selected = Type.Boolean({
  description:
    'Whether the item counts. Default: false for an optional item, true for the first item of a choice that is not optional; any other item is always selected',
});
const step = quantity('Counted from `min`. Default: 1');
const range = {
  min: quantity('The smallest quantity the customer may choose'),
  max: quantity('The largest'),
};

const interval = oneOf(INTERVALS, { description: 'The length of a period' });
const periods = nullable(
  Type.Integer({
    minimum: MIN_PERIODS,
    maximum: MAX_PERIODS,
    description: 'Number of periods, the first included. `null`: until it is ended',
  }),
);
/** An interval and the number of periods, as items and series have them. */
export const pair = { interval, periods };
const RECURRING =
  'The item is due again each period: quantity, price, amount, discount and cost are those of one period. The first one is due at the start';
export const recurrenceChange = nullable(
  Type.Object(
    { interval, periods: Type.Optional(periods) },
    { title: 'NewRecurrence', additionalProperties: false, description: RECURRING },
  ),
);
true satisfies Same<Static<typeof recurrenceChange>, RecurrenceInput | null>;
const recurrence = Type.Object(pair, {
  title: 'Recurrence',
  additionalProperties: false,
  description: RECURRING,
});
true satisfies Same<Static<typeof recurrence>, Recurrence>;
/** That of a catalogue item, which always has the field. */
export const catalogueRecurrence = nullable(
  Type.Object(pair, { ...recurrence, title: 'CatalogueRecurrence' }),
);

/** Days, both included. */
export const periodDays = {
  from: Type.String({ format: 'date', description: 'First day' }),
  to: Type.String({ format: 'date', description: 'Last day' }),
};

const catalogueItemId = Type.String({
  maxLength: 200,
  description:
    'An item of the catalogue, in the currency of the quote. Then only `quantity` is needed: description, unit, price, tax rate and sku come from the catalogue unless they are given here',
});

const CompleteItem = Type.Object(
  {
    id: Type.Optional(
      nullable(
        Type.String({
          maxLength: 100,
          description:
            'The id of an item of this quote keeps it the same item; any other is replaced by a new one',
        }),
      ),
    ),
    ...given,
    taxRate: Type.Optional(nullable(taxRate)),
    taxCategory: Type.Optional(nullable(taxCategory)),
    taxReason: Type.Optional(nullableText(taxReason.maxLength, taxReason.description)),
    unit: Type.Optional(nullableText(textFields.unit.maxLength, textFields.unit.description)),
    sku: Type.Optional(nullableText(textFields.sku.maxLength, textFields.sku.description)),
    catalogueItemId: Type.Optional(nullable(catalogueItemId)),
    cost: Type.Optional(
      nullable(createCost(`${COST}. Left out, it stays, or is that of the catalogue item`)),
    ),
    discountType: Type.Optional(nullable(discountType)),
    discountValue: Type.Optional(nullable(discountValue)),
    section: Type.Optional(nullableText(textFields.section.maxLength, textFields.section.description)),
    optional: Type.Optional(nullable(optional)),
    choice: Type.Optional(nullableText(textFields.choice.maxLength, textFields.choice.description)),
    selected: Type.Optional(nullable(selected)),
    quantityRange: Type.Optional(
      nullable(
        Type.Object(
          { ...range, step: Type.Optional(nullable(step)) },
          {
            title: 'NewQuantityRange',
            additionalProperties: false,
            description: 'Quantities that the customer may choose',
          },
        ),
      ),
    ),
    recurring: Type.Optional(recurrenceChange),
    quantityPrices: Type.Optional(nullableQuantityPrices),
  },
  { title: 'NewItem', additionalProperties: false },
);
true satisfies Same<Static<typeof CompleteItem>, Input>;

export const ItemInput = allowSteps(
  requireUnlessNamed(CompleteItem, 'catalogueItemId', ['description', 'unitPrice']),
  ['description'],
);

/** An item of an invoice. */
export const LineItemSchema = Type.Object(
  {
    id: Type.String({ description: 'Opaque, begins with `itm_`; stays with the item' }),
    ...given,
    taxRate,
    amount: money(
      'quantity × unitPrice, or the sum over the steps of `quantityPrices`, less the discount of this item; before the discount of the quote, and before tax unless prices include it',
    ),
    taxCategory: Type.Optional(taxCategory),
    taxReason: Type.Optional(Type.String(taxReason)),
    unit: Type.Optional(Type.String(textFields.unit)),
    sku: Type.Optional(Type.String(textFields.sku)),
    catalogueItemId: Type.Optional(catalogueItemId),
    discountType: Type.Optional(discountType),
    discountValue: Type.Optional(discountValue),
    discountAmount: Type.Optional(money('The discount of this item')),
    section: Type.Optional(Type.String(textFields.section)),
    optional: Type.Optional(optional),
    choice: Type.Optional(Type.String(textFields.choice)),
    selected: Type.Optional(selected),
    quantityRange: Type.Optional(
      Type.Object({ ...range, step }, { title: 'QuantityRange', additionalProperties: false }),
    ),
    recurring: Type.Optional(recurrence),
    quantityPrices: Type.Optional(quantityPrices),
    period: Type.Optional(
      Type.Object(periodDays, {
        title: 'ItemPeriod',
        additionalProperties: false,
        description: 'The days that a recurring item of an invoice is for',
      }),
    ),
  },
  { title: 'InvoiceItem', additionalProperties: false },
);
true satisfies Same<Static<typeof LineItemSchema>, LineItem>;

/** An item of a quote, with the fields that only callers with `seesCosts` get. */
export const QuoteItemSchema = Type.Object(
  {
    ...LineItemSchema.properties,
    cost: Type.Optional(cost),
    margin: Type.Optional(
      margin('The amount of a selected item with a cost, after all discounts and without tax, less its cost'),
    ),
  },
  { title: 'Item', additionalProperties: false },
);
true satisfies Same<Static<typeof QuoteItemSchema>, LineItem & ItemMargin>;

/** Fields of an item that only the service sets. They are ignored if a client sends them back. */
export const ITEM_READ_ONLY = Object.keys(QuoteItemSchema.properties).filter(
  (name) => !Object.hasOwn(CompleteItem.properties, name),
);

export const LineChoice = Type.Object(
  {
    id: Type.String({ maxLength: 100, description: 'The id of an item of the quote' }),
    selected: Type.Optional(nullable(Type.Boolean({ description: 'Default: as it is' }))),
    quantity: Type.Optional(nullable(quantity('Within the `quantityRange` of the item. Default: as it is'))),
  },
  { title: 'ItemChoice', additionalProperties: false },
);
true satisfies Same<Static<typeof LineChoice>, Choice>;

export const ChosenLineSchema = Type.Object(
  { id: Type.String(), selected: Type.Boolean(), quantity: Type.Number() },
  { title: 'ChosenItem', additionalProperties: false },
);
true satisfies Same<Static<typeof ChosenLineSchema>, ChosenLine>;

function createCost(description: string) {
  return Type.Integer({ format: 'int64', minimum: 0, maximum: MAX_UNIT_PRICE, description });
}

/** An amount that may be negative, for callers that may see costs. */
export function margin(description: string) {
  return Type.Integer({
    format: 'int64',
    minimum: Number.MIN_SAFE_INTEGER,
    maximum: Number.MAX_SAFE_INTEGER,
    description: `${description}. Only with \`seesCosts\``,
  });
}

function quantity(description: string) {
  return Type.Number({ exclusiveMinimum: 0, maximum: MAX_QUANTITY, 'x-maxDecimals': 4, description });
}
