import type { Config } from '../../../app/config/config.ts';
import type { Database } from '../../../store/database.ts';
import { ensureSecretFile, readSecretFile } from '../../../store/sqlite/secret-file.ts';
import { findSetting } from '../../../store/tables/settings.ts';
import type { SealingSecrets } from './sealed-field.ts';

/**
 * Reads the secrets that seal stored values. On SQLite, a secret that is not configured is in a file next to the
 * database; that file still opens what it sealed after PROFFER_SECRET is set.
 */
export function readSealingSecrets(
  { databaseUrl, dataDir, secret, previousSecret }: SealingConfig,
  stored: string,
): SealingSecrets {
  const configured = previousSecret === null ? [] : [previousSecret];
  if (databaseUrl !== null) return { current: secret, previous: configured, stored };
  if (secret === null) return { current: ensureSecretFile(dataDir), previous: configured, stored };
  const ofFile = readSecretFile(dataDir);
  return { current: secret, previous: [...configured, ...(ofFile === undefined ? [] : [ofFile])], stored };
}

/** Returns the same for a command; `undefined` before the first start of the service. */
export async function findSealingSecrets(
  db: Pick<Database, 'read'>,
  config: SealingConfig,
): Promise<SealingSecrets | undefined> {
  const stored = await findSetting(db.read, 'secret');
  return stored === undefined ? undefined : readSealingSecrets(config, stored);
}

type SealingConfig = Pick<Config, 'databaseUrl' | 'dataDir' | 'secret' | 'previousSecret'>;
