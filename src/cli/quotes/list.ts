import { getAccountTime } from '../../actions/account/account-time.ts';
import { listQuotes } from '../../actions/quote/list-quotes.ts';
import { formatDecimalAmount } from '../../domain/money/currency.ts';
import type { QuoteSummary } from '../../domain/quote-list/quote-summary.ts';
import type { Input } from '../command.ts';
import { formatTable, formatTime, printJson } from '../terminal/output.ts';
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
    const { docs, total, isExact, hasMore } = await listQuotes({ db }, account.id, filter, wanted);
    const quotes = JSON.parse(`[${Buffer.from(docs)}]`) as QuoteSummary[];
    if (flag('json')) {
      printJson({
        data: quotes,
        pagination: {
          page,
          limit,
          total,
          totalPages: Math.ceil(total / limit),
          hasMore,
          totalIsExact: isExact,
        },
      });
      return;
    }
    if (quotes.length > 0) process.stdout.write(formatTable(HEADING, quotes.map(toCells)));
    const more = hasMore ? `. More: --page ${page + 1}` : '';
    process.stderr.write(
      `${quotes.length} of ${total}${isExact ? '' : '+'} quotes of ${account.name}${more}\n`,
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
