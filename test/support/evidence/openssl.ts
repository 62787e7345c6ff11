import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';

/** Returns why OpenSSL cannot run here, or `undefined` if it can. */
export function opensslMissing(): string | undefined {
  return spawnSync('openssl', ['version']).status === 0 ? undefined : 'there is no openssl here';
}

/** Runs OpenSSL in a folder and returns what it writes to stdout. Rejects with what it says if it fails. */
export async function openssl(folder: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('openssl', args, { cwd: folder });
  return stdout;
}
