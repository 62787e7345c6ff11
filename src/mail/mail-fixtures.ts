import type { Acceptance } from '../domain/acceptance.ts';
import type { QuoteMailData } from './quote-facts.ts';

const AT = '2026-03-02T09:30:00.000Z';

/** A quote, its customer and its seller, for tests and for the gallery. */
export function quoteMailData(
  change: {
    quote?: Partial<QuoteMailData['quote']>;
    customer?: Partial<QuoteMailData['customer']>;
    account?: Partial<QuoteMailData['account']>;
  } = {},
): QuoteMailData {
  return {
    quote: { ...QUOTE, ...change.quote },
    customer: { ...CUSTOMER, ...change.customer },
    account: { ...ACCOUNT, ...change.account },
  };
}

export const PUBLIC_URL = 'https://quotes.nordlicht.example/q/3vT9rXk0oLq2WmYc7dZ1uHsBfNpEaGj5iQ8tR4yU6wA';

export const ACCEPTED: Acceptance = {
  quoteId: 'quo_1',
  decision: 'ACCEPTED',
  by: 'customer',
  name: 'Ada Lovelace',
  at: '2026-03-09T14:05:00.000Z',
  revision: 1,
  documentSha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  signature: null,
  reason: null,
  ip: '203.0.113.7',
  userAgent: 'Mozilla/5.0',
};

export const DECLINED: Acceptance = {
  ...ACCEPTED,
  decision: 'DECLINED',
  name: null,
  reason: 'The price is fine, but we have decided to wait until autumn.\nThank you for the quick work.',
};

const QUOTE: QuoteMailData['quote'] = {
  id: 'quo_1',
  number: 'Q-2026-00042',
  status: 'SENT',
  customerId: 'cus_1',
  title: 'Redesign of the shop and its checkout',
  description: null,
  items: [{ description: 'Design', quantity: 1, unitPrice: 1248000, taxRate: 20, amount: 1248000 }],
  discountType: null,
  discountValue: null,
  currency: 'EUR',
  subtotal: 1248000,
  discountAmount: 0,
  taxAmount: 249600,
  total: 1497600,
  terms: null,
  notes: 'For our eyes only',
  validUntil: '2026-04-01T16:00:00.000Z',
  createdAt: AT,
  updatedAt: AT,
  sentAt: AT,
  acceptedAt: null,
  declinedAt: null,
  convertedAt: null,
  invoiceId: null,
  revision: 1,
  viewedAt: null,
  acceptedBy: null,
  declineReason: null,
};

const CUSTOMER: QuoteMailData['customer'] = {
  id: 'cus_1',
  name: 'Ada Lovelace',
  email: 'ada@example.org',
  phone: null,
  address: '12 St James’s Square\nLondon SW1Y 4JH',
  country: 'GB',
  taxId: null,
  locale: 'en-GB',
  createdAt: AT,
  updatedAt: AT,
};

const ACCOUNT: QuoteMailData['account'] = {
  id: 'acc_1',
  kind: 'live',
  name: 'Nordlicht Studio',
  address: '14 Harbour Row\nBristol BS1 4RN',
  country: 'GB',
  taxId: 'GB 123 4567 89',
  email: 'hello@nordlicht.example',
  phone: '+44 117 496 0000',
  website: 'https://nordlicht.example',
  logo: null,
  accentColor: '#0f766e',
  currency: 'EUR',
  locale: 'en-GB',
  timeZone: 'Europe/London',
  paperSize: null,
  quoteNumberFormat: 'Q-{year}-{sequence}',
  invoiceNumberFormat: 'INV-{year}-{sequence}',
  defaultTerms: null,
  validityDays: 30,
  replyTo: null,
  reminderDays: null,
  createdAt: AT,
  updatedAt: AT,
};
