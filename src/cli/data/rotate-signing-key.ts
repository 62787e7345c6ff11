import { rotateSigningKey } from '../../actions/agreement/evidence/signing-key.ts';
import { CliError, type Input } from '../command.ts';
import { printJson } from '../terminal/output.ts';
import { withDatabase } from '../with-database.ts';
import { readServiceSecrets } from './service-secrets.ts';

export async function run({ flag }: Input): Promise<number> {
  const { kid } = await withDatabase(async (db) => {
    const sealing = await readServiceSecrets(db);
    if (sealing.current === null) {
      throw new CliError(
        'decisions are not signed without PROFFER_SECRET: set it and restart the service first',
      );
    }
    return db.write((tx) => rotateSigningKey(tx, { sealing }));
  });
  if (flag('json')) printJson({ kid });
  else
    process.stdout.write(
      `${kid} signs decisions from now on; the keys before it still check what they signed\n`,
    );
  return 0;
}
