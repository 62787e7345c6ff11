import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Script } from 'node:vm';
import { temporaryFolder } from '../../test/support/service/cli.ts';
import { MAX_SIGNATURE_LENGTH } from '../domain/quote/signature.ts';
import { BundleError, bundle, bundleScripts, findBundler } from './scripts.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
before(async () => {
  folder = await temporaryFolder();
});
after(() => folder.remove());

async function write(name: string, text: string): Promise<string> {
  const file = join(folder.path, name);
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(file, text);
  return file;
}

test('a script is one self-contained file that includes its imports', async () => {
  const script = (await bundleScripts())['signature.js'];
  assert.doesNotThrow(() => new Script(script), 'neither TypeScript nor a module');
  assert.ok(script.includes('pointerdown'));
  assert.match(
    script,
    new RegExp(`\\b(${MAX_SIGNATURE_LENGTH}|2e4)\\b`),
    'the bound stands in the domain only',
  );
  assert.ok(script.length < 2500, `${script.length} characters: only what is used`);
  assert.equal((await bundleScripts())['signature.js'], script, 'its address stays while nothing changes');
});

test('JSX follows the configuration of the browser code', async () => {
  const settings = join(import.meta.dirname, 'browser/tsconfig.json');
  await write('tsconfig.json', JSON.stringify({ extends: settings }));
  const runtime = 'export const jsx = (type, props) => type + ":" + props.children;';
  await write('node_modules/preact/jsx-runtime.js', runtime);
  await write('greeting.ts', 'export const greeting: string = "hello";');
  const entry = await write(
    'island.tsx',
    'import { greeting } from "./greeting.ts";\n(globalThis as Record<string, unknown>).shown = <b>{greeting}</b>;',
  );
  const shown: { shown?: string } = {};
  new Script(await bundle(entry)).runInNewContext(shown);
  assert.equal(shown.shown, 'b:hello');
});

test('an error has its location, and a missing bundler the way to install it', async () => {
  const entry = await write('wrong.ts', 'import { nothing } from "./nowhere.ts";\nnothing();');
  await assert.rejects(bundle(entry), (error: Error) => {
    assert.ok(error instanceof BundleError);
    assert.match(error.message, /wrong\.ts:1:\d+/);
    assert.match(error.message, /nowhere\.ts/);
    return true;
  });
  assert.throws(
    () => findBundler('plan9', 'mips'),
    /^Error: the package @esbuild\/plan9-mips, .*run "npm ci" without --omit=optional$/,
  );
});
