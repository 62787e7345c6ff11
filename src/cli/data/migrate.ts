import { withDatabase } from '../with-database.ts';

/** Opening a database brings its tables up to date; of several processes one does it, and the others wait. */
export async function run(): Promise<number> {
  await withDatabase(async () => {});
  process.stderr.write('The tables are up to date.\n');
  return 0;
}
