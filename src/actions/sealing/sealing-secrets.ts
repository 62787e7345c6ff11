import type { Config } from '../../config.ts';
import { ensureSecretFile, readSecretFile } from '../../store/sqlite/secret-file.ts';
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

type SealingConfig = Pick<Config, 'databaseUrl' | 'dataDir' | 'secret' | 'previousSecret'>;
