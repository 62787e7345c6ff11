import type { Quote } from '../../domain/quote/quote.ts';
import type { ApiCommand, Captured } from '../api/api-command.ts';
import { force } from '../options.ts';

export const QUOTE_COMMANDS: readonly ApiCommand[] = [
  {
    name: 'quotes list',
    summary: 'List the quotes',
    operation: 'listQuotes',
    routes: () => import('../../api/routes/quotes/list.ts'),
    query: { fields: 'summary' },
    columns: ['number', 'status', 'customerName', 'title', 'total', 'validUntil', 'views'],
    examples: [
      'proffer quotes list --status sent,expired',
      'proffer quotes list --sort=-updatedAt --limit 20',
    ],
  },
  {
    name: 'quotes show',
    summary: 'Show a quote and its items',
    operation: 'getQuote',
    routes: () => import('../../api/routes/quotes/get.ts'),
    names: 'quote',
    facts: [
      ...['number', 'id', 'status', 'customerId', 'title', 'reference', 'subtotal', 'discountAmount'],
      ...['taxAmount', 'total', 'validUntil', 'createdAt', 'sentAt', 'viewedAt', 'acceptedAt', 'acceptedBy'],
      ...['declinedAt', 'declineReason', 'convertedAt', 'contractTotal', 'recurringFrom'],
    ],
    rows: {
      items: ['description', 'quantity', 'unitPrice', 'taxRate', 'amount'],
      recurring: ['interval', 'periods', 'subtotal', 'taxAmount', 'total'],
      series: ['id', 'interval', 'periods', 'invoiced', 'nextDate', 'endsOn', 'state'],
    },
    examples: ['proffer quotes show Q-2026-00012', 'proffer quotes show Q-2026-00012 --json'],
  },
  {
    name: 'quotes send',
    summary: 'Email a quote to its customer',
    operation: 'sendQuote',
    routes: () => import('../../api/routes/quotes/send.ts'),
    names: 'quote',
    mails: 'quote.sent',
    show: ({ number, status }: Quote, { captured }: Captured) =>
      `${number} is ${status}${captured ? ': captured, not delivered' : ''}\n`,
    examples: [
      'proffer quotes send Q-2026-00012',
      'proffer quotes send Q-2026-00012 --email ada@example.com',
    ],
  },
  {
    name: 'quotes remind',
    summary: 'Remind the customer of a quote',
    operation: 'remindCustomer',
    routes: () => import('../../api/routes/quotes/remind.ts'),
    names: 'quote',
    mails: 'quote.sent',
    show: ({ number }: Quote, { captured }: Captured) =>
      `The reminder of ${number} is queued${captured ? '; the last email was captured, not delivered' : ''}\n`,
    examples: ['proffer quotes remind Q-2026-00012'],
  },
  {
    name: 'quotes convert',
    summary: 'Convert a quote, or one stage of it, to an invoice',
    operation: 'convertQuote',
    routes: () => import('../../api/routes/quotes/convert.ts'),
    names: 'quote',
    show: ({ number, quote }: { number: string; quote: Quote }) =>
      `${number} is the invoice of ${quote.number}\n`,
    examples: ['proffer quotes convert Q-2026-00012', 'proffer quotes convert Q-2026-00012 --stage 0'],
  },
  {
    name: 'quotes end-recurring',
    summary: 'End the recurring invoices of a quote',
    operation: 'endRecurring',
    routes: () => import('../../api/routes/quotes/end-recurring.ts'),
    names: 'quote',
    show: ({ number, series = [] }: Quote) =>
      series
        .map(({ id, state, endsOn }) => `${number} ${id} is ${state} until ${endsOn ?? 'it is ended'}\n`)
        .join(''),
    examples: [
      'proffer quotes end-recurring Q-2026-00012',
      'proffer quotes end-recurring Q-2026-00012 --on 2027-03-01',
    ],
  },
  {
    name: 'quotes proposals',
    summary: 'List the changes that the customer asked for',
    operation: 'listProposals',
    routes: () => import('../../api/routes/agreement/proposals.ts'),
    names: 'quote',
    columns: ['id', 'state', 'author', 'createdAt', 'text'],
    examples: ['proffer quotes proposals Q-2026-00012'],
  },
  {
    name: 'quotes apply-proposal',
    summary: 'Change a quote as the customer asked',
    operation: 'applyProposal',
    routes: () => import('../../api/routes/agreement/proposals.ts'),
    names: 'quote',
    moreArgs: '<proposal>',
    show: ({ number, revision, status }: Quote) => `${number} has revision ${revision} and is ${status}\n`,
    examples: ['proffer quotes apply-proposal Q-2026-00012 prp_01k0a1b2c3d4e5f6g7h8j9kmnp'],
  },
  {
    name: 'quotes decline-proposal',
    summary: 'Decline the changes that the customer asked for',
    operation: 'declineProposal',
    routes: () => import('../../api/routes/agreement/proposals.ts'),
    names: 'quote',
    moreArgs: '<proposal>',
    mails: 'quote.change_declined',
    show: (_, { captured }: Captured) =>
      `The changes are declined, and the answer is ${captured ? 'captured, not delivered' : 'in the thread'}\n`,
    examples: [
      'proffer quotes decline-proposal Q-2026-00012 prp_01k0a1b2c3d4e5f6g7h8j9kmnp --text "Sorry, no."',
    ],
  },
  {
    name: 'quotes pdf',
    summary: 'Write the PDF of a quote',
    operation: 'getQuotePdf',
    routes: () => import('../../api/routes/documents.ts'),
    names: 'quote',
    moreArgs: '<file>',
    moreOptions: { force },
    act: async () => (await import('../api/save-file.ts')).savePdf,
    examples: ['proffer quotes pdf Q-2026-00012 quote.pdf'],
  },
  {
    name: 'quotes evidence',
    summary: 'Write the evidence of the decision on a quote',
    operation: 'getQuoteEvidence',
    routes: () => import('../../api/routes/agreement/evidence.ts'),
    names: 'quote',
    moreArgs: '<file>',
    moreOptions: { force },
    details: `A ZIP with the accepted document, the record of the acceptance and its signature, which can be checked without the
service; its README.txt says how. "proffer verify" compares it with what the service has stored.`,
    act: async () => (await import('../api/save-file.ts')).saveZip,
    examples: ['proffer quotes evidence Q-2026-00012 evidence.zip'],
  },
  {
    name: 'quotes export',
    summary: 'Write quotes as CSV or JSON',
    operation: 'listQuotes',
    routes: () => import('../../api/routes/quotes/list.ts'),
    options: { page: null, limit: null },
    moreArgs: '[file]',
    moreOptions: { force },
    details: `Without a file, or with -, to stdout. CSV has the columns that docs/api.md lists. With --json, or if the name of the
file ends with .json, the output has complete quotes.`,
    act: async () => (await import('./export.ts')).exportQuotes,
    examples: [
      'proffer quotes export quotes.csv --created-from 2026-01-01',
      'proffer quotes export quotes.json',
      "proffer quotes export --status accepted --json | jq '.data | length'",
    ],
  },
];
