import { randomBytes, randomUUID } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseUnavailable } from '../../domain/outage.ts';
import { createPrivateFile, publishFile, restrictPermissions, UNFINISHED_SUFFIX } from './file.ts';

/** Next to the database and not in it, so that a copy of the database alone reveals no sealed value. */
export const SECRET_FILE = 'proffer.secret';
const SECRET = /^[\w-]{43}$/;

/** Returns the secret of the folder, and creates it if there is none. If two processes create one, the first wins. */
export function ensureSecretFile(folder: string): string {
  const existing = readSecretFile(folder);
  if (existing !== undefined) return existing;
  const file = join(folder, SECRET_FILE);
  const unfinished = `${file}.${randomUUID()}${UNFINISHED_SUFFIX}`;
  try {
    createPrivateFile(unfinished);
    flushAfter(unfinished, 'r+', (handle) => writeSync(handle, `${randomBytes(32).toString('base64url')}\n`));
    publishFile(unfinished, file);
    flushAfter(folder, 'r');
  } finally {
    rmSync(unfinished, { force: true });
  }
  // Read again: it may be that of the other process.
  const secret = readSecretFile(folder);
  if (secret === undefined) throw new Error(`${SECRET_FILE} could not be created`);
  return secret;
}

/** Returns `undefined` if there is no such file. */
export function readSecretFile(folder: string): string | undefined {
  const file = join(folder, SECRET_FILE);
  if (!existsSync(file)) return undefined;
  restrictPermissions(file);
  const secret = readFileSync(file, 'utf8').trim();
  if (SECRET.test(secret)) return secret;
  throw new DatabaseUnavailable(
    `${SECRET_FILE} does not contain a secret: put back the original file. If it is lost, delete this one: the service then starts with a new one, and the console says which connections must be set up again`,
  );
}

/** Flushes a file or folder to disk: a value that is sealed with a secret must not outlive it. */
function flushAfter(path: string, flags: 'r' | 'r+', write?: (handle: number) => void): void {
  const handle = openSync(path, flags);
  try {
    write?.(handle);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
