// `npm test`: all tests, or those of the files that are named; options are handed on to Node.
// `--together` runs the named files in one process, as a run of all does with most of them.
import { spawn } from 'node:child_process';
import { availableParallelism, constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { writeProcesses } from '../test/support/run/processes.ts';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const given = process.argv.slice(2);
const options = given.filter((argument) => argument.startsWith('-') && argument !== '--together');
const files = given.filter((argument) => !argument.startsWith('-'));
const isGrouped = files.length === 0 || given.includes('--together');

const child = spawn(
  process.execPath,
  [
    '--test',
    '--import=./test/support/run/quick-typesetter.mjs',
    // In megabytes: looking for garbage in all that the tests of a process keep took a twentieth of the run.
    '--initial-old-space-size=512',
    // One more than there are processors: tests wait for one another's answers.
    `--test-concurrency=${availableParallelism() + 1}`,
    '--test-global-setup=test/support/run/once-per-run.ts',
    '--test-reporter=./test/support/run/reporter.ts',
    '--test-reporter-destination=stdout',
    ...options,
    ...filesToRun(),
  ],
  { stdio: 'inherit', env: { ...process.env, ...(isGrouped && { TEST_BUNDLE: '1' }) } },
);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => {
  process.exitCode = signal ? 128 + constants.signals[signal] : (code ?? 1);
});

function filesToRun() {
  if (!isGrouped) return files;
  return files.length > 0 ? writeProcesses({ named: files }) : writeProcesses();
}
