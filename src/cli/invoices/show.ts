import type { Invoice } from '../../domain/invoice/invoice.ts';
import type { Payment } from '../../domain/invoice/payment.ts';
import { formatMoney } from '../../domain/money/currency.ts';
import type { Act } from '../api/api-command.ts';
import { formatDetails } from '../terminal/details.ts';
import { formatTable, formatTime, printJson } from '../terminal/output.ts';

/** Shows an invoice with its payments. */
export const showInvoice: Act = async ({ service, path, input }) => {
  const invoice = await service.call<Invoice>('GET', path);
  const { data: payments } = await service.call<{ data: Payment[] }>('GET', `${path}/payments`);
  if (input.flag('json')) return printJson({ ...invoice, payments });
  process.stdout.write(formatFacts(invoice));
  if (payments.length === 0) return;
  const rows = payments.map((payment) => toCells(payment, invoice));
  process.stdout.write(`\n${formatTable(HEADING, rows)}`);
};

const HEADING = ['PAYMENT', 'DATE', 'METHOD', 'REFERENCE', 'AMOUNT'];

function toCells(
  { id, date, kind, method, reference, providerId, amount }: Payment,
  invoice: Invoice,
): string[] {
  const how = kind === 'payment' ? method : kind.toUpperCase();
  return [id, date, how, reference ?? providerId ?? '', formatMoney(amount, invoice.currency)];
}

function formatFacts(invoice: Invoice): string {
  const amount = (minor: number) => formatMoney(minor, invoice.currency);
  return formatDetails({
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
  });
}
