import type { Command } from '../command.ts';
import { account, json } from '../options.ts';

export const CUSTOMER_COMMANDS: readonly Command[] = [
  {
    name: 'customers list',
    summary: 'List the customers',
    options: {
      search: { value: 'TEXT', help: 'Only customers with this text in id, name or email address' },
      limit: { value: 'N', help: 'Customers per page (default: 100, at most 10000)' },
      page: { value: 'N', help: 'Number of the page (default: 1)' },
      account,
      json,
    },
    load: () => import('./list.ts'),
  },
  {
    name: 'customers export',
    summary: 'Write all about a customer into a ZIP file',
    args: '<customer-id>',
    minArgs: 1,
    maxArgs: 1,
    options: { out: { value: 'FILE', help: 'The file to write' }, account, json },
    details: `The customer, its quotes, invoices, messages and history as JSON, and all PDFs, attachments and captured
emails.`,
    examples: ['proffer customers export cus_ada --out ada.zip'],
    load: async () => ({ run: (await import('./erase.ts')).exportOne }),
  },
  {
    name: 'customers erase',
    summary: 'Erase a customer for good',
    args: '<customer-id>',
    minArgs: 1,
    maxArgs: 1,
    options: { yes: { help: 'Confirm: this cannot be undone' }, account, json },
    details: `Invoices and accepted quotes with their evidence are kept as long as the law requires (retentionYears of the
account) and are listed; everything else about the customer is overwritten. See docs/privacy.md.`,
    examples: ['proffer customers erase cus_ada --yes'],
    load: async () => ({ run: (await import('./erase.ts')).erase }),
  },
  {
    name: 'erasures export',
    summary: 'Print the list of erasures, which contains hashes only',
    options: { out: { value: 'FILE', help: 'Write it to a file instead' } },
    details: `Keep it apart from the backups of a PostgreSQL database, and apply it after a restore. With the embedded
database, the service keeps it in DATA_DIR/erasures.jsonl and applies it at every start.`,
    examples: ['proffer erasures export --out erasures.jsonl'],
    load: async () => ({ run: (await import('./erase.ts')).exportErasures }),
  },
  {
    name: 'erasures apply',
    summary: 'Erase again what the restore of an older backup has brought back',
    args: '<file>',
    minArgs: 1,
    maxArgs: 1,
    options: { json },
    details: 'Run it after the restore, before the service starts. It can be repeated.',
    examples: ['proffer erasures apply erasures.jsonl'],
    load: async () => ({ run: (await import('./erase.ts')).applyErasureList }),
  },
];
