import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { type FirstKeys, prepareFirstStart } from '../../../src/actions/account/first-start.ts';
import { openSqlite } from '../../../src/store/sqlite/sqlite.ts';
import { copyTables, newDataFolder } from './data-folder.ts';
import { PROGRAM, PROGRAM_ENV, underLimit } from './program.ts';

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs the command line as a separate process and waits for its end. */
export async function proffer(
  args: string[],
  env: Record<string, string> = {},
  { limit, input }: { limit?: string; input?: string } = {},
): Promise<Finished> {
  const [command, ...rest] = underLimit([process.execPath, ...PROGRAM, ...args], limit);
  const child = spawn(command, rest, {
    env: { ...PROGRAM_ENV, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.on('error', () => {}).end(input);
  const written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      written[name] += text;
    });
  }
  const [code] = await once(child, 'close');
  return { code, ...written };
}

export async function temporaryFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await newDataFolder('proffer-cli-');
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** Creates a database as the first start leaves it. */
export async function prepareDatabase(folder: string): Promise<FirstKeys> {
  await copyTables(folder);
  const db = await openSqlite(folder);
  const { firstKeys } = await prepareFirstStart(
    db,
    { apiKey: null, secret: null, console: true },
    Date.now(),
  );
  await db.close();
  if (!firstKeys) throw new Error('the folder has a database already');
  return firstKeys;
}
