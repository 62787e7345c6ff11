import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { familyOf, signal } from './family.ts';
import { findPostgres, type PostgresPrograms } from './programs.ts';

export interface TestServer {
  /** Folder of its data and its Unix socket, owned by the user that runs the server. */
  folder: string;
  /** `immediate` simulates a crash: no checkpoint and no orderly disconnect. */
  halt(mode: 'fast' | 'immediate'): Promise<void>;
  /** Starts again on the same port with the same data. */
  start(): Promise<void>;
  /** Stops all its processes, which keep their connections, until the returned function is called. Linux only. */
  pause(): () => void;
}

export interface ServerOptions {
  folder: string;
  port: number;
  user: string;
  password: string;
  initdbFlags: string[];
  postgresFlags: string[];
}

/** Initializes and starts a PostgreSQL; it ends with this process at the latest. */
export async function startServer(options: ServerOptions): Promise<TestServer> {
  const { folder, port, postgresFlags } = options;
  const programs = findPostgres();
  let child: ChildProcess | undefined;
  const kill = () => child?.kill('SIGQUIT');
  const halt = async (mode: 'fast' | 'immediate') => {
    process.off('exit', kill);
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
    await ended;
  };
  const start = async () => {
    const flags = ['-D', folder, '-p', String(port), ...postgresFlags];
    child = spawn(programs.postgres, flags, processOptions(programs));
    process.once('exit', kill);
    await untilReady(child);
  };
  await initialize(programs, options);
  await start();
  const pause = () => {
    const family = familyOf(child?.pid ? [child.pid] : []);
    signal(family, 'SIGSTOP');
    return () => signal(family, 'SIGCONT');
  };
  return { folder, halt, start, pause };
}

async function initialize(programs: PostgresPrograms, options: ServerOptions): Promise<void> {
  const { folder, user, password, initdbFlags } = options;
  if (programs.user) await chown(folder, programs.user.uid, programs.user.gid);
  const passwordFile = join(tmpdir(), `proffer-postgres-password-${crypto.randomUUID()}`);
  await writeFile(passwordFile, password);
  // The server's user must be able to read the file, whatever the umask is.
  await chmod(passwordFile, 0o644);
  const flags = ['-D', folder, '-U', user, `--pwfile=${passwordFile}`, '--auth=password', ...initdbFlags];
  try {
    const child = spawn(programs.initdb, flags, processOptions(programs));
    const [output, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    if (code !== 0) throw new Error(`initdb ended with ${code}: ${output}`);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

/** Uses a folder that the user can enter, and messages that do not depend on the system's language. */
function processOptions({ user }: PostgresPrograms) {
  return {
    ...user,
    cwd: '/',
    env: { ...process.env, LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'] as ['ignore', 'ignore', 'pipe'],
  };
}

function untilReady(child: ChildProcess): Promise<void> {
  let written = '';
  return new Promise((resolve, reject) => {
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      // The log is always read, because a full pipe would block the server. Its end is kept: during a recovery clients
      // that connect again fill it before the server is ready.
      written = (written + chunk).slice(-10_000);
      if (written.includes('database system is ready to accept connections')) resolve();
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`PostgreSQL ended with ${code}: ${written}`)));
  });
}
