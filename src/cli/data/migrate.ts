import { findSealingSecrets } from '../../actions/account/sealing/sealing-secrets.ts';
import { applyErasureFile } from '../../actions/customers/erasure/erasure-list.ts';
import { readConfig } from '../../app/config/config.ts';
import { toDatabaseError, withDatabase } from '../with-database.ts';

/**
 * Does what a start does before it serves requests. Opening a database brings its tables up to date; of several processes
 * one does it, and the others wait.
 */
export async function run(): Promise<number> {
  const config = readConfig(process.env);
  await withDatabase(async (db) => {
    const sealing = await findSealingSecrets(db, config);
    // A database that no service has used yet has no rows.
    if (sealing) await applyErasureFile({ db, sealing });
  }).catch((error) => {
    throw toDatabaseError(error, config);
  });
  process.stderr.write('The database is up to date.\n');
  return 0;
}
