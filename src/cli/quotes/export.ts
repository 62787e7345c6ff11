import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { getAccountTime } from '../../actions/account/account-time.ts';
import { exportQuotes, exportQuotesAsJson } from '../../actions/account/export-csv.ts';
import type { Input } from '../command.ts';
import { requireAccount, withDatabase } from '../with-database.ts';
import { parseFilter, parseSort } from './filter-options.ts';

/** Streams the quotes to stdout or into a file, so that memory use does not grow with their number. */
export async function run(input: Input): Promise<void> {
  const { args, text, flag } = input;
  const [file] = args;
  const [filter, sort] = [parseFilter(input), parseSort(input)];
  await withDatabase(async (db) => {
    const account = await requireAccount(db.read, text('account'));
    const isJson = flag('json') || /\.json$/i.test(file ?? '');
    const exported = isJson ? exportQuotesAsJson : exportQuotes;
    const now = await getAccountTime(db.read, account.id);
    const bytes = Readable.from(exported({ db }, account.id, filter, { sort, seesCosts: false, now }), {
      objectMode: false,
    });
    if (file === undefined || file === '-') await pipeline(bytes, process.stdout, { end: false });
    else await pipeline(bytes, createWriteStream(file, { flags: flag('force') ? 'w' : 'wx', mode: 0o600 }));
  });
}
