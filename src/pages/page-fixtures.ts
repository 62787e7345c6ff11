import { createHash } from 'node:crypto';
import type { Acceptance } from '../domain/acceptance.ts';
import type { Account } from '../domain/account.ts';
import type { Customer } from '../domain/customer.ts';
import type { Quote } from '../domain/quote.ts';
import { computeTotals } from '../domain/totals.ts';
import type { QuotePageView } from './quote-view.ts';

/** A complete view for tests: a quote that waits for its answer, with what the test wants otherwise. */
export function quoteView(change: ViewChange = {}): QuotePageView {
  const quote = withTotals({ ...QUOTE, ...change.quote });
  return {
    acceptance: null,
    base: '/q/fixture-token',
    pdfUrl: '/files/quote.pdf',
    documentSha256: SHA,
    ...change,
    quote,
    customer: { ...CUSTOMER, ...change.customer },
    account: { ...ACCOUNT, ...change.account },
    totals: computeTotals(quote),
  };
}

interface ViewChange extends Partial<Omit<QuotePageView, 'quote' | 'customer' | 'account' | 'totals'>> {
  quote?: Partial<Quote>;
  customer?: Partial<Customer>;
  account?: Partial<Account>;
}

function withTotals(quote: Quote): Quote {
  const { amounts, subtotal, discountAmount, taxAmount, total } = computeTotals(quote);
  const items = quote.items.map((item, index) => ({ ...item, amount: amounts[index] ?? 0 }));
  return { ...quote, items, subtotal, discountAmount, taxAmount, total };
}

const SHA = createHash('sha256').update('a document').digest('hex');
const AT = '2026-03-02T09:30:00.000Z';
const LOGO_SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 220 56" width="220" height="56"><rect y="4" width="48" height="48" rx="12" fill="#0f766e"/><path d="M14 34l10-16 10 16z" fill="#fff"/><text x="62" y="37" font-family="sans-serif" font-size="25" font-weight="700" fill="#12312e">Nordlicht</text></svg>';
export const LOGO = `data:image/svg+xml;base64,${Buffer.from(LOGO_SVG).toString('base64')}`;

