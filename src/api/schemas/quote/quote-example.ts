import type { Quote } from '../../../domain/quote/quote.ts';
import { mapTexts, TEXT_NAMES } from '../../../domain/quote/quote-texts.ts';
import type { Series } from '../../../domain/quote/recurring/series.ts';
import { SCHEDULE_EXAMPLE } from './payment-schedule.ts';

export const QUOTE_EXAMPLE = {
  id: 'quo_01k0a1b2c3d4e5f6g7h8j9kmnp',
  number: 'Q-2026-00001',
  status: 'DRAFT',
  customerId: 'cus_demo',
  title: 'Website redesign',
  ...mapTexts(TEXT_NAMES, () => null),
  items: [
    {
      id: 'itm_d4e5f6g7h8j9kmnp00',
      description: 'Design',
      quantity: 12.5,
      unitPrice: 9000,
      taxRate: 19,
      amount: 112500,
      unit: 'h',
    },
    {
      id: 'itm_d4e5f6g7h8j9kmnp01',
      description: 'Hosting, one year',
      quantity: 1,
      unitPrice: 24000,
      taxRate: 19,
      amount: 24000,
      optional: true,
      selected: true,
    },
  ],
  discountType: 'percentage',
  discountValue: 10,
  currency: 'EUR',
  subtotal: 136500,
  discountAmount: 13650,
  taxAmount: 23342,
  total: 146192,
  taxes: [{ rate: 19, net: 122850, tax: 23342 }],
  sections: [],
  paymentSchedule: SCHEDULE_EXAMPLE,
  validUntil: '2026-12-01T09:30:00.000Z',
  createdAt: '2026-11-01T09:30:00.000Z',
  updatedAt: '2026-11-01T09:30:00.000Z',
  sentAt: null,
  acceptedAt: null,
  declinedAt: null,
  convertedAt: null,
  invoiceId: null,
  invoices: [],
  revision: 1,
  viewedAt: null,
  acceptedBy: null,
  declineReason: null,
  reference: 'PO-2231',
  metadata: { dealId: '18' },
  attachments: [],
  pricesIncludeTax: false,
  invoiceOnAcceptance: false,
  show: { linePrices: true, quantities: true },
} satisfies Quote;

const PAIR = { interval: 'month', periods: 24 } as const;

export const SERIES_EXAMPLE = {
  ...{ id: 'ser_01k0a1b2c3d4e5f6g7h8j9kmnp', ...PAIR, invoiced: 1, nextDate: '2027-01-01' },
  ...{ endsOn: '2027-01-31', state: 'active' },
} satisfies Series;

/** A converted quote with something once and something each month. */
export const RECURRING_QUOTE_EXAMPLE = {
  ...QUOTE_EXAMPLE,
  status: 'CONVERTED',
  items: [
    {
      id: 'itm_d4e5f6g7h8j9kmnp00',
      description: 'Design',
      quantity: 1,
      unitPrice: 120000,
      taxRate: 19,
      amount: 120000,
    },
    {
      ...{ id: 'itm_d4e5f6g7h8j9kmnp01', description: 'Support', quantity: 1, unitPrice: 8000 },
      ...{ taxRate: 19, amount: 8000, recurring: PAIR },
    },
  ],
  ...{ discountType: null, discountValue: null, paymentSchedule: null },
  ...{ subtotal: 128000, discountAmount: 0, taxAmount: 24320, total: 152320 },
  taxes: [{ rate: 19, net: 128000, tax: 24320 }],
  convertedAt: '2026-11-05T10:00:00.000Z',
  invoiceId: 'inv_01k0a1b2c3d4e5f6g7h8j9kmnp',
  invoices: [{ id: 'inv_01k0a1b2c3d4e5f6g7h8j9kmnp', number: 'INV-2026-00001', stage: null, total: 152320 }],
  recurringFrom: '2026-12-01',
  recurring: [
    {
      ...{ ...PAIR, subtotal: 8000, discountAmount: 0 },
      ...{ taxes: [{ rate: 19, net: 8000, tax: 1520 }], taxAmount: 1520, total: 9520 },
    },
  ],
  contractTotal: 371280,
  series: [SERIES_EXAMPLE],
} satisfies Quote;
