import type { Invoice } from '../../domain/invoice/invoice.ts';
import type { Payment } from '../../domain/invoice/payment.ts';
import { formatMoney } from '../../domain/money/currency.ts';
import type { ApiCommand, Captured } from '../api/api-command.ts';
import { force } from '../options.ts';

export const INVOICE_COMMANDS: readonly ApiCommand[] = [
  {
    name: 'invoices list',
    summary: 'List the invoices and credit notes',
    operation: 'listInvoices',
    routes: () => import('../../api/routes/invoices/invoices.ts'),
    query: { fields: 'summary' },
    columns: [
      ...[
        'number',
        'status',
        'overdue',
        'customerName',
        'title',
        'total',
        'amountDue',
        'issueDate',
        'dueDate',
      ],
    ],
    examples: ['proffer invoices list --overdue', 'proffer invoices list --status issued --sort dueDate'],
  },
  {
    name: 'invoices show',
    summary: 'Show an invoice and its payments',
    operation: 'getInvoice',
    routes: () => import('../../api/routes/invoices/invoices.ts'),
    names: 'invoice',
    also: ['payments'],
    facts: [
      ...['number', 'id', 'kind', 'status', 'overdue', 'quoteNumber', 'customerId', 'title', 'reference'],
      ...['total', 'amountPaid', 'amountCredited', 'amountDue', 'issueDate', 'dueDate', 'issuedAt', 'sentAt'],
      ...['creditedInvoiceId', 'creditReason'],
    ],
    rows: { payments: ['id', 'date', 'kind', 'method', 'reference', 'providerId', 'amount'] },
    examples: ['proffer invoices show INV-2026-00012'],
  },
  {
    name: 'invoices issue',
    summary: 'Issue an invoice',
    operation: 'issueInvoice',
    routes: () => import('../../api/routes/invoices/issue.ts'),
    names: 'invoice',
    options: { issueDate: 'date' },
    show: ({ number, status, issueDate }: Invoice) => `${number} is ${status}, issued on ${issueDate}\n`,
    examples: ['proffer invoices issue INV-2026-00012'],
  },
  {
    name: 'invoices send',
    summary: 'Email an invoice or a credit note to its customer',
    operation: 'sendInvoice',
    routes: () => import('../../api/routes/invoices/send.ts'),
    names: 'invoice',
    details: 'A draft is issued first.',
    mails: 'invoice.sent',
    show: ({ number, status }: Invoice, { captured }: Captured) =>
      `${number} is ${status} and ${captured ? 'captured, not delivered' : 'sent'}\n`,
    examples: [
      'proffer invoices send INV-2026-00012',
      'proffer invoices send INV-2026-00012 --email ada@example.com',
    ],
  },
  {
    name: 'invoices remind',
    summary: 'Remind the customer of an overdue invoice',
    operation: 'remindOfInvoice',
    routes: () => import('../../api/routes/invoices/remind.ts'),
    names: 'invoice',
    mails: 'invoice.sent',
    show: ({ number }: Invoice, { captured }: Captured) =>
      `The reminder of ${number} is queued${captured ? '; the last email was captured, not delivered' : ''}\n`,
    examples: ['proffer invoices remind INV-2026-00012'],
  },
  {
    name: 'invoices pay',
    summary: 'Record a payment',
    operation: 'recordPayment',
    routes: () => import('../../api/routes/invoices/payments.ts'),
    names: 'invoice',
    readsFirst: true,
    details: 'Without --amount, all that is due was paid.',
    // Where nothing is due, the service says so of any amount.
    defaults: ({ amountDue }: Invoice) => ({ amount: Math.max(amountDue, 1) }),
    show: ({ amount }: Payment, { number, amountDue, currency }: Invoice) =>
      `${formatMoney(amount, currency)} recorded for ${number}, ${formatMoney(amountDue - amount, currency)} due\n`,
    examples: ['proffer invoices pay INV-2026-00012', 'proffer invoices pay INV-2026-00012 --amount 119.00'],
  },
  {
    name: 'payments import',
    summary: 'Match a bank statement with the open invoices',
    operation: 'importPayments',
    routes: () => import('../../api/routes/invoices/payment-imports.ts'),
    moreArgs: '<file>',
    moreOptions: { record: { help: 'Record the payments whose reference or number and amount agree' } },
    details: 'Reads CAMT.052, CAMT.053, CAMT.054, CSV and XLSX. Without --record, nothing is recorded.',
    act: async () => (await import('./import-payments.ts')).importPayments,
    examples: ['proffer payments import statement.xml', 'proffer payments import statement.xml --record'],
  },
  {
    name: 'invoices credit',
    summary: 'Credit an invoice or a part of it',
    operation: 'creditInvoice',
    routes: () => import('../../api/routes/invoices/credit.ts'),
    names: 'invoice',
    readsFirst: true,
    show: ({ number, total, currency }: Invoice, credited: Invoice) =>
      `${number} credits ${formatMoney(total, currency)} of ${credited.number}\n`,
    examples: ['proffer invoices credit INV-2026-00012 --reason "Cancelled by agreement"'],
  },
  {
    name: 'invoices pdf',
    summary: 'Write the PDF of an invoice',
    operation: 'getInvoicePdf',
    routes: () => import('../../api/routes/documents.ts'),
    names: 'invoice',
    moreArgs: '<file>',
    moreOptions: { force },
    act: async () => (await import('../api/save-file.ts')).savePdf,
    examples: ['proffer invoices pdf INV-2026-00012 invoice.pdf'],
  },
  {
    name: 'invoices export',
    summary: 'Write the invoices of a month for the accountant',
    operation: 'getExport',
    routes: () => import('../../api/routes/invoices/exports.ts'),
    names: 'export',
    moreArgs: '<file>',
    moreOptions: { force },
    details: `A journal is CSV for programs. A file for DATEV or Xero needs the accounting settings, and is remembered:
docs/accounting.md.`,
    act: async () => (await import('../api/save-file.ts')).saveCsv,
    examples: [
      'proffer invoices export journal journal.csv --month 2026-11',
      'proffer invoices export datev EXTF_November.csv --month 2026-11 --currency EUR',
    ],
  },
];