const ACCOUNT: Account = {
  id: 'acc_1',
  kind: 'live',
  name: 'Nordlicht Studio',
  address: '14 Harbour Row\nBristol BS1 4RN',
  country: 'GB',
  taxId: 'GB 123 4567 89',
  email: 'hello@nordlicht.example',
  phone: '+44 117 496 0000',
  website: 'https://nordlicht.example',
  logo: LOGO,
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

const CUSTOMER: Customer = {
  id: 'cus_1',
  name: 'Ada Lovelace',
  email: 'ada@example.org',
  phone: null,
  address: 'Analytical Engines Ltd\n12 St James’s Square\nLondon SW1Y 4JH',
  country: 'GB',
  taxId: null,
  locale: 'en-GB',
  createdAt: AT,
  updatedAt: AT,
};

const line = (description: string, quantity: number, unitPrice: number, taxRate: number) => ({
  description,
  quantity,
  unitPrice,
  taxRate,
  amount: 0,
});

const QUOTE: Quote = {
  id: 'quo_1',
  number: 'Q-2026-00042',
  status: 'SENT',
  customerId: 'cus_1',
  title: 'Website relaunch with a new booking calendar',
  description:
    'Thank you for the good talk on Tuesday. This covers design, build and the first year of care, with two rounds of changes after each step.',
  items: [
    line('Design of five page templates\nincluding a style guide for your team', 1, 480_000, 20),
    line('Booking calendar with confirmation by email', 1, 265_000, 20),
    line('Photography on site, per hour', 7.5, 11_500, 20),
    line('Printed handbook', 25, 1_490, 5),
    line('Hosting and care for the first year, per month', 12, 6_900, 20),
  ],
  discountType: 'percentage',
  discountValue: 10,
  currency: 'EUR',
  subtotal: 0,
  discountAmount: 0,
  taxAmount: 0,
  total: 0,
  terms:
    'Half of the total is due when work begins, the rest on delivery, within 14 days of the invoice.\n\nDelivery is planned for eight weeks after acceptance. Two rounds of changes are included in each step; further changes are charged by the hour after we have agreed on them.\n\nAll rights of use pass to you with the last payment.',
  notes: 'internal: never shown',
  validUntil: '2026-04-01T22:59:00.000Z',
  createdAt: AT,
  updatedAt: AT,
  sentAt: AT,
  acceptedAt: null,
  declinedAt: null,
  convertedAt: null,
  invoiceId: null,
  revision: 2,
  viewedAt: null,
  acceptedBy: null,
  declineReason: null,
};

export const SIGNATURE =
  'M60 130L60 130Q80 40 100 60Q120 90 92 140Q130 60 150 90Q160 120 140 140L150 138M190 120L190 120Q230 60 240 110Q250 150 280 100Q300 70 310 120Q330 150 380 90Q420 60 470 118L520 96';

export const ACCEPTANCE: Acceptance = {
  quoteId: 'quo_1',
  decision: 'ACCEPTED',
  by: 'customer',
  name: 'Ada Lovelace',
  at: '2026-03-04T14:12:00.000Z',
  revision: 2,
  documentSha256: SHA,
  signature: SIGNATURE,
  reason: null,
  ip: '203.0.113.7',
  userAgent: 'Mozilla/5.0',
};

export const DECLINE: Acceptance = {
  ...ACCEPTANCE,
  decision: 'DECLINED',
  signature: null,
  documentSha256: null,
  name: null,
  reason: 'We chose another supplier this time.',
};

const WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';

/** Every state that the page can be in. */
export const STATES: Record<string, ViewChange> = {
  open: {},
  'open without terms or discount': {
    quote: { terms: null, description: null, discountType: null, discountValue: null, revision: 1 },
    account: { logo: null },
  },
  'name missing': { errors: { name: 'required' }, values: { name: '', signature: SIGNATURE } },
  'all errors': {
    errors: { name: 'tooLong', signature: 'invalid', reason: 'tooLong', question: 'required' },
    values: { name: 'A'.repeat(201), reason: 'B', question: ' ' },
  },
  changed: { notice: 'changed', quote: { revision: 3 } },
  'question sent': { notice: 'question' },
  accepted: {
    quote: { status: 'ACCEPTED', acceptedBy: 'Ada Lovelace' },
    acceptance: ACCEPTANCE,
    notice: 'accepted',
  },
  'accepted by the owner': {
    quote: { status: 'ACCEPTED', acceptedAt: ACCEPTANCE.at },
    acceptance: { ...ACCEPTANCE, by: 'owner', name: null, signature: null, documentSha256: null },
  },
  'already decided': { quote: { status: 'ACCEPTED' }, acceptance: ACCEPTANCE, notice: 'decided' },
  declined: { quote: { status: 'DECLINED' }, acceptance: DECLINE, notice: 'declined' },
  expired: { quote: { status: 'EXPIRED' }, notice: 'closed' },
  'renewal asked': { quote: { status: 'EXPIRED' }, notice: 'renewal' },
  converted: { quote: { status: 'CONVERTED', convertedAt: AT }, acceptance: ACCEPTANCE },
  'converted without an answer': { quote: { status: 'CONVERTED', convertedAt: AT } },
  'very long words': {
    quote: {
      number: `Q-2026-${'0'.repeat(30)}`,
      title: `${WORD} ${WORD}`,
      description: WORD.repeat(4),
      terms: WORD.repeat(9),
      items: [line(WORD.repeat(3), 1_234_567.8901, 999_999_999, 19.1234)],
    },
    customer: { name: WORD, address: WORD },
    account: { name: WORD, address: WORD, email: `${WORD}@example.org`, logo: null, accentColor: '#ffff00' },
  },
  revising: { quote: { status: 'DRAFT' } },
};
