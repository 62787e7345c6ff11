import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants, Script } from 'node:vm';

/**
 * Runs the entry point of a process or thread from the shared bundle, and returns what it exports: see
 * `bundle-program.ts`. Node's own cache does not contain functions that are compiled on first call, which are most of
 * those that a start needs; the cache of `keep-compiled.ts` does.
 */
export async function load(file, entry) {
  const kept = `${file}.compiled`;
  const script = new Script(`(function (exports, require, module) {${readFileSync(file, 'latin1')}\n})`, {
    filename: file,
    cachedData: existsSync(kept) ? readFileSync(kept) : undefined,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  if (process.env.TEST_KEEPS_COMPILED)
    process.on('exit', () => writeFileSync(kept, script.createCachedData()));
  const module = { exports: {} };
  script.runInThisContext()(module.exports, createRequire(file), module);
  const exported = await module.exports.entries[entry]();
  await exported.done;
  return exported;
}
