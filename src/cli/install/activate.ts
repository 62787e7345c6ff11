import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { CliError } from '../command.ts';
import { type Installation, SETTINGS, UNITS } from './system-files.ts';

const READY_MS = 60_000;
const POLL_MS = 250;
const JOURNAL = ['--unit=proffer', '--no-pager', '--output=cat', '--lines=30'];

/** Creates the user and the folders, starts the units, and waits until the service is ready. */
export async function activate(installation: Installation, settings = SETTINGS): Promise<void> {
  execute('systemd-sysusers', ['proffer.conf']);
  execute('systemd-tmpfiles', ['--create', 'proffer.conf']);
  expectRunnable(installation);
  execute('systemctl', ['daemon-reload']);
  execute('systemctl', ['enable', ...UNITS]);
  execute('systemctl', ['restart', ...UNITS]);
  const url = `${findLocalUrl(readFileSync(settings, 'utf8'))}/readyz`;
  if (await waitUntilReady(url)) return;
  const { stdout } = spawnSync('journalctl', JOURNAL, { encoding: 'utf8' });
  process.stderr.write(`${stdout ?? ''}\n`);
  throw new CliError(`the service does not become ready at ${url}; its journal is above`);
}

/** A program in a folder that only others may enter would be started again and again. */
function expectRunnable({ node, program }: Installation): void {
  const [uid, gid] = ['-u', '-g'].map((option) =>
    Number(spawnSync('id', [option, 'proffer'], { encoding: 'utf8' }).stdout),
  );
  // Without HOME it writes no cache.
  const env = { PATH: process.env.PATH };
  const { status } = spawnSync(node, [program, '--version'], { uid, gid, cwd: '/', env });
  if (status === 0) return;
  throw new CliError(
    `the user "proffer" cannot run ${node} ${program}: move the program where every user may read it, such as to /opt/proffer`,
  );
}

/** Where the service listens by its settings. */
function findLocalUrl(settings: string): string {
  const read = (name: string) => new RegExp(`^${name}=["']?([^"'\\s]+)`, 'm').exec(settings)?.[1];
  const host = read('HOST') ?? '127.0.0.1';
  const address = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
  return `http://${address.includes(':') ? `[${address}]` : address}:${read('PORT') ?? 3000}`;
}

async function waitUntilReady(url: string): Promise<boolean> {
  const end = performance.now() + READY_MS;
  while (performance.now() < end) {
    const ready = await fetch(url, { signal: AbortSignal.timeout(2000) }).catch(() => undefined);
    await ready?.body?.cancel();
    if (ready?.ok) return true;
    // A service that has ended for good is not waited for.
    if (spawnSync('systemctl', ['is-failed', '--quiet', 'proffer.service']).status === 0) return false;
    await delay(POLL_MS);
  }
  return false;
}

function execute(program: string, args: readonly string[]): void {
  try {
    execFileSync(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  } catch {
    throw new CliError(`${[program, ...args].join(' ')} failed`);
  }
}
