// `npm test` runs what guards the behaviour, `npm run test:all` (`--all`) every test. Given files run with all their
// tests; `--together` runs them in few processes, as a run without files does. Other options are passed on to Node.
import { spawn } from 'node:child_process';
import { availableParallelism, constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { listTestFiles, writeProcesses } from '../test/support/run/processes.ts';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const given = process.argv.slice(2);
const OURS = ['--all', '--together'];
const options = given.filter((argument) => argument.startsWith('-') && !OURS.includes(argument));
const files = given.filter((argument) => !argument.startsWith('-'));
const isGrouped = files.length === 0 || given.includes('--together');
const isAll = files.length > 0 || given.includes('--all');

// A test that takes longer fails unless it sets its own limit. A file without output for five times as long ends the
// run, and so does the limit of the run. Each names the tests that hang. A busy machine may need more time.
const TEST_MS = seconds('TEST_TIMEOUT_S', 60);
const RUN_MS = seconds('TEST_RUN_TIMEOUT_S', 1800);
const GRACE_MS = 10_000;

const child = spawn(
  process.execPath,
  [
    '--test',
    '--import=./test/support/run/quick-typesetter.mjs',
    // Megabytes. Garbage collection of everything that the tests of a process hold took a twentieth of the run.
    '--initial-old-space-size=512',
    '--min-semi-space-size=32',
    '--max-semi-space-size=64',
    // Three more than the number of cores, because tests wait for each other's responses.
    `--test-concurrency=${availableParallelism() + 3}`,
    '--test-global-setup=test/support/run/once-per-run.ts',
    '--test-reporter=./test/support/run/reporter.ts',
    '--test-reporter-destination=stdout',
    `--test-timeout=${TEST_MS}`,
    ...options,
    ...filesToRun(),
  ],
  {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      TEST_SILENCE_MS: `${5 * TEST_MS}`,
      ...(isGrouped && { TEST_BUNDLE: '1' }),
      ...(isAll && { TEST_ALL: '1' }),
    },
    // A separate process group, so that no child process outlives the run.
    detached: process.platform !== 'win32',
  },
);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
const limit = setTimeout(() => {
  process.stderr.write(`The tests have not ended after ${RUN_MS / 1000} s.\n`);
  child.kill('SIGINT');
  setTimeout(killAll, GRACE_MS).unref();
}, RUN_MS);
child.on('exit', (code, signal) => {
  clearTimeout(limit);
  killAll();
  process.exitCode = signal ? 128 + constants.signals[signal] : (code ?? 1);
});

/** Kills processes that hanging tests left behind and that ignore other signals. */
function killAll() {
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // All processes have ended.
  }
}

function seconds(name, fallback) {
  return 1000 * Number(process.env[name] || fallback);
}

function filesToRun() {
  return isGrouped ? writeProcesses(files.length > 0 ? files : listTestFiles(isAll)) : files;
}
