import { fileURLToPath } from 'node:url';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** The arguments of Node that run the program. */
export const PROGRAM: readonly string[] = [
  '--import',
  path('../run/quick-typesetter.mjs'),
  path('../../../bin/proffer.js'),
];

/** A command that runs after a line for the shell, such as `ulimit -f 100` or `umask 000`. */
export function underLimit(command: readonly string[], line: string | undefined): [string, ...string[]] {
  return (line ? ['sh', '-c', `${line}; exec "$@"`, 'sh', ...command] : command) as [string, ...string[]];
}
