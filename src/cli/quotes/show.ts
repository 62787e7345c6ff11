import { formatDecimalAmount } from '../../domain/money/currency.ts';
import type { LineItem } from '../../domain/quote/line/line-item.ts';
import type { Quote } from '../../domain/quote/quote.ts';
import type { Input } from '../command.ts';
import { formatTable, formatTime, printJson, toPrintable } from '../terminal/output.ts';
import { requireAccount, withDatabase } from '../with-database.ts';
import { findQuote } from './find.ts';

export async function run({ args, text, flag }: Input): Promise<void> {
  await withDatabase(async (db) => {
    const account = await requireAccount(db.read, text('account'));
    const quote = await findQuote(db, account, args[0] ?? '');
    if (flag('json')) printJson(quote);
    else
      process.stdout.write(
        `${formatDetails(quote)}\n${formatTable(
          HEADING,
          quote.items.map((item) => toCells(item, quote)),
        )}`,
      );
  });
}

const HEADING = ['DESCRIPTION', 'QUANTITY', 'UNIT PRICE', 'TAX', 'AMOUNT'];

function toCells(
  { description, quantity, unitPrice, taxRate, amount }: LineItem,
  { currency }: Quote,
): string[] {
  const money = (minor: number) => formatDecimalAmount(minor, currency);
  return [description, String(quantity), money(unitPrice), `${taxRate} %`, money(amount)];
}

function formatDetails(quote: Quote): string {
  const amount = (minor: number) => `${formatDecimalAmount(minor, quote.currency)} ${quote.currency}`;
  const lines: Record<string, string | null> = {
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
  };
  return Object.entries(lines)
    .filter((line): line is [string, string] => line[1] !== null)
    .map(([name, value]) => `${`${name}:`.padEnd(13)}${toPrintable(value)}\n`)
    .join('');
}
