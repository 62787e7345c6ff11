import type { Static } from 'typebox';
import type { TaxGroup } from '../../../domain/money/tax-group.ts';
import { money } from '../fields.ts';
import { taxCategory } from '../item.ts';
import type { Same } from '../same-type.ts';
import { Type } from '../type.ts';

const TaxPart = Type.Object(
  {
    name: Type.String({ description: 'As the law calls it: `CGST`, `SGST`, `UTGST` or `IGST`' }),
    rate: Type.Number({ description: 'In percent' }),
    tax: money('The parts add up to the tax'),
  },
  { title: 'TaxPart', additionalProperties: false },
);

export const TaxTotal = Type.Object(
  {
    rate: Type.Number({ description: 'In percent' }),
    net: money('Amounts of its items after the discount, without tax'),
    tax: money('The tax on it'),
    category: Type.Optional(taxCategory),
    reason: Type.Optional(Type.String({ description: 'The reasons of its items, joined by `; `' })),
    parts: Type.Optional(
      Type.Array(TaxPart, {
        description:
          'Of sellers in India: central and state tax, or integrated tax, by the place of supply. Documents print them',
      }),
    ),
  },
  { title: 'TaxTotal', additionalProperties: false },
);
true satisfies Same<Static<typeof TaxTotal>, TaxGroup>;
