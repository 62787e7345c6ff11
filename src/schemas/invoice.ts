import type { Static } from 'typebox';
import { type ConvertOptions, type Invoice, PAYMENT_METHOD_PATTERN } from '../domain/invoice/invoice.ts';
import type { Quote } from '../domain/quote/quote.ts';
import { SHOWN_CUSTOMER_EXAMPLE, ShownCustomerSchema } from './customer.ts';
import { metadata, metadataChange, nullable, oneOf, timestamp } from './fields.ts';
import { LineItemSchema } from './item.ts';
import { QUOTE_EXAMPLE } from './quote/quote-example.ts';
import { amounts, content, InvoiceStage, InvoiceSummarySchema, QuoteSchema, texts } from './quote.ts';
import type { Same } from './same-type.ts';
import { Type } from './type.ts';

export const ConvertQuote = Type.Object(
  {
    dueDate: Type.Optional(
      nullable(
        Type.String({
          format: 'date',
          description: "Default: as the stage says, or 30 days from today, in the account's time zone",
        }),
      ),
    ),
    paymentMethod: Type.Optional(
      nullable(
        Type.String({
          pattern: PAYMENT_METHOD_PATTERN,
          'x-note':
            'must be an upper-case word such as BANK_TRANSFER (letters, digits, _; at most 50 characters)',
          description:
            'ONLINE_PAYMENT (default), BANK_TRANSFER, CREDIT_CARD, DIRECT_DEBIT, CASH, CHECK, OTHER, or a word of your own',
        }),
      ),
    ),
    stage: Type.Optional(
      nullable(
        Type.Integer({
          minimum: 0,
          description:
            'A stage of the payment schedule, from 0; the quote must be `ACCEPTED`. Default: all that is left',
        }),
      ),
    ),
  },
  { title: 'Conversion', additionalProperties: false },
);
export type ConvertQuote = Static<typeof ConvertQuote>;
true satisfies Same<ConvertQuote, ConvertOptions>;

export const InvoiceSchema = Type.Object(
  {
    id: Type.String({ description: 'Opaque, begins with `inv_`' }),
    number: Type.String(),
    quoteId: Type.String(),
    quoteNumber: Type.String(),
    status: oneOf(['DRAFT']),
    issueDate: Type.String({ format: 'date' }),
    dueDate: Type.String({ format: 'date' }),
    paymentMethod: Type.String(),
    customerId: content.customerId,
    customer: ShownCustomerSchema,
    title: content.title,
    description: texts.description,
    items: Type.Array(LineItemSchema),
    discountType: content.discountType,
    discountValue: content.discountValue,
    ...amounts,
    terms: texts.terms,
    createdAt: timestamp,
    reference: texts.reference,
    metadata,
    stage: InvoiceStage,
    previousInvoices: Type.Array(InvoiceSummarySchema, {
      description: 'Invoices of the same quote that came before, for information',
    }),
  },
  { title: 'Invoice', additionalProperties: false },
);
true satisfies Same<Static<typeof InvoiceSchema>, Invoice>;

export const PatchInvoice = Type.Object(
  { metadata: Type.Optional(metadataChange) },
  { title: 'InvoicePatch', additionalProperties: false },
);
export type PatchInvoice = Static<typeof PatchInvoice>;
/** Only the metadata of an invoice can change. */
export const INVOICE_READ_ONLY = Object.keys(InvoiceSchema.properties).filter((name) => name !== 'metadata');

/** The response of a conversion. */
export const ConvertedInvoice = Type.Object(
  { ...InvoiceSchema.properties, quote: QuoteSchema },
  { title: 'ConvertedInvoice', additionalProperties: false },
);
export type ConvertedInvoice = Static<typeof ConvertedInvoice>;

export const INVOICE_EXAMPLE = {
  id: 'inv_01k0a1b2c3d4e5f6g7h8j9kmnp',
  number: 'INV-2026-00001',
  quoteId: QUOTE_EXAMPLE.id,
  quoteNumber: QUOTE_EXAMPLE.number,
  status: 'DRAFT',
  issueDate: '2026-11-05',
  dueDate: '2026-12-31',
  paymentMethod: 'ONLINE_PAYMENT',
  customerId: SHOWN_CUSTOMER_EXAMPLE.id,
  customer: SHOWN_CUSTOMER_EXAMPLE,
  title: QUOTE_EXAMPLE.title,
  description: null,
  items: QUOTE_EXAMPLE.items.map(({ id, description, quantity, unitPrice, taxRate, amount }) => ({
    ...{ id, description, quantity, unitPrice, taxRate, amount },
  })),
  discountType: QUOTE_EXAMPLE.discountType,
  discountValue: QUOTE_EXAMPLE.discountValue,
  currency: QUOTE_EXAMPLE.currency,
  subtotal: QUOTE_EXAMPLE.subtotal,
  discountAmount: QUOTE_EXAMPLE.discountAmount,
  taxAmount: QUOTE_EXAMPLE.taxAmount,
  total: QUOTE_EXAMPLE.total,
  taxes: QUOTE_EXAMPLE.taxes,
  sections: [],
  terms: null,
  createdAt: '2026-11-05T10:00:00.000Z',
  reference: QUOTE_EXAMPLE.reference,
  metadata: QUOTE_EXAMPLE.metadata,
  stage: null,
  previousInvoices: [],
} satisfies Invoice;

export const CONVERTED_EXAMPLE = {
  ...INVOICE_EXAMPLE,
  quote: {
    ...QUOTE_EXAMPLE,
    status: 'CONVERTED',
    convertedAt: INVOICE_EXAMPLE.createdAt,
    invoiceId: INVOICE_EXAMPLE.id,
    invoices: [
      {
        id: INVOICE_EXAMPLE.id,
        number: INVOICE_EXAMPLE.number,
        stage: null,
        total: INVOICE_EXAMPLE.total,
      },
    ],
  } satisfies Quote,
} satisfies ConvertedInvoice;
