import type { Command } from '../command.ts';
import { account, json } from '../options.ts';

const url = { value: 'URL', help: 'URL of the service (default: from HOST and PORT)' };
const one = { args: '<number|id>', minArgs: 1, maxArgs: 1 };
const THROUGH_SERVICE =
  'A key is created for this one request to the running service and revoked afterwards.';

export const INVOICE_COMMANDS: readonly Command[] = [
  {
    name: 'invoices list',
    summary: 'List the invoices and credit notes',
    options: {
      search: { value: 'TEXT', help: 'Only invoices with this text in number or customer' },
      status: { value: 'STATUS,…', help: 'Only invoices with this status, or one of several' },
      customer: { value: 'ID', help: 'Only invoices of this customer' },
      overdue: { help: 'Only invoices that are overdue' },
      sort: {
        value: 'FIELD',
        help: 'createdAt, issueDate or dueDate; with a - the latest first (default: -createdAt)',
      },
      limit: { value: 'N', help: 'Invoices per page (default: 100, at most 1000)' },
      page: { value: 'N', help: 'Number of the page (default: 1)' },
      account,
      json,
    },
    examples: ['proffer invoices list --overdue', 'proffer invoices list --status issued --sort dueDate'],
    load: () => import('./list.ts'),
  },
  {
    name: 'invoices show',
    summary: 'Show an invoice and its payments',
    ...one,
    options: { account, json },
    examples: ['proffer invoices show INV-2026-00012'],
    load: () => import('./show.ts'),
  },
  {
    name: 'invoices issue',
    summary: 'Issue an invoice, through the running service',
    ...one,
    options: { date: { value: 'DATE', help: 'Issue date (default: today)' }, url, account, json },
    details: THROUGH_SERVICE,
    examples: ['proffer invoices issue INV-2026-00012'],
    load: async () => ({ run: (await import('./change.ts')).issue }),
  },
  {
    name: 'invoices send',
    summary: 'Email an invoice or a credit note to its customer, through the running service',
    ...one,
    options: {
      email: { value: 'ADDRESS', help: 'Send it to this address instead' },
      message: { value: 'TEXT', help: 'Message to the customer' },
      url,
      account,
      json,
    },
    details: `A draft is issued first. ${THROUGH_SERVICE}`,
    examples: [
      'proffer invoices send INV-2026-00012',
      'proffer invoices send INV-2026-00012 --email ada@example.com',
    ],
    load: async () => ({ run: (await import('./change.ts')).send }),
  },
  {
    name: 'invoices remind',
    summary: 'Remind the customer of an overdue invoice, through the running service',
    ...one,
    options: { url, account, json },
    details: THROUGH_SERVICE,
    examples: ['proffer invoices remind INV-2026-00012'],
    load: async () => ({ run: (await import('./change.ts')).remind }),
  },
  {
    name: 'invoices pay',
    summary: 'Record a payment, through the running service',
    ...one,
    options: {
      amount: {
        value: 'AMOUNT',
        help: 'Such as 119.00, in the currency of the invoice (default: all that is due)',
      },
      date: { value: 'DATE', help: 'Day of receipt (default: today)' },
      method: { value: 'METHOD', help: 'Such as BANK_TRANSFER (default: that of the invoice)' },
      reference: { value: 'TEXT', help: 'Reference of the payment' },
      url,
      account,
      json,
    },
    details: THROUGH_SERVICE,
    examples: ['proffer invoices pay INV-2026-00012', 'proffer invoices pay INV-2026-00012 --amount 119.00'],
    load: async () => ({ run: (await import('./change.ts')).pay }),
  },
  {
    name: 'payments import',
    summary: 'Match a bank statement with the open invoices, through the running service',
    args: '<file>',
    minArgs: 1,
    maxArgs: 1,
    options: {
      record: { help: 'Record the payments whose reference or number and amount agree' },
      decimal: {
        value: 'point|comma',
        help: 'What comes before the decimals, if a CSV file does not show it',
      },
      'date-order': {
        value: 'dmy|mdy',
        help: 'Whether day or month comes first, if a CSV file does not show it',
      },
      url,
      account,
      json,
    },
    details: `Reads CAMT.052, CAMT.053, CAMT.054 and CSV. Without --record, nothing is recorded. ${THROUGH_SERVICE}`,
    examples: ['proffer payments import statement.xml', 'proffer payments import statement.xml --record'],
    load: () => import('./import-payments.ts'),
  },
  {
    name: 'invoices credit',
    summary: 'Credit an invoice or a part of it, through the running service',
    ...one,
    options: {
      amount: { value: 'AMOUNT', help: 'With tax, such as 119.00 (default: all that is not yet credited)' },
      reason: { value: 'TEXT', help: 'Printed on the credit note' },
      url,
      account,
      json,
    },
    details: THROUGH_SERVICE,
    examples: ['proffer invoices credit INV-2026-00012 --reason "Cancelled by agreement"'],
    load: async () => ({ run: (await import('./change.ts')).credit }),
  },
  {
    name: 'invoices pdf',
    summary: 'Write the PDF of an invoice, through the running service',
    args: '<number|id> <file>',
    minArgs: 2,
    maxArgs: 2,
    options: { force: { help: 'Replace the file if it exists' }, url, account },
    details: THROUGH_SERVICE,
    examples: ['proffer invoices pdf INV-2026-00012 invoice.pdf'],
    load: async () => ({ run: (await import('./change.ts')).pdf }),
  },
];
