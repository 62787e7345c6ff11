import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants, Script } from 'node:vm';

/**
 * Runs the start of a process or thread from the file of all of them: see `bundle-program.ts`. What Node's own cache
 * keeps has no function that is compiled when it is first called, which are most of those that a start needs; what
 * `keep-compiled.ts` has kept has them.
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
  const { done } = await module.exports.entries[entry]();
  await done;
}
