import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ENTRIES, type ScriptName, type Scripts } from '../../../src/pages/scripts.ts';
import { BUNDLED_PROGRAM } from './program.ts';

let shared: Promise<Scripts> | undefined;

/**
 * Returns the scripts that were built once for all processes of the run, if the run bundles the program: see
 * `bundle-program.ts`.
 */
export function sharedScripts(): Promise<Scripts> | undefined {
  const program = process.env[BUNDLED_PROGRAM];
  if (program) shared ??= readScripts(dirname(program));
  return shared;
}

/** Returns the path of a script below the folder of the bundled program. */
export function scriptFile(folder: string, name: ScriptName): string {
  return join(folder, 'pages', ENTRIES[name].replace(/\.tsx?$/, '.js'));
}

async function readScripts(folder: string): Promise<Scripts> {
  const names = Object.keys(ENTRIES) as ScriptName[];
  const read = names.map(async (name) => [name, await readFile(scriptFile(folder, name), 'utf8')]);
  return Object.fromEntries(await Promise.all(read));
}
