import { formatDecimalAmount, formatMoney } from '../../domain/money/currency.ts';
import type { Quote } from '../../domain/quote/quote.ts';
import { formatDetails } from '../terminal/details.ts';
import { formatTable, formatTime } from '../terminal/output.ts';

const HEADING = ['DESCRIPTION', 'QUANTITY', 'UNIT PRICE', 'TAX', 'AMOUNT'];

export function formatQuote(quote: Quote): string {
  const money = (minor: number) => formatDecimalAmount(minor, quote.currency);
  const rows = quote.items.map(({ description, quantity, unitPrice, taxRate, amount }) => [
    ...[description, String(quantity), money(unitPrice), `${taxRate} %`, money(amount)],
  ]);
  return `${formatFacts(quote)}\n${formatTable(HEADING, rows)}`;
}

function formatFacts(quote: Quote): string {
  const amount = (minor: number) => formatMoney(minor, quote.currency);
  return formatDetails({
    Number: quote.number,
    Id: quote.id,
    Status: quote.status,
    Customer: quote.customerId,
    Title: quote.title,
    Reference: quote.reference,
    Subtotal: amount(quote.subtotal),
    Discount: quote.discountAmount === 0 ? null : amount(quote.discountAmount),
    Tax: amount(quote.taxAmount),
    Total: amount(quote.total),
    'Valid until': formatTime(quote.validUntil),
    Created: formatTime(quote.createdAt),
    Sent: quote.sentAt && formatTime(quote.sentAt),
    Viewed: quote.viewedAt && formatTime(quote.viewedAt),
    Accepted: quote.acceptedAt && `${formatTime(quote.acceptedAt)} ${quote.acceptedBy ?? ''}`.trim(),
    Declined: quote.declinedAt && `${formatTime(quote.declinedAt)} ${quote.declineReason ?? ''}`.trim(),
    Converted: quote.convertedAt && formatTime(quote.convertedAt),
  });
}
