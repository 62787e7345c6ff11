import { fileURLToPath } from 'node:url';

/**
 * The arguments of Node that run the program. As in the whole test run, the typesetter is compiled quickly and not
 * well (`--liftoff-only`): that pays off from some hundred documents on, which no test makes.
 */
export const PROGRAM: readonly string[] = [
  '--liftoff-only',
  fileURLToPath(new URL('../../../bin/proffer.js', import.meta.url)),
];

/** A command that runs after a line for the shell, such as `ulimit -f 100` or `umask 000`. */
export function underLimit(command: readonly string[], line: string | undefined): [string, ...string[]] {
  return (line ? ['sh', '-c', `${line}; exec "$@"`, 'sh', ...command] : command) as [string, ...string[]];
}
