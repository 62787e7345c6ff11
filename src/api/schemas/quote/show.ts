import type { Static } from 'typebox';
import type { Show, ShowInput } from '../../../domain/quote/line/show.ts';
import { nullable } from '../fields.ts';
import type { Same } from '../same-type.ts';
import { Type } from '../type.ts';

const fields = {
  linePrices: Type.Boolean({
    description:
      'Unit prices, amounts and discounts of items. Without them, the customer sees the sums of sections (per tax rate if a section has several) and the totals',
  }),
  quantities: Type.Boolean({
    description: 'Quantities and units. A quantity that the customer may choose is always shown',
  }),
};
const description =
  'The parts of single items that documents, the customer page and emails show. The API returns everything, and invoices are always complete';
export const show = Type.Object(fields, {
  title: 'Show',
  additionalProperties: false,
  description,
});
export const showChange = nullable(
  Type.Object(
    {
      linePrices: Type.Optional(nullable(fields.linePrices)),
      quantities: Type.Optional(nullable(fields.quantities)),
    },
    {
      title: 'ShowChange',
      additionalProperties: false,
      description: `${description}. Fields that are left out stay as they are; the default is \`true\``,
    },
  ),
);
true satisfies Same<Static<typeof show>, Show>;
true satisfies Same<Static<typeof showChange>, ShowInput | null>;
