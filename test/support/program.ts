import { fileURLToPath } from 'node:url';

/**
 * The arguments of Node that run the program. As in the whole test run, the typesetter is compiled quickly and not
 * well (`--liftoff-only`): that pays off from some hundred documents on, which no test makes.
 */
export const PROGRAM: readonly string[] = [
  '--liftoff-only',
  fileURLToPath(new URL('../../bin/proffer.js', import.meta.url)),
];
