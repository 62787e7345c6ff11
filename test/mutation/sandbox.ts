import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SHARED_SERVER } from '../support/postgres/postgres.ts';

export type Outcome = 'passed' | 'failed' | 'timeout';

/** A copy of the program to mutate, so that the working tree is never changed. */
export interface Sandbox {
  write(file: string, text: string): Promise<void>;
  run(tests: readonly string[], limitMs: number, postgres?: string): Promise<Outcome>;
  remove(): Promise<void>;
}

const ROOT = join(import.meta.dirname, '../..');
/** Folders that tests read and that are copied; the rest is linked. */
const COPIED = ['src', 'test', 'bin', 'scripts'];

const PREFIX = 'proffer-mutate-';
/** Process groups to kill when this program is stopped. */
const running = new Set<number>();
const folders = new Set<string>();

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    for (const group of running) process.kill(-group, 'SIGKILL');
    for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    process.exit(1);
  });
}

/** Removes sandboxes of runs that were killed. */
export async function removeStaleSandboxes(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN;
    if (pid > 0 && !isRunning(pid)) await rm(join(tmpdir(), name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

export async function createSandbox(): Promise<Sandbox> {
  const folder = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
  folders.add(folder);
  for (const name of await readdir(ROOT)) {
    if (name === '.git') continue;
    const [from, to] = [join(ROOT, name), join(folder, name)];
    await (COPIED.includes(name) ? cp(from, to, { recursive: true }) : symlink(from, to));
  }
  const scratch = join(folder, 'scratch');
  return {
    write: (file, text) => writeFile(join(folder, file), text),
    async run(tests, limitMs, postgres) {
      await mkdir(scratch);
      try {
        const engine: Record<string, string> = postgres
          ? { TEST_ENGINES: 'postgres', [SHARED_SERVER]: postgres }
          : { TEST_ENGINES: 'sqlite' };
        return await runTests(folder, { ...engine, TMPDIR: scratch }, tests, limitMs);
      } finally {
        await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
      }
    },
    async remove() {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
      folders.delete(folder);
    },
  };
}

/** Stops at the first test that fails. */
async function runTests(
  folder: string,
  more: Record<string, string>,
  tests: readonly string[],
  limitMs: number,
): Promise<Outcome> {
  const options = ['--liftoff-only', '--test', '--test-isolation=none', '--test-reporter=tap'];
  const child = spawn(process.execPath, [...options, ...tests], {
    cwd: folder,
    // Uses a process group, so that all child processes can be ended.
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      ...process.env,
      ...more,
      TEST_ALL: '1',
      NODE_COMPILE_CACHE: join(folder, 'compile-cache'),
    },
  });
  if (child.pid) running.add(child.pid);
  let outcome: Outcome | undefined;
  let output = '';
  const end = (how: Outcome) => {
    outcome ??= how;
    if (child.pid) process.kill(-child.pid, 'SIGKILL');
  };
  const timer = setTimeout(end, limitMs, 'timeout');
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    if (/^ *not ok /m.test(output)) end('failed');
  });
  await once(child, 'close');
  clearTimeout(timer);
  if (child.pid) running.delete(child.pid);
  const hasPassed = /^# fail 0$/m.test(output) && /^# pass [1-9]/m.test(output);
  return outcome ?? (hasPassed ? 'passed' : 'failed');
}
