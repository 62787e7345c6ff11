import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
/** Options of Node for every process that may typeset. */
export const NODE_OPTIONS: readonly string[] = ['--import', path('../run/quick-typesetter.mjs')];

/** The bundled program, which starts faster than its sources; built by `once-per-run.ts`. */
export const BUNDLED_PROGRAM = 'TEST_BUNDLED_PROGRAM';

/** Arguments for Node that run the program as `npm start` does. */
export const SOURCES: readonly string[] = [...NODE_OPTIONS, path('../../../bin/proffer.js')];

/** Next to the bundled program: a module that exports `runCli`. */
export const BUNDLED_COMMANDS = 'commands.js';

const bundled = process.env[BUNDLED_PROGRAM];

/** Arguments for Node that run the program. */
export const PROGRAM: readonly string[] = bundled ? [...NODE_OPTIONS, bundled] : SOURCES;

/** Environment of a process that runs the sources: the path of Node, and the compile cache that the tests fill. */
export const SOURCES_ENV: Readonly<Record<string, string>> = {
  PATH: process.env.PATH ?? '',
  ...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
};

/** The module that exports `runCli`: of the bundle, which loads faster, or of the sources. */
export const COMMANDS: string = bundled
  ? join(dirname(bundled), BUNDLED_COMMANDS)
  : path('../../../src/cli/run.ts');

/** Environment of every process of the program. */
export const PROGRAM_ENV: Readonly<Record<string, string>> = {
  ...SOURCES_ENV,
  ...(bundled && { NODE_COMPILE_CACHE: join(dirname(bundled), 'compiled') }),
};

/** Environment of the bundled program for tests that look at no document: see `blank-worker.ts`. */
export const BLANK_DOCUMENTS: Readonly<Record<string, string>> = bundled ? { TEST_BLANK_DOCUMENTS: '1' } : {};

/** Runs a command after a shell line such as `ulimit -f 100` or `umask 000`. */
export function underLimit(command: readonly string[], line: string | undefined): [string, ...string[]] {
  return (line ? ['sh', '-c', `${line}; exec "$@"`, 'sh', ...command] : command) as [string, ...string[]];
}
