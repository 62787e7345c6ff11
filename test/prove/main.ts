import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { globalSetup, globalTeardown } from '../support/run/once-per-run.ts';
import { readOptions } from './options.ts';

/**
 * `npm run prove -- --hours N --seed S`: long proofs, which one seed repeats; `--minutes`, `--only PART` and
 * `--json FILE` too. Exits with 1 after a violation. They run as a group of processes, so that none outlives them.
 */
// Wrong arguments end here, before a database is started.
readOptions();
process.env.TEST_BUNDLE = '1';
await globalSetup();
const proofs = spawn(
  process.execPath,
  [fileURLToPath(new URL('run.ts', import.meta.url)), ...process.argv.slice(2)],
  {
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: process.platform !== 'win32',
  },
);
const endAll = () => {
  try {
    process.kill(-(proofs.pid ?? 0), 'SIGKILL');
  } catch {
    // All of them have ended.
  }
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, endAll);
const [code] = await once(proofs, 'exit');
endAll();
await globalTeardown();
process.exitCode = code ?? 1;
