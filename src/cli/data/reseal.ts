import { resealAll, type UnreadableValue } from '../../actions/account/sealing/reseal.ts';
import { findSealingId, type SealingSecrets } from '../../actions/account/sealing/sealed-field.ts';
import { findSealingSecrets } from '../../actions/account/sealing/sealing-secrets.ts';
import { findService } from '../../actions/running-service.ts';
import { readConfig } from '../../app/config/config.ts';
import type { Database } from '../../store/database.ts';
import { CliError, type Input } from '../command.ts';
import { printJson } from '../terminal/output.ts';
import { withDatabase } from '../with-database.ts';

export async function run({ flag }: Input): Promise<number> {
  const result = await withDatabase(async (db) => resealAll({ db, sealing: await readSecrets(db) }));
  const { resealed, unchanged, unreadable } = result;
  if (flag('json')) printJson(result);
  else {
    for (const value of unreadable) process.stdout.write(`${describe(value)}\n`);
    process.stderr.write(
      `${resealed} encrypted again, ${unchanged} already current, ${unreadable.length} cannot be opened\n`,
    );
  }
  return unreadable.length > 0 ? 1 : 0;
}

/** Returns the secrets, if they are those of the running service: it could open nothing that another one sealed. */
async function readSecrets(db: Database): Promise<SealingSecrets> {
  const service = await findService({ db });
  const config = readConfig(process.env);
  if (service?.hasOwnSecret && config.secret === null) {
    throw new CliError('the service has a PROFFER_SECRET: set the same one for this command');
  }
  const sealing = await findSealingSecrets(db, config);
  if (!sealing || !service) throw new CliError('start the service once first (proffer serve)');
  if (service.sealedBy !== undefined && service.sealedBy !== findSealingId(sealing, 'webhook secret')) {
    throw new CliError(
      'the service was started with another secret: set the same PROFFER_SECRET here, or restart the service first',
    );
  }
  return sealing;
}

const REMEDIES: Record<UnreadableValue['field'], (value: UnreadableValue) => string> = {
  'webhook secret': ({ id, ownerId }) => `webhook endpoint ${id} of ${ownerId}: rotate its secret`,
  'payment provider key': ({ ownerId }) => `payment provider of ${ownerId}: connect it again`,
  'payment provider webhook secret': ({ ownerId }) => `payment provider of ${ownerId}: connect it again`,
  'mail password': ({ ownerId }) => `mail account of ${ownerId}: connect it again`,
  'mail access token': ({ ownerId }) => `mail account of ${ownerId}: connect it again`,
  'mail refresh token': ({ ownerId }) => `mail account of ${ownerId}: connect it again`,
  'unfinished erasure': ({ id, ownerId }) => `erasure ${id} of ${ownerId}: a job finishes it without`,
  totp: ({ id }) => `authenticator app of ${id}: sign in with a recovery code and set it up again`,
};

function describe(value: UnreadableValue): string {
  return REMEDIES[value.field](value);
}
