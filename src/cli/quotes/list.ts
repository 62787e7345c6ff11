import { getAccountTime } from '../../actions/account/account-time.ts';
import { listQuotes } from '../../actions/quotes/list-quotes.ts';
import { formatDecimalAmount } from '../../domain/money/currency.ts';
import type { QuoteSummary } from '../../domain/quote/list/quote-summary.ts';
import type { Input } from '../command.ts';
import { printPage } from '../terminal/list-page.ts';
import { formatTime } from '../terminal/output.ts';
import { parseWholeNumber } from '../terminal/whole-number.ts';
import { requireAccount, withDatabase } from '../with-database.ts';
import { parseFilter, parseSort } from './filter-options.ts';

export async function run(input: Input): Promise<void> {
  const { text, flag } = input;
  const limit = parseWholeNumber('limit', text('limit') ?? '100', 1000);
  const page = parseWholeNumber('page', text('page') ?? '1', 1e9);
  const [filter, sort] = [parseFilter(input), parseSort(input)];
  await withDatabase(async (db) => {
    const account = await requireAccount(db.read, text('account'));
    const wanted = {
      sort,
      limit,
      offset: (page - 1) * limit,
      now: await getAccountTime(db.read, account.id),
      isSummary: true,
    };
    const { docs, ...found } = await listQuotes({ db }, account.id, filter, wanted);
    const quotes = JSON.parse(`[${Buffer.from(docs)}]`) as QuoteSummary[];
    printPage(
      { data: quotes, page, limit, ...found },
      { heading: HEADING, toCells, title: `quotes of ${account.name}`, isJson: flag('json') },
    );
  });
}

const HEADING = ['NUMBER', 'STATUS', 'CUSTOMER', 'TITLE', 'TOTAL', 'VALID UNTIL', 'VIEWS'];

function toCells({
  number,
  status,
  customerName,
  title,
  total,
  currency,
  validUntil,
  views,
}: QuoteSummary): string[] {
  const amount = `${formatDecimalAmount(total, currency)} ${currency}`;
  return [number, status, customerName, title, amount, formatTime(validUntil), String(views)];
}
