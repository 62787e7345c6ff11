import type { ApiCommand } from '../api/api-command.ts';
import type { Command } from '../command.ts';
import { account, json } from '../options.ts';

export const CUSTOMER_COMMANDS: readonly ApiCommand[] = [
  {
    name: 'customers list',
    summary: 'List the customers',
    operation: 'listCustomers',
    routes: () => import('../../api/routes/customers.ts'),
    columns: ['id', 'name', 'email', 'country', 'locale'],
  },
  {
    name: 'customers show',
    summary: 'Show a customer',
    operation: 'getCustomer',
    routes: () => import('../../api/routes/customers.ts'),
    names: 'customer',
    facts: [
      ...[
        'id',
        'name',
        'contactName',
        'email',
        'phone',
        'address',
        'street',
        'street2',
        'postalCode',
        'city',
      ],
      ...['region', 'country', 'taxId', 'kind', 'locale', 'createdAt', 'updatedAt'],
    ],
    examples: ['proffer customers show cus_ada'],
  },
];

/** Commands that work on the database: no key may export or erase a customer. */
export const ERASURE_COMMANDS: readonly Command[] = [
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
  {
    name: 'places export',
    summary: 'Print how far each account has come: its last event and its last numbers',
    options: { out: { value: 'FILE', help: 'Write it to a file instead' } },
    details: `Keep it apart from the backups of a PostgreSQL database, as new as you can, and apply it after a restore. With the
embedded database, the service keeps it in DATA_DIR/places.jsonl and looks at every start.`,
    examples: ['proffer places export --out places.jsonl'],
    load: async () => ({ run: (await import('./places.ts')).exportPlaces }),
  },
  {
    name: 'places apply',
    summary: 'After the restore of an older backup: let nothing go out by itself, and skip numbers',
    args: '<file>',
    minArgs: 1,
    maxArgs: 1,
    options: {
      skip: {
        value: 'N',
        help: 'Skip so many numbers more, which may have been given after the list was written',
      },
      json,
    },
    details: 'Run it after the restore, before the service starts. People continue each account on Home.',
    examples: ['proffer places apply places.jsonl', 'proffer places apply places.jsonl --skip 100'],
    load: async () => ({ run: (await import('./places.ts')).applyPlaceList }),
  },
];
