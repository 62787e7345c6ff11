import { resealAll, type UnreadableValue } from '../../actions/account/sealing/reseal.ts';
import type { Input } from '../command.ts';
import { printJson } from '../terminal/output.ts';
import { withDatabase } from '../with-database.ts';
import { readServiceSecrets } from './service-secrets.ts';

export async function run({ flag }: Input): Promise<number> {
  const result = await withDatabase(async (db) => resealAll({ db, sealing: await readServiceSecrets(db) }));
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

const REMEDIES: Record<UnreadableValue['field'], (value: UnreadableValue) => string> = {
  'webhook secret': ({ id, ownerId }) => `webhook endpoint ${id} of ${ownerId}: rotate its secret`,
  'payment provider key': ({ ownerId }) => `payment provider of ${ownerId}: connect it again`,
  'payment provider webhook secret': ({ ownerId }) => `payment provider of ${ownerId}: connect it again`,
  'mail password': ({ ownerId }) => `mail account of ${ownerId}: connect it again`,
  'mail access token': ({ ownerId }) => `mail account of ${ownerId}: connect it again`,
  'mail refresh token': ({ ownerId }) => `mail account of ${ownerId}: connect it again`,
  'unfinished erasure': ({ id, ownerId }) => `erasure ${id} of ${ownerId}: a job finishes it without`,
  'signing key': ({ id }) => `signing key ${id}: the next decision is signed with a new one`,
  totp: ({ id }) => `authenticator app of ${id}: sign in with a recovery code and set it up again`,
};

function describe(value: UnreadableValue): string {
  return REMEDIES[value.field](value);
}
