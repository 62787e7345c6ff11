import { accountNow } from '../../actions/account/account-time.ts';
import { findQuoteNamed } from '../../actions/quote/find-quote.ts';
import type { LineItem } from '../../domain/line/line-item.ts';
import { decimalAmount } from '../../domain/money/currency.ts';
import type { Quote } from '../../domain/quote/quote.ts';
import { CliError, type Input } from '../command.ts';
import { day, printable, printJson, table } from '../terminal/output.ts';
import { accountFor, withDatabase } from '../with-database.ts';

export async function run({ args, text, flag }: Input): Promise<void> {
  const name = args[0] ?? '';
  await withDatabase(async (db) => {
    const account = await accountFor(db.read, text('account'));
    const quote = await findQuoteNamed({ db }, account.id, name, await accountNow(db.read, account.id));
    if (!quote)
      throw new CliError(`there is no quote ${printable(name)} in ${account.id}. See: proffer quotes list`);
    if (flag('json')) printJson(quote);
    else
      process.stdout.write(
        `${facts(quote)}\n${table(
          HEADING,
          quote.items.map((item) => cells(item, quote)),
        )}`,
      );
  });
}

const HEADING = ['DESCRIPTION', 'QUANTITY', 'UNIT PRICE', 'TAX', 'AMOUNT'];

function cells(
  { description, quantity, unitPrice, taxRate, amount }: LineItem,
  { currency }: Quote,
): string[] {
  const money = (minor: number) => decimalAmount(minor, currency);
  return [description, String(quantity), money(unitPrice), `${taxRate} %`, money(amount)];
}

function facts(quote: Quote): string {
  const amount = (minor: number) => `${decimalAmount(minor, quote.currency)} ${quote.currency}`;
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
    'Valid until': day(quote.validUntil),
    Created: day(quote.createdAt),
    Sent: quote.sentAt && day(quote.sentAt),
    Viewed: quote.viewedAt && day(quote.viewedAt),
    Accepted: quote.acceptedAt && `${day(quote.acceptedAt)} ${quote.acceptedBy ?? ''}`.trim(),
    Declined: quote.declinedAt && `${day(quote.declinedAt)} ${quote.declineReason ?? ''}`.trim(),
    Converted: quote.convertedAt && day(quote.convertedAt),
  };
  return Object.entries(lines)
    .filter((line): line is [string, string] => line[1] !== null)
    .map(([name, value]) => `${`${name}:`.padEnd(13)}${printable(value)}\n`)
    .join('');
}
