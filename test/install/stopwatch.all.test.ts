import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { readDemoTexts } from '../../src/actions/demo/demo-texts.ts';
import { launchChromium } from '../support/browser/chromium.ts';
import { linkPackages } from '../support/install/link-packages.ts';
import { temporaryFolder } from '../support/service/cli.ts';
import { until } from '../support/until.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');
/** The time is printed, not limited: a busy machine takes as long as it does. */
const TIMEOUT = { timeout: 900_000 };
const PATIENCE = { maxMs: 600_000, pollMs: 50 };
/** With `TEST_PACK_INSTALL=npm`, npm installs the packages from a registry, as for a new user. */
const INSTALLS_BY_NPM = process.env.TEST_PACK_INSTALL === 'npm';
const QUICK_TEST = 'src/domain/bounded-cache.test.ts';

describe('the first commands of README.md in a fresh clone', TIMEOUT, () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let clone: string;
  before(async () => {
    folder = await temporaryFolder();
    clone = join(folder.path, 'proffer');
    // A copy of the sources without their history cannot be cloned.
    assert.ok(existsSync(join(ROOT, '.git')), 'this test needs a checkout of git');
  });
  after(() => folder.remove());

  const commands = readFirstCommands();
  const env = () => ({
    PATH: process.env.PATH ?? '',
    // With npm, which registry it asks and what it has cached is up to the machine.
    HOME: (INSTALLS_BY_NPM && process.env.HOME) || folder.path,
    LANG: 'en_GB.UTF-8',
    ...{ PORT: '0', TEST_ENGINES: 'sqlite' },
  });

  test('are npm start and npm test', () => {
    assert.deepEqual(commands, ['npm start', 'npm test', 'npm start -- --demo']);
  });

  test('the demo is painted', TIMEOUT, async (t) => {
    const browser = await launchChromium();
    const begun = performance.now();
    const seconds = () => ((performance.now() - begun) / 1000).toFixed(1);
    await run('git', ['clone', '--quiet', ROOT, clone]);
    if (!INSTALLS_BY_NPM) await layOutPackages(({ dev }) => !dev);
    t.diagnostic(`${seconds()} s: cloned`);
    const demo = spawn('sh', ['-c', commands[2] ?? ''], {
      ...{ cwd: clone, env: env(), detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
    });
    try {
      const link = await readLink(demo);
      t.diagnostic(`${seconds()} s: the link is printed`);
      const page = await browser.newPage({ locale: 'en-GB' });
      await page.goto(link);
      const painted = await page.evaluate(`new Promise((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().map(({ name }) => name)))
          .observe({ type: 'paint', buffered: true });
      })`);
      assert.ok((painted as string[]).length > 0);
      t.diagnostic(`${seconds()} s: the first page is painted`);
      const shown = await page.locator('body').innerText();
      assert.ok(shown.includes(readDemoTexts('en').business.name), shown.slice(0, 300));
    } finally {
      await browser.close();
      await stop(demo);
    }
  });

  test('the tests run', TIMEOUT, async () => {
    if (!INSTALLS_BY_NPM) await layOutPackages(({ dev }) => dev === true);
    const { stdout } = await run('sh', ['-c', `${commands[1]} -- ${QUICK_TEST}`], { cwd: clone, env: env() });
    assert.match(stdout, /pass/);
  });

  async function layOutPackages(isWanted: Parameters<typeof linkPackages>[1]): Promise<void> {
    await linkPackages(clone, isWanted);
    await mkdir(join(clone, 'node_modules'), { recursive: true });
    // By this list npm start sees that everything is there.
    const list = 'node_modules/.package-lock.json';
    await copyFile(join(ROOT, list), join(clone, list));
  }
});

/** The lines of the first block, without comments. */
function readFirstCommands(): string[] {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const block = /^```sh\n(.*?)^```/ms.exec(readme)?.[1] ?? '';
  return block
    .trim()
    .split('\n')
    .map((line) => line.replace(/\s+#.*/, ''));
}

/** Waits for the link that the demo prints; what it printed instead is in the error. */
async function readLink(demo: ChildProcess): Promise<string> {
  let output = '';
  demo.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  return until(() => {
    const link = /http:\/\/localhost:\d+\/demo\/sign-in\?code=\S+/.exec(output)?.[0];
    assert.ok(link || demo.exitCode === null, output);
    return link;
  }, PATIENCE);
}

/** Like Ctrl-C in a terminal, which reaches npm and what it has started. */
async function stop(demo: ChildProcess): Promise<void> {
  if (demo.exitCode !== null || demo.pid === undefined) return;
  const ended = once(demo, 'close');
  process.kill(-demo.pid, 'SIGINT');
  await ended;
}
