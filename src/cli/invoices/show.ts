import { getAccountTime } from '../../actions/account/account-time.ts';
import { listInvoicePayments } from '../../actions/invoices/payments.ts';
import type { Invoice } from '../../domain/invoice/invoice.ts';
import type { Payment } from '../../domain/invoice/payment.ts';
import type { Input } from '../command.ts';
import { formatTable, formatTime, printJson, toPrintable } from '../terminal/output.ts';
import { requireAccount, withDatabase } from '../with-database.ts';
import { findInvoice, formatAmount } from './find.ts';

export async function run({ args, text, flag }: Input): Promise<void> {
  await withDatabase(async (db) => {
    const account = await requireAccount(db.read, text('account'));
    const invoice = await findInvoice(db, account, args[0] ?? '');
    const now = await getAccountTime(db.read, account.id);
    const payments = await listInvoicePayments({ db }, account.id, invoice.id, now);
    if (flag('json')) return printJson({ ...invoice, payments });
    process.stdout.write(formatDetails(invoice));
    if (payments.length === 0) return;
    process.stdout.write(
      `\n${formatTable(
        HEADING,
        payments.map((payment) => toCells(payment, invoice)),
      )}`,
    );
  });
}

const HEADING = ['PAYMENT', 'DATE', 'METHOD', 'REFERENCE', 'AMOUNT'];

function toCells(
  { id, date, kind, method, reference, providerId, amount }: Payment,
  invoice: Invoice,
): string[] {
  const how = kind === 'payment' ? method : kind.toUpperCase();
  return [id, date, how, reference ?? providerId ?? '', formatAmount(amount, invoice)];
}

function formatDetails(invoice: Invoice): string {
  const amount = (minor: number) => formatAmount(minor, invoice);
  const lines: Record<string, string | null> = {
    Number: invoice.number,
    Id: invoice.id,
    Kind: invoice.kind,
    Status: invoice.overdue ? `${invoice.status}, overdue` : invoice.status,
    Quote: invoice.quoteNumber,
    Customer: invoice.customer.name,
    Title: invoice.title,
    Reference: invoice.reference,
    Total: amount(invoice.total),
    Paid: amount(invoice.amountPaid),
    Credited: amount(invoice.amountCredited),
    Due: amount(invoice.amountDue),
    'Issue date': invoice.issueDate,
    'Due date': invoice.dueDate,
    Issued: invoice.issuedAt && formatTime(invoice.issuedAt),
    Sent: invoice.sentAt && formatTime(invoice.sentAt),
    Credits: invoice.creditedInvoiceId,
    Reason: invoice.creditReason,
  };
  return Object.entries(lines)
    .filter((line): line is [string, string] => line[1] !== null)
    .map(([name, value]) => `${`${name}:`.padEnd(13)}${toPrintable(value)}\n`)
    .join('');
}
