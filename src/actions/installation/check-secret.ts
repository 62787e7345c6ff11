import { access } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { SECRET_FILE } from '../../store/sqlite/secret-file.ts';
import type { Examined } from './examined.ts';
import { type Finding, findingsOf } from './finding.ts';

const { fine, todo } = findingsOf('secret');

/** Whether the secret that seals stored keys and passwords is apart from the backups. */
export async function checkSecret({ config, db }: Examined): Promise<Finding> {
  const { backupDir, dataDir, secret } = config;
  const inBackups = backupDir && join(resolve(backupDir), SECRET_FILE);
  if (inBackups && (await exists(inBackups))) return todo('secretInBackups', { file: inBackups });
  if (secret !== null) return fine('secretApart');
  if (db.engine === 'postgres') return todo('secretInDatabase');
  return fine('secretInFile', { file: join(resolve(dataDir), SECRET_FILE) });
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
