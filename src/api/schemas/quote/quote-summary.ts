import type { Static } from 'typebox';
import type { QuoteSummary } from '../../../domain/quote/list/quote-summary.ts';
import { EventSchema } from '../event.ts';
import { nullable } from '../fields.ts';
import { QuoteSchema } from '../quote.ts';
import type { Same } from '../same-type.ts';
import { Type } from '../type.ts';

const { items: _items, publicUrl: _publicUrl, ...more } = QuoteSchema.properties;
const { cost: _cost, margin: _margin, marginPercent: _percent, ...shown } = more;

export const QuoteSummarySchema = Type.Object(
  {
    ...shown,
    customerName: Type.String({ description: 'The name that the customer has now' }),
    views: Type.Integer({
      minimum: 0,
      description: 'How often the customer opened the customer page; the last time is `viewedAt`',
    }),
    lastEvent: nullable(
      Type.Object(
        { type: EventSchema.properties.type, at: EventSchema.properties.at },
        { title: 'LastEvent', additionalProperties: false, description: 'The latest entry of its history' },
      ),
    ),
  },
  { title: 'QuoteSummary', additionalProperties: false },
);
true satisfies Same<Static<typeof QuoteSummarySchema>, QuoteSummary>;
