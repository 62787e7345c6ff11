import {
  type DeleteObstacle,
  deleteAccount,
  findDeleteObstacle,
} from '../../actions/account/delete-account.ts';
import { CliError, type Input, UsageError } from '../command.ts';
import { formatTable, printJson } from '../terminal/output.ts';
import { withDatabase } from '../with-database.ts';

const OBSTACLES: Record<DeleteObstacle, string> = {
  unknown: 'there is no such account. See: proffer accounts list',
  other_name: 'the account has another name: --name must be its exact name. See: proffer accounts list',
  open: 'the account is open: an owner closes it first, in the console under Settings',
  first: 'this is the first account, which is that of the operator: it can be closed, but not deleted',
};

export async function run({ args: [id = ''], text, flag }: Input): Promise<void> {
  const name = text('name');
  if (name === undefined) throw new UsageError('--name must be the exact name of the account');
  await withDatabase(async (db) => {
    const obstacle = await findDeleteObstacle({ db }, id, name);
    if (obstacle) throw new CliError(OBSTACLES[obstacle]);
    const { rows, people } = await deleteAccount({ db }, id);
    if (flag('json')) {
      printJson({ accountId: id, people, rows });
      return;
    }
    const cells = Object.entries(rows).map(([table, n]) => [table, String(n)]);
    process.stdout.write(formatTable(['TABLE', 'ROWS'], cells));
    process.stderr.write(
      `Deleted ${id} "${name}", and ${people} people who belonged to no other account. Backups that were made before still have all of it.\n`,
    );
  });
}
