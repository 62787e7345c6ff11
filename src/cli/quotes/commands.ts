import type { Command, Option } from '../command.ts';
import { account, json } from '../options.ts';

const FILTER_OPTIONS: Record<string, Option> = {
  search: { value: 'TEXT', help: 'Only quotes with this text in number or title' },
  status: { value: 'STATUS,…', help: 'Only quotes with this status, or one of several' },
  customer: { value: 'ID', help: 'Only quotes for this customer' },
  reference: { value: 'TEXT', help: 'Only quotes with this reference' },
  'created-from': { value: 'DATE', help: 'Only quotes created on this day (UTC) or later' },
  'created-to': { value: 'DATE', help: 'Only quotes created on this day (UTC) or earlier' },
  'updated-from': { value: 'DATE', help: 'Only quotes changed on this day (UTC) or later' },
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
      ...FILTER_OPTIONS,
      limit: { value: 'N', help: 'Quotes per page (default: 100, at most 1000)' },
      page: { value: 'N', help: 'Number of the page (default: 1)' },
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
      message: { value: 'TEXT', help: 'Message to the customer' },
      url: { value: 'URL', help: 'URL of the service (default: from HOST and PORT)' },
      account,
      json,
    },
    details: 'A key is created for this one request and revoked afterwards.',
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
    options: { ...FILTER_OPTIONS, force: { help: 'Replace the file if it exists' }, account, json },
    details: `Without a file, or with -, to stdout. CSV has the columns of GET /api/v1/quotes with Accept: text/csv, see
docs/api.md. With --json, or if the name of the file ends with .json, the output is a list of complete quotes.`,
    examples: [
      'proffer quotes export quotes.csv --created-from 2026-01-01',
      'proffer quotes export quotes.json',
      'proffer quotes export --status accepted --json | jq length',
    ],
    load: () => import('./export.ts'),
  },
];
