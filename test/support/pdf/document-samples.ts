import type { Account } from '../../../src/domain/account/account.ts';
import type { Customer } from '../../../src/domain/customer.ts';
import type { DocumentSource } from '../../../src/domain/document.ts';
import { computeTotals } from '../../../src/domain/money/totals.ts';
import type { Acceptance } from '../../../src/domain/quote/acceptance.ts';
import type { Quote } from '../../../src/domain/quote/quote.ts';

type Item = [description: string, quantity: number, unitPrice: number, taxRate?: number];

const account: Account = {
  id: 'acc_1',
  kind: 'live',
  name: 'Studio Nord GmbH',
  address: 'Oranienstraße 24\n10999 Berlin\nGermany',
  country: 'DE',
  taxId: 'DE 298 114 302',
  email: 'hello@studio-nord.example',
  phone: '+49 30 901820',
  website: 'studio-nord.example',
  logo: null,
  accentColor: '#1f5eff',
  currency: 'EUR',
  locale: 'en',
  timeZone: 'Europe/Berlin',
  paperSize: null,
  quoteNumberFormat: 'Q-{year}-{sequence}',
  invoiceNumberFormat: 'INV-{year}-{sequence}',
  defaultTerms: null,
  validityDays: 30,
  replyTo: null,
  reminderDays: null,
  createdAt: '2026-01-02T09:00:00.000Z',
  updatedAt: '2026-01-02T09:00:00.000Z',
};

const customer: Customer = {
  id: 'cus_1',
  name: 'Harbour & Vale Ltd.',
  email: 'accounts@harbourvale.example',
  phone: null,
  address: 'Attn. Eleanor Marsh\n18 Quayside\nBristol BS1 4QA\nUnited Kingdom',
  country: 'GB',
  taxId: 'GB 214 6630 17',
  locale: 'en-GB',
  createdAt: '2026-01-02T09:00:00.000Z',
  updatedAt: '2026-01-02T09:00:00.000Z',
};

const quote: Quote = {
  id: 'quo_1',
  number: 'Q-2026-00012',
  status: 'SENT',
  customerId: 'cus_1',
  title: 'Website redesign',
  description: null,
  items: [],
  discountType: null,
  discountValue: null,
  currency: 'EUR',
  subtotal: 0,
  discountAmount: 0,
  taxAmount: 0,
  total: 0,
  terms: null,
  notes: 'INTERNAL: never on the document',
  validUntil: '2026-04-01T21:59:59.000Z',
  createdAt: '2026-03-02T09:15:00.000Z',
  updatedAt: '2026-03-02T09:15:00.000Z',
  sentAt: '2026-03-02T09:20:00.000Z',
  acceptedAt: null,
  declinedAt: null,
  convertedAt: null,
  invoiceId: null,
  revision: 1,
  viewedAt: null,
  acceptedBy: null,
  declineReason: null,
};

export interface SampleOptions {
  quote?: Partial<Quote>;
  customer?: Partial<Customer>;
  account?: Partial<Account>;
  acceptance?: Partial<Acceptance> | null;
  items: Item[];
}

export function sampleQuote(options: SampleOptions): Extract<DocumentSource, { kind: 'quote' }> {
  const { items, ...rest } = options;
  const lines = items.map(([description, quantity, unitPrice, taxRate = 0]) => ({
    description,
    quantity,
    unitPrice,
    taxRate,
  }));
  const { discountType = null, discountValue = null } = rest.quote ?? {};
  const totals = computeTotals({ items: lines, discountType, discountValue });
  return {
    kind: 'quote',
    account: { ...account, ...rest.account },
    customer: { ...customer, ...rest.customer },
    quote: {
      ...quote,
      ...rest.quote,
      items: lines.map((line, index) => ({ ...line, amount: totals.amounts[index] ?? 0 })),
      subtotal: totals.subtotal,
      discountAmount: totals.discountAmount,
      taxAmount: totals.taxAmount,
      total: totals.total,
    },
    acceptance: rest.acceptance ? { ...acceptance, ...rest.acceptance } : null,
  };
}

const acceptance: Acceptance = {
  quoteId: 'quo_1',
  decision: 'ACCEPTED',
  by: 'customer',
  name: 'Eleanor Marsh',
  at: '2026-03-09T14:31:00.000Z',
  revision: 1,
  documentSha256: 'f2ca1bb6c7e907d06dafe4687e579fce76b37e4e93b7605022da52e6ccc26fd2',
  signature: null,
  reason: null,
  ip: '203.0.113.9',
  userAgent: 'Mozilla/5.0',
};

export function sampleInvoice(options: SampleOptions): DocumentSource {
  const { account, customer, quote } = sampleQuote(options);
  return {
    kind: 'invoice',
    account,
    customer,
    invoice: {
      ...quote,
      id: 'inv_1',
      number: 'INV-2026-00007',
      quoteId: quote.id,
      quoteNumber: quote.number,
      status: 'DRAFT',
      customer,
      issueDate: '2026-03-10',
      dueDate: '2026-04-09',
      paymentMethod: 'BANK_TRANSFER',
      createdAt: '2026-03-10T08:00:00.000Z',
    },
  };
}

/** As many lines as are wanted, no two alike. */
export function manyItems(count: number, seed = ''): Item[] {
  const work = [
    'Concept workshop',
    'Interface design',
    'Implementation',
    'Content editing',
    'Quality assurance',
  ];
  return Array.from({ length: count }, (_, index) => [
    `${work[index % work.length]} ${seed}${index + 1}`,
    (index % 7) + 1,
    4_500 + ((index * 137) % 9_000),
    index % 3 === 0 ? 7 : 19,
  ]);
}
