import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type Begun, type NpmProject, withNpmWorkshop } from '../support/install/npm-project.ts';
import { until } from '../support/until.ts';

// The script of a package that hangs while the file `slow` exists, and writes its pid into it.
const HANG = `
  const { existsSync, writeFileSync } = require('node:fs');
  const slow = process.env.SLOW;
  if (slow && existsSync(slow)) { writeFileSync(slow, String(process.pid)); setInterval(() => {}, 1000); }
`;
const MANIFESTS = [
  { name: 'needed', version: '1.0.0' },
  { name: 'needed', version: '2.0.0' },
  { name: 'tested', version: '1.0.0', scripts: { install: `node -e "${HANG.replace(/\s+/g, ' ')}"` } },
];
const FIRST = { needed: '1.0.0', tested: '1.0.0' };
/** A package like those that contain Node for a platform: a shell script that runs the Node of this test. */
const PINNED = {
  ...{ name: `node-${process.platform}-${process.arch}`, version: '26.0.0' },
  ...{ os: process.platform, cpu: process.arch, bin: { node: 'bin/node' } },
  contents: {
    'bin/node': `#!/bin/sh\nexec '${process.execPath}' "$@"\n`,
    'include/node.h': '#define NODE\n',
  },
};
const WITH_NODE = { ...FIRST, [PINNED.name]: PINNED.version };

