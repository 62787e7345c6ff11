import { createAccount, createKey, listAllAccounts } from '../../actions/account/accounts.ts';
import { type Input, UsageError } from '../command.ts';
import { printJsonList } from '../terminal/json-list.ts';
import { formatTable, formatTime, printJson } from '../terminal/output.ts';
import { withDatabase } from '../with-database.ts';

export async function create({ text, flag }: Input): Promise<void> {
  const name = text('name')?.trim() ?? 'My business';
  if (name === '' || [...name].length > 200) throw new UsageError('--name must have 1 to 200 characters');
  const kind = flag('test') ? 'test' : 'live';
  const now = Date.now();
  await withDatabase(async (db) => {
    const { account, key } = await db.write(async (tx) => {
      const account = await createAccount(tx, { name, kind }, now);
      return { account, key: await createKey(tx, account, { name: 'First key', access: 'write' }, now) };
    });
    if (flag('json')) {
      printJson({ account, key });
      return;
    }
    process.stderr.write(
      `Account ${account.id} "${name}" (${kind}) and its first key. Keep it: it is not shown again.\n`,
    );
    process.stdout.write(`${key.secret}\n`);
  });
}

export async function list({ flag }: Input): Promise<void> {
  await withDatabase(async (db) => {
    const accounts = await listAllAccounts({ db });
    if (flag('json'))
      printJsonList(accounts.map(({ logo, ...account }) => ({ ...account, hasLogo: logo !== null })));
    else if (accounts.length === 0)
      process.stdout.write('No accounts. The first start creates one: proffer serve\n');
    else {
      const rows = accounts.map(({ id, name, kind, createdAt, closedAt }) => [
        ...[id, name, kind, formatTime(createdAt)],
        closedAt === null ? '' : formatTime(closedAt),
      ]);
      process.stdout.write(formatTable(['ID', 'NAME', 'KIND', 'CREATED (UTC)', 'CLOSED (UTC)'], rows));
    }
  });
}
