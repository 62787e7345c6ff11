import { listCustomers } from '../../actions/customer/customers.ts';
import type { Customer } from '../../domain/customer.ts';
import type { Input } from '../command.ts';
import { formatTable, printJson } from '../terminal/output.ts';
import { parseWholeNumber } from '../terminal/whole-number.ts';
import { requireAccount, withDatabase } from '../with-database.ts';

export async function run({ text, flag }: Input): Promise<void> {
  const limit = parseWholeNumber('limit', text('limit') ?? '100', 10_000);
  const page = parseWholeNumber('page', text('page') ?? '1', 1e9);
  await withDatabase(async (db) => {
    const account = await requireAccount(db.read, text('account'));
    const { rows, total, isExact, hasMore } = await listCustomers({ db }, account.id, {
      search: text('search'),
      limit,
      offset: (page - 1) * limit,
    });
    const customers = rows.map(({ doc }) => JSON.parse(doc) as Customer);
    if (flag('json')) {
      printJson({
        data: customers,
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
    if (customers.length > 0) process.stdout.write(formatTable(HEADING, customers.map(toCells)));
    const more = hasMore ? `. More: --page ${page + 1}` : '';
    process.stderr.write(
      `${customers.length} of ${total}${isExact ? '' : '+'} customers of ${account.name}${more}\n`,
    );
  });
}

const HEADING = ['ID', 'NAME', 'EMAIL', 'COUNTRY', 'LOCALE'];

function toCells({ id, name, email, country, locale }: Customer): string[] {
  return [id, name, email ?? '–', country ?? '–', locale ?? '–'];
}
