import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { temporaryFolder } from '../support/service/cli.ts';
import { refusedStart } from '../support/service/refused-start.ts';

const run = promisify(execFile);
const BIN = fileURLToPath(new URL('../../bin', import.meta.url));
/** Signals its own process just before the program is loaded. */
const STOPS_EARLY = `data:text/javascript,${encodeURIComponent(`
import { registerHooks } from 'node:module';
registerHooks({
  load(url, context, next) {
    if (url.endsWith('/main.js')) process.kill(process.pid, 'SIGTERM');
    return next(url, context);
  },
});`)}`;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
/** The launcher of a package whose program only prints a line. */
let launcher: string;
before(async () => {
  folder = await temporaryFolder();
  await cp(BIN, join(folder.path, 'bin'), { recursive: true });
  await mkdir(join(folder.path, 'dist'));
  const program = "console.log('it runs'); setTimeout(() => {}, Number(process.env.RUNS_MS));";
  await writeFile(join(folder.path, 'dist/main.js'), program);
  await writeFile(join(folder.path, 'package.json'), '{ "type": "module" }');
  launcher = join(folder.path, 'bin/proffer.js');
});
after(() => folder.remove());

function launch(args: string[], env: Record<string, string>) {
  const { PATH = '' } = process.env;
  return run(process.execPath, args, { env: { PATH, RUNS_MS: '0', ...env }, timeout: 20_000 });
}

it('the launcher works without a cache folder if it cannot create one', async () => {
  for (const XDG_CACHE_HOME of ['/proc/1', '/proc', '/dev/null', '/dev/null/there']) {
    const { stdout } = await launch([launcher, '--version'], { XDG_CACHE_HOME });
    assert.equal(stdout, 'it runs\n', XDG_CACHE_HOME);
  }
});

it('a data folder that cannot be created is named', { skip: process.platform !== 'linux' }, async () => {
  assert.match(
    await refusedStart({ DATA_DIR: '/proc/1/proffer' }),
    /DATA_DIR .*no folder can be created there/,
  );
});

it('a stop before the service starts exits with 0, and ends other commands by the signal', async () => {
  const env = { XDG_CACHE_HOME: folder.path, RUNS_MS: '30000' };
  await launch(['--import', STOPS_EARLY, launcher, 'serve'], env);
  const other = launch(['--import', STOPS_EARLY, launcher, 'verify'], env);
  await assert.rejects(other, { signal: 'SIGTERM' });
});
