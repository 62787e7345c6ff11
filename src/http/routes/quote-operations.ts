import { KNOWN_PAYMENT_METHODS } from '../../domain/invoice.ts';
import { QUOTE_STATUSES } from '../../domain/quote/quote.ts';
import { INVOICE_EXAMPLE, QUOTE_EXAMPLE } from '../../schemas/examples.ts';
import { pageOf, pageParameters } from '../../schemas/list.ts';
import { ConvertQuote, CreateQuote, InvoiceSchema, PatchQuote, QuoteSchema } from '../../schemas/schemas.ts';
import { QUOTE_SORTS } from '../../store/search/quote-list.ts';
import type { Operation } from '../api/endpoint.ts';

/** What the document says of the operations on quotes; the handlers are in quote-routes.ts. */

const quote = { description: 'The quote', schema: QuoteSchema, example: QUOTE_EXAMPLE };

export const listQuotes: Operation = {
  id: 'listQuotes',
  tag: 'Quotes',
  summary: 'List quotes',
  query: {
    ...pageParameters,
    search: { type: 'string', description: 'Substring of the number or the title, in any script and case' },
    status: { type: 'string', enum: [...QUOTE_STATUSES] },
    customerId: { type: 'string' },
    sort: { type: 'string', enum: [...QUOTE_SORTS], default: '-createdAt' },
  },
  answers: {
    200: {
      description: 'A page of quotes',
      schema: pageOf(QuoteSchema),
      example: examplePage(QUOTE_EXAMPLE),
    },
  },
  problems: ['validation_failed'],
};

export const getQuote: Operation = {
  id: 'getQuote',
  tag: 'Quotes',
  summary: 'Get a quote',
  headers: ['If-None-Match'],
  answers: { 200: quote, 304: { description: 'Not changed since the ETag in If-None-Match' } },
  problems: ['not_found'],
};

export const createQuote: Operation = {
  id: 'createQuote',
  tag: 'Quotes',
  summary: 'Create a quote',
  description: 'Gives a `DRAFT` with a number of its own. The customer must exist.',
  headers: ['Idempotency-Key'],
  body: {
    schema: CreateQuote,
    example: {
      customerId: 'cus_demo',
      title: 'Website redesign',
      items: [
        { description: 'Design', quantity: 12.5, unitPrice: 9000, taxRate: 19 },
        { description: 'Hosting, one year', quantity: 1, unitPrice: 24000, taxRate: 19 },
      ],
      discountType: 'percentage',
      discountValue: 10,
    },
  },
  answers: { 201: { ...quote, description: 'The new quote; its address is in `Location`' } },
  problems: [
    'validation_failed',
    'malformed_json',
    'customer_unknown',
    'body_too_large',
    'unsupported_media_type',
    'idempotency_mismatch',
    'idempotency_in_progress',
  ],
};

export const patchQuote: Operation = {
  id: 'updateQuote',
  tag: 'Quotes',
  summary: 'Update a quote',
  description:
    'A merge patch: absent fields stay, `null` clears an optional field, `items` is replaced whole. A change of the content of an answered quote takes it back to `DRAFT`.',
  headers: ['If-Match'],
  body: { schema: PatchQuote, example: { validUntil: '2027-01-31T12:00:00.000Z' } },
  answers: { 200: quote },
  problems: [
    'not_found',
    'quote_converted',
    'precondition_failed',
    'validation_failed',
    'malformed_json',
    'customer_unknown',
    'body_too_large',
    'unsupported_media_type',
  ],
};

export const deleteQuote: Operation = {
  id: 'deleteQuote',
  tag: 'Quotes',
  summary: 'Delete a quote',
  description: 'Its number is not given again.',
  headers: ['If-Match'],
  answers: { 204: { description: 'Deleted' } },
  problems: ['not_found', 'quote_converted', 'precondition_failed'],
};

export const convertQuote: Operation = {
  id: 'convertQuote',
  tag: 'Quotes',
  summary: 'Convert a quote to an invoice, once',
  description: `Known payment methods: ${KNOWN_PAYMENT_METHODS.join(', ')}.`,
  headers: ['Idempotency-Key', 'If-Match'],
  body: {
    schema: ConvertQuote,
    optional: true,
    example: { dueDate: '2026-12-31', paymentMethod: 'ONLINE_PAYMENT' },
  },
  answers: {
    201: {
      description: 'The invoice, with the converted quote in `quote`',
      schema: {
        ...InvoiceSchema,
        properties: { ...InvoiceSchema.properties, quote: QuoteSchema },
        required: [...(InvoiceSchema.required ?? []), 'quote'],
      },
      example: {
        ...INVOICE_EXAMPLE,
        quote: {
          ...QUOTE_EXAMPLE,
          status: 'CONVERTED',
          convertedAt: INVOICE_EXAMPLE.createdAt,
          invoiceId: INVOICE_EXAMPLE.id,
        },
      },
    },
  },
  problems: [
    'not_found',
    'quote_converted',
    'precondition_failed',
    'validation_failed',
    'malformed_json',
    'body_too_large',
    'unsupported_media_type',
    'idempotency_mismatch',
    'idempotency_in_progress',
  ],
};

function examplePage(entry: unknown) {
  return {
    data: [entry],
    pagination: { page: 1, limit: 20, total: 1, totalPages: 1, hasMore: false },
  };
}
