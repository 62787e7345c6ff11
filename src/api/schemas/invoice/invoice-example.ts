import { getDefaults } from '../../../domain/fields.ts';
import type { Invoice } from '../../../domain/invoice/invoice.ts';
import { INVOICE_TEXTS } from '../../../domain/invoice/invoice-fields.ts';
import type { Quote } from '../../../domain/quote/quote.ts';
import { SHOWN_CUSTOMER_EXAMPLE } from '../customer.ts';
import type { ConvertedInvoice } from '../invoice.ts';
import { QUOTE_EXAMPLE } from '../quote/quote-example.ts';

export const INVOICE_EXAMPLE = {
  ...getDefaults(INVOICE_TEXTS),
  printedNotes: null,
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
  createdAt: '2026-11-05T10:00:00.000Z',
  reference: QUOTE_EXAMPLE.reference,
  metadata: QUOTE_EXAMPLE.metadata,
  stage: null,
  previousInvoices: [],
  kind: 'INVOICE',
  amountPaid: 0,
  amountCredited: 0,
  amountDue: QUOTE_EXAMPLE.total,
  overdue: false,
  issuedAt: null,
  sentAt: null,
  viewedAt: null,
  paidAt: null,
  updatedAt: '2026-11-05T10:00:00.000Z',
  supplyDate: null,
  supplyPeriod: null,
  ...{ creditedInvoiceId: null, creditReason: null },
  ...{ pricesIncludeTax: false, eInvoice: null, series: null },
} satisfies Invoice;

export const ISSUED_EXAMPLE: Invoice = {
  ...INVOICE_EXAMPLE,
  status: 'ISSUED',
  issuedAt: '2026-11-05T10:05:00.000Z',
  updatedAt: '2026-11-05T10:05:00.000Z',
};

export const CREDIT_NOTE_EXAMPLE: Invoice = {
  ...ISSUED_EXAMPLE,
  id: 'inv_01k0b7d8e9f0g1h2j3k4m5n6pq',
  number: 'CN-2026-00001',
  kind: 'CREDIT_NOTE',
  dueDate: null,
  amountDue: 0,
  metadata: {},
  creditedInvoiceId: INVOICE_EXAMPLE.id,
  creditReason: 'Cancelled by agreement',
};

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