/** Makes each Node claim another version, which is all that the setup and the launcher look at. */
function asNode(version: string): { NODE_OPTIONS: string } {
  const code = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` };
}

describe('the installation by npm start and npm test', () => {
  let newProject: () => Promise<NpmProject>;
  let finish: () => void;
  let closed: Promise<void>;

  before(async () => {
    await new Promise<void>((ready, fail) => {
      closed = withNpmWorkshop([...MANIFESTS, PINNED], async (create) => {
        newProject = create;
        ready();
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
      });
      closed.catch(fail);
    });
  });
  after(async () => {
    finish();
    await closed;
  });

  async function lockedProject(): Promise<NpmProject> {
    const project = await newProject();
    await project.lock(FIRST);
    return project;
  }

  test('installs what running needs at a start, adds the rest for tests, and keeps it at the next start', async () => {
    const project = await lockedProject();
    const started = await project.npm('start');
    assert.equal(started.code, 0, started.output);
    assert.deepEqual(await project.installed(), { needed: '1.0.0' });
    const production = project.begin(['test'], { NODE_ENV: 'production' });
    assert.equal((await production.ended).code, 0);
    assert.deepEqual(await project.installed(), FIRST);

    await expectNothingToInstall(project);
    assert.deepEqual(await project.leftovers(), []);
  });

  /** Runs the script of `npm start` directly: npm itself takes three times as long. */
  async function expectNothingToInstall(project: NpmProject): Promise<void> {
    const there = await project.installed();
    const before = project.registry.requests();
    const { code, output } = await project.setUp();
    assert.equal(code, 0, output);
    assert.doesNotMatch(output, /Installing/);
    assert.equal(project.registry.requests(), before, 'no network once it is installed');
    assert.deepEqual(await project.installed(), there);
  }

  test('installs nothing after npm ci, updates on a changed lockfile, and keeps other packages', async () => {
    const project = await lockedProject();
    assert.equal((await project.npm('ci')).code, 0);
    await expectNothingToInstall(project);
    for (const name of ['stranger', '@some/stranger']) {
      const home = join(project.folder, 'node_modules', name);
      await mkdir(home, { recursive: true });
      await writeFile(join(home, 'package.json'), '{ "version": "3.0.0" }');
    }
    await project.lock({ ...FIRST, needed: '2.0.0' });
    const { code, output } = await project.setUp();
    assert.equal(code, 0, output);
    assert.deepEqual(await project.installed(), {
      needed: '2.0.0',
      tested: '1.0.0',
      stranger: '3.0.0',
      '@some/stranger': '3.0.0',
    });
  });

  test('installs nothing after npm ci --omit=dev, and restores a lost package', async () => {
    const project = await lockedProject();
    assert.equal((await project.npm('ci', '--omit=dev')).code, 0);
    await expectNothingToInstall(project);
    await rm(join(project.folder, 'node_modules', 'needed'), { recursive: true });
    await project.setUp();
    assert.deepEqual(await project.installed(), { needed: '1.0.0' });
  });

  test('runs twice concurrently in a fresh checkout without conflicts', async () => {
    const project = await lockedProject();
    const both = await Promise.all([project.setUp(), project.setUp('all')]);
    for (const { code, output } of both) assert.equal(code, 0, output);
    assert.deepEqual(await project.installed(), FIRST);
    assert.deepEqual(await project.leftovers(), []);
  });

  test('reports a missing registry, and leaves nothing behind', async () => {
    const project = await lockedProject();
    const nowhere = { npm_config_registry: 'http://127.0.0.1:1/', npm_config_fetch_retries: '0' };
    await writeFile(join(project.folder, '.npmrc'), '');
    const cache = join(project.folder, '..', 'empty-cache');
    const { code, output } = await project.begin(['start'], { ...nowhere, npm_config_cache: cache }).ended;
    assert.notEqual(code, 0);
    assert.match(output, /Could not install the dependencies: see the lines above, then try again/);
    assert.doesNotMatch(output, /^needed$/m, 'the service was not started');
    assert.deepEqual(await project.leftovers(), []);
  });

  describe('the pinned Node', () => {
    const OLD = asNode('20.19.0');
    const NEW = asNode('26.1.0');
    const { tested: _tests, ...RUNNING } = WITH_NODE;
    const has = (project: NpmProject, path: string) =>
      existsSync(join(project.folder, 'node_modules', PINNED.name, path));

    async function pinningProject(): Promise<NpmProject> {
      const project = await newProject();
      await project.lock({ ...FIRST, pinned: PINNED });
      return project;
    }

    test('is left out where the machine has one, and comes back when that one is older', async () => {
      const project = await pinningProject();
      assert.equal((await project.setUp(undefined, NEW)).code, 0);
      assert.deepEqual(await project.installed(), { needed: '1.0.0' });
      const later = await project.setUp(undefined, asNode('27.0.0'));
      assert.doesNotMatch(later.output, /Installing/, 'a later Node will do, too');
      const older = await project.setUp(undefined, OLD);
      assert.equal(older.code, 0, older.output);
      assert.match(older.output, /Installing/);
      assert.deepEqual(await project.installed(), RUNNING);
      // A unit of systemd may name it by now.
      await project.lock({ needed: '2.0.0', tested: '1.0.0', pinned: PINNED });
      assert.equal((await project.setUp(undefined, NEW)).code, 0);
      assert.deepEqual(await project.installed(), { ...RUNNING, needed: '2.0.0' });
      assert.deepEqual(await project.leftovers(), []);
    });

    test('is installed for the tests on any Node', async () => {
      const project = await pinningProject();
      assert.equal((await project.setUp('all', NEW)).code, 0);
      assert.deepEqual(await project.installed(), WITH_NODE);
    });

    test('is installed by the launcher of a checkout whose Node has become too old', async () => {
      const project = await pinningProject();
      await mkdir(join(project.folder, 'src'));
      await writeFile(join(project.folder, 'src/main.ts'), "console.log('it runs');");
      await project.setUp(undefined, NEW);
      const launch = () => project.run(['bin/proffer.js', '--version'], OLD);
      const first = await launch();
      assert.equal(first.code, 0, first.output);
      assert.match(first.output, /Installing[\s\S]*it runs\n$/);
      assert.ok(has(project, 'bin/node'));
      assert.equal((await launch()).output, 'it runs\n');
    });

    test('has no headers, also after npm ci', async () => {
      const project = await pinningProject();
      await project.setUp(undefined, OLD);
      assert.deepEqual([has(project, 'bin/node'), has(project, 'include')], [true, false]);
      assert.equal((await project.npm('ci')).code, 0);
      assert.ok(has(project, 'include/node.h'));
      await expectNothingToInstall(project);
      assert.deepEqual([has(project, 'bin/node'), has(project, 'include')], [true, false]);
    });
  });

  test('rejects Node 18 in one line, before anything is installed', async () => {
    const project = await lockedProject();
    const NODE_18 = asNode('18.20.8');
    for (const rejected of [
      await project.setUp(undefined, NODE_18),
      await project.setUp('all', NODE_18),
      await project.run(['bin/proffer.js', 'serve'], NODE_18),
    ]) {
      assert.equal(rejected.code, 1);
      assert.match(
        rejected.output,
        /^Proffer needs Node\.js 20 or later, and this is 18\.20\.8: install Node\.js 26 from .+\n$/,
      );
    }
    assert.deepEqual(await project.installed(), {});
    assert.deepEqual(await project.leftovers(), []);
  });

  describe('a stop during the installation', () => {
    const stops: [string, (begun: Begun) => void][] = [
      ['SIGTERM to npm', ({ process: npm }) => npm.kill('SIGTERM')],
      ['SIGINT to npm', ({ process: npm }) => npm.kill('SIGINT')],
      ['Ctrl-C in a terminal', ({ process: npm }) => process.kill(-(npm.pid as number), 'SIGINT')],
    ];
    // Every stop leaves the project as before the installation.
    let stopped: NpmProject | undefined;
    for (const [name, stop] of stops) {
      test(`${name}: leaves no process and no partial installation`, async () => {
        const project = await lockedProject();
        const hanging = await startHangingInstall(project);
        stop(hanging.begun);
        const { output } = await hanging.begun.ended;
        assert.equal(isRunning(hanging.pid), false, 'the script of the package has ended');
        assert.doesNotMatch(output, /^tested$/m, 'the tests were not started');
        assert.deepEqual(await project.installed(), {});
        assert.deepEqual(await project.leftovers(), []);
        stopped = project;
      });
    }

    test('the next installation completes it', async () => {
      assert.ok(stopped);
      assert.equal((await stopped.setUp('all')).code, 0);
      assert.deepEqual(await stopped.installed(), FIRST);
    });

    test('the next installation after a kill completes it and cleans up', async () => {
      const project = await lockedProject();
      const hanging = await startHangingInstall(project);
      process.kill(-(hanging.begun.process.pid as number), 'SIGKILL');
      process.kill(hanging.pid, 'SIGKILL');
      await hanging.begun.ended;
      const [leftover = ''] = await project.leftovers();
      await untilGone(Number(/^\.install-(\d+)-/.exec(leftover)?.[1]));
      const { code, output } = await project.setUp('all');
      assert.equal(code, 0, output);
      assert.deepEqual(await project.installed(), FIRST);
      assert.deepEqual(await project.leftovers(), []);
    });
  });
});

/** Starts an installation for the tests and waits until it hangs in a script. */
async function startHangingInstall(project: NpmProject): Promise<{ begun: Begun; pid: number }> {
  const slow = join(project.folder, '..', `slow-${Math.random()}`);
  await writeFile(slow, '');
  const begun = project.begin(['test'], { SLOW: slow });
  let ended = false;
  begun.ended.then(() => {
    ended = true;
  });
  const pid = await until(async () => {
    if (ended) throw new Error(`npm did not wait: ${(await begun.ended).output}`);
    return Number(await readFile(slow, 'utf8'));
  });
  return { begun, pid };
}

async function untilGone(pid: number): Promise<void> {
  assert.ok(pid > 0, 'the killed installation has left its folder');
  await until(() => !isRunning(pid));
}

/** A process that has ended may stay in the process list until it is reaped. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    const status = `/proc/${pid}/status`;
    return !existsSync(status) || !/^State:\s*Z/m.test(readFileSync(status, 'utf8'));
  } catch {
    return false;
  }
}

test('npm gets a cache of its own where the one of HOME cannot be written', async () => {
  const script = new URL('../../scripts/run-npm.mjs', import.meta.url).href;
  const { chooseCache } = await import(script);
  assert.deepEqual(chooseCache('/work', tmpdir()), {});
  assert.deepEqual(chooseCache('/work', '/proc/self/.npm'), { npm_config_cache: join('/work', '.npm') });
});
