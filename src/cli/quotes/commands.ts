import type { Command, Option } from '../command.ts';
import { account, json } from '../options.ts';

const whichQuotes: Record<string, Option> = {
  search: { value: 'TEXT', help: 'Only those with this text in number or title' },
  status: { value: 'STATUS,…', help: 'Only those of this status, or of several' },
  customer: { value: 'ID', help: 'Only those of this customer' },
  reference: { value: 'TEXT', help: 'Only those with this reference' },
  'created-from': { value: 'DATE', help: 'Only those created on this day (UTC) or later' },
  'created-to': { value: 'DATE', help: 'Only those created on this day (UTC) or earlier' },
  'updated-from': { value: 'DATE', help: 'Only those changed on this day (UTC) or later' },
  sort: {
    value: 'FIELD',
    help: 'createdAt, updatedAt or validUntil; with a - the latest first (default: -createdAt)',
  },
};

export const QUOTE_COMMANDS: readonly Command[] = [
  {
    name: 'quotes list',
    summary: 'List the quotes',
    options: {
      ...whichQuotes,
      limit: { value: 'N', help: 'How many (default: 100, at most 1000)' },
      page: { value: 'N', help: 'Which page of that many (default: 1)' },
      account,
      json,
    },
    examples: [
      'proffer quotes list --status sent,expired',
      'proffer quotes list --sort=-updatedAt --limit 20',
    ],
    load: () => import('./list.ts'),
  },
  {
    name: 'quotes show',
    summary: 'Show a quote and its items',
    args: '<number|id>',
    minArgs: 1,
    maxArgs: 1,
    options: { account, json },
    examples: ['proffer quotes show Q-2026-00012', 'proffer quotes show Q-2026-00012 --json'],
    load: () => import('./show.ts'),
  },
  {
    name: 'quotes send',
    summary: 'Email a quote to its customer, through the running service',
    args: '<number|id>',
    minArgs: 1,
    maxArgs: 1,
    options: {
      email: { value: 'ADDRESS', help: 'Send it to this address instead' },
      message: { value: 'TEXT', help: 'What to say to the customer' },
      url: { value: 'URL', help: 'Where the service runs (default: by HOST and PORT)' },
      account,
      json,
    },
    details: 'A key is made for this one call, and revoked afterwards.',
    examples: [
      'proffer quotes send Q-2026-00012',
      'proffer quotes send Q-2026-00012 --email ada@example.com',
    ],
    load: () => import('./send.ts'),
  },
  {
    name: 'quotes export',
    summary: 'Write quotes as CSV or JSON',
    args: '[file]',
    maxArgs: 1,
    options: { ...whichQuotes, force: { help: 'Replace the file if it exists' }, account, json },
    details: `Without a file, or with -, to stdout. CSV has the columns of GET /api/v1/quotes with Accept: text/csv, see
docs/api.md. With --json, or into a file whose name ends with .json, it is a list of whole quotes.`,
    examples: [
      'proffer quotes export quotes.csv --created-from 2026-01-01',
      'proffer quotes export quotes.json',
      'proffer quotes export --status accepted --json | jq length',
    ],
    load: () => import('./export.ts'),
  },
];
