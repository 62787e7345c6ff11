import { listCustomers } from '../../actions/customers/customers.ts';
import type { Customer } from '../../domain/customer/customer.ts';
import type { Input } from '../command.ts';
import { printPage } from '../terminal/list-page.ts';
import { parseWholeNumber } from '../terminal/whole-number.ts';
import { requireAccount, withDatabase } from '../with-database.ts';

export async function run({ text, flag }: Input): Promise<void> {
  const limit = parseWholeNumber('limit', text('limit') ?? '100', 10_000);
  const page = parseWholeNumber('page', text('page') ?? '1', 1e9);
  await withDatabase(async (db) => {
    const account = await requireAccount(db.read, text('account'));
    const { rows, ...found } = await listCustomers({ db }, account.id, {
      search: text('search'),
      limit,
      offset: (page - 1) * limit,
    });
    const customers = rows.map(({ doc }) => JSON.parse(doc) as Customer);
    printPage(
      { data: customers, page, limit, ...found },
      { heading: HEADING, toCells, title: `customers of ${account.name}`, isJson: flag('json') },
    );
  });
}

const HEADING = ['ID', 'NAME', 'EMAIL', 'COUNTRY', 'LOCALE'];

function toCells({ id, name, email, country, locale }: Customer): string[] {
  return [id, name, email ?? '–', country ?? '–', locale ?? '–'];
}
