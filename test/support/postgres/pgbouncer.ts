import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort } from '../service/free-port.ts';
import type { TestPooler } from './transaction-pooler.ts';

const NOBODY = 65_534;

/** Finds PgBouncer on this machine, if it is installed. */
export function findPgBouncer(): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => join(folder, 'pgbouncer')).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Starts PgBouncer in transaction mode with two connections to PostgreSQL. */
export async function startPgBouncer(program: string, databaseUrl: string): Promise<TestPooler> {
  const folder = await mkdtemp(join(tmpdir(), 'proffer-pgbouncer-'));
  const file = join(folder, 'pgbouncer.ini');
  const port = await freePort();
  await writeFile(file, settings(new URL(databaseUrl), port));
  await chmod(folder, 0o755);
  // PgBouncer refuses to run as root.
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const child = spawn(program, [file], { ...user, stdio: ['ignore', 'ignore', 'pipe'] });
  await new Promise<void>((resolve, reject) => {
    let written = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      written += text;
      if (written.includes('process up')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`PgBouncer ended with ${code}: ${written}`)));
  });
  return {
    url: Object.assign(new URL(databaseUrl), { port: String(port), search: '' }).href,
    async close() {
      if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function settings({ hostname, port, username, password }: URL, listenPort: number): string {
  return [
    '[databases]',
    `* = host=${hostname} port=${port} user=${username} password=${password}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${listenPort}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 2',
    'max_client_conn = 200',
    '',
  ].join('\n');
}
