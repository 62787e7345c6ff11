import type { Static } from 'typebox';
import { margins, QuoteSchema } from '../quote.ts';
import { Type } from '../type.ts';
import { QUOTE_EXAMPLE } from './quote-example.ts';

const { items, discountType, discountValue, currency, subtotal, discountAmount } = QuoteSchema.properties;
const { taxAmount, total, taxes, sections, paymentSchedule, pricesIncludeTax } = QuoteSchema.properties;
const { recurring, contractTotal } = QuoteSchema.properties;

export const PreviewSchema = Type.Object(
  {
    ...{ items, discountType, discountValue, currency },
    ...{ subtotal, discountAmount, taxAmount, total, taxes, sections, paymentSchedule },
    ...{ pricesIncludeTax, recurring, contractTotal },
    ...margins,
  },
  { title: 'Preview', additionalProperties: false },
);
export type PreviewSchema = Static<typeof PreviewSchema>;

export const PREVIEW_EXAMPLE = {
  items: [
    {
      id: 'itm_d4e5f6g7h8j9kmnp00',
      description: 'Design',
      quantity: 12.5,
      unitPrice: 9000,
      taxRate: 19,
      amount: 112500,
    },
  ],
  discountType: null,
  discountValue: null,
  currency: QUOTE_EXAMPLE.currency,
  subtotal: 112500,
  discountAmount: 0,
  taxAmount: 21375,
  total: 133875,
  taxes: [{ rate: 19, net: 112500, tax: 21375 }],
  sections: [],
  paymentSchedule: null,
  pricesIncludeTax: false,
} satisfies PreviewSchema;
