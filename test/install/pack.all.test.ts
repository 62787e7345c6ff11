import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { Script } from 'node:vm';
import { lockFolder } from '../../src/store/sqlite/folder-lock.ts';
import { visit } from '../support/api/customer.ts';
import { installPacked, type PackedProgram } from '../support/install/packed-program.ts';
import { temporaryFolder } from '../support/service/cli.ts';
import { createClient } from '../support/service/client.ts';
import { TEST_KEY } from '../support/service/service.ts';
import { type SpawnedService, spawnTestService } from '../support/service/spawn-service.ts';

/** Node options for the launcher and the processes that it starts. */
const QUICK_TYPESETTER = `--import=${join(import.meta.dirname, '../support/run/quick-typesetter.mjs')}`;

// The launcher uses only this version to choose the Node for the program.
const AS_NODE_20 = `data:text/javascript,${encodeURIComponent(
  "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.0.0' } })",
)}`;

describe('the package that npm pack makes', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let packed: PackedProgram;
  let launcher: string;
  let home: string;
  let files: string[];

  before(async () => {
    folder = await temporaryFolder();
    home = join(folder.path, 'home');
    await mkdir(home);
    packed = await installPacked(folder.path);
    launcher = join(packed.home, 'bin', 'proffer.js');
    files = await packed.files();
  });
  after(() => folder.remove());
  /** Puts the compile cache of the program into the temporary home folder. */
  const inHome = () => ({ HOME: home, XDG_CACHE_HOME: '', NODE_COMPILE_CACHE: '' });

  test('contains only JavaScript, no tests, and every file that another one refers to', async () => {
    assert.deepEqual(
      [...new Set(files.map((file) => file.split('/')[0]))],
      [
        'CHANGELOG.md',
        'LICENSE',
        'README.md',
        'SECURITY.md',
        'THIRD-PARTY-LICENCES.md',
        'bin',
        'clients',
        'conformance',
        'dist',
        'docs',
        'fonts',
        'package.json',
      ],
    );
    const elsewhere = files.filter((file) => /^(clients|conformance)\//.test(file));
    assert.deepEqual(elsewhere, ['clients/typescript/README.md', 'conformance/README.md']);
    const strange = files.filter((file) => /\.ts$|\.test\.|(^|\/)test\/|fixtures/.test(file));
    assert.deepEqual(strange, []);
    const scripts = files.filter((file) => file.startsWith('dist/') && file.endsWith('.js'));
    assert.ok(scripts.length > 100);
    for (const file of scripts) {
      const code = await readFile(join(packed.home, file), 'utf8');
      for (const [, named = ''] of code.matchAll(/(?:from |import\(|new URL\()'(\.[^']+\.\w+)'/g)) {
        assert.ok(existsSync(join(packed.home, dirname(file), named)), `${file} names ${named}`);
      }
    }
  });

  test('includes a Node that needs no install script', async () => {
    const manifest = JSON.parse(await readFile(join(packed.home, 'package.json'), 'utf8'));
    const pinned = Object.entries(manifest.optionalDependencies).filter(
      ([name]) => !name.startsWith('@esbuild/'),
    );
    assert.ok(pinned.length >= 5);
    for (const [name, version] of pinned)
      assert.match(`${name}@${version}`, /^node-[a-z0-9-]+@26\.\d+\.\d+$/);
    const lock = JSON.parse(await readFile('package-lock.json', 'utf8')).packages as Record<
      string,
      { dev?: boolean; hasInstallScript?: boolean }
    >;
    const scripted = Object.entries(lock).filter(([, entry]) => entry.hasInstallScript && !entry.dev);
    assert.deepEqual(scripted, []);
  });

  for (const [node, options, isTypeset] of [
    ['Node 26', [], true],
    ['an older Node', ['--import', AS_NODE_20], false],
  ] as const) {
    describe(`started by ${node}`, () => {
      let service: SpawnedService;
      let work: string;

      before(async () => {
        work = join(folder.path, node);
        await mkdir(work);
        service = await spawnTestService(
          { ...inHome(), NODE_OPTIONS: QUICK_TYPESETTER },
          { program: [...options, launcher], cwd: work },
        );
      });
      after(() => service.stop());

      test('prints its version', async () => {
        const { stdout } = await promisify(execFile)(process.execPath, [...options, launcher, '--version'], {
          cwd: work,
          encoding: 'utf8',
        });
        const { version } = JSON.parse(await readFile('package.json', 'utf8'));
        assert.equal(stdout, `${version}\n`);
      });

      test(`creates a quote${isTypeset ? ', its PDF and the customer page' : ''}`, async () => {
        const client = createClient({ url: service.url, key: TEST_KEY });
        const items = [{ description: 'Design', quantity: 2, unitPrice: 5000 }];
        const created = await client.post('/quotes', { customerId: 'cus_demo', title: 'Packed', items });
        assert.equal(created.status, 201, created.text);
        // The older Node only starts the program, which is the same.
        if (!isTypeset) return;
        const { id } = created.body;
        const pdf = await client.get(`/quotes/${id}/pdf`, { headers: { Accept: 'application/pdf' } });
        assert.equal(pdf.status, 200);
        assert.match(pdf.text, /^%PDF-/);
        const sent = await client.post(`/quotes/${id}/send`);
        assert.equal(sent.body.status, 'SENT', sent.text);
        const page = await visit(sent.body.publicUrl);
        assert.equal(page.status, 200);
        assert.match(page.text, /Packed/);
        const assets = [...page.text.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path]) => path);
        assert.ok(assets.length >= 3);
        for (const path of assets)
          assert.equal((await visit(`${service.url}${path}`)).status, 200, `${path}`);
        const script = await visit(service.url + assets.find((path) => path?.includes('/signature-')));
        assert.equal(script.headers.get('content-type'), 'text/javascript; charset=utf-8');
        assert.match(script.text, /pointerdown/);
        assert.doesNotThrow(() => new Script(script.text), 'neither TypeScript nor a module');
      });

      test('reads a backup through, in a thread of its own', async () => {
        const BACKUP_DIR = join(folder.path, 'backups', node);
        await mkdir(BACKUP_DIR, { recursive: true });
        const env = { ...process.env, ...inHome(), DATA_DIR: join(work, 'data'), BACKUP_DIR };
        const call = (...args: string[]) =>
          promisify(execFile)(process.execPath, [...options, launcher, ...args], { cwd: work, env });
        await call('backup', '--keep', '1');
        // There are other things to do, so the exit code is 1.
        const { stdout } = await call('doctor', '--json').catch((error) => error);
        const { findings } = JSON.parse(stdout) as { findings: { check: string; code: string }[] };
        assert.equal(findings.find(({ check }) => check === 'backup')?.code, 'backupGood');
      });

      test('serves its documentation', async () => {
        for (const path of ['/docs', '/docs/mail', '/docs/mail.md', '/docs/gallery/plain.png', '/llms.txt']) {
          assert.equal((await visit(service.url + path)).status, 200, path);
        }
      });

      test('stops on a signal', async () => {
        await service.stop();
        assert.equal(service.process.exitCode, 0);
        await assert.rejects(fetch(`${service.url}/healthz`));
      });

      test('stores its data where it was started, and writes nothing into the package', async () => {
        assert.deepEqual(await readdir(work), ['data']);
        assert.deepEqual(await readdir(home), ['.cache']);
        assert.deepEqual(await packed.files(), files);
      });
    });
  }

  test('the program ends with the older Node that started it', async () => {
    const env = { ...inHome(), DATA_DIR: join(folder.path, 'killed') };
    const program = ['--import', AS_NODE_20, launcher];
    const service = await spawnTestService(env, { program, cwd: folder.path });
    // Resolves when the program has closed its end of the pipe too.
    await service.stop('SIGKILL');
    await assert.rejects(fetch(`${service.url}/healthz`));
    lockFolder(env.DATA_DIR).release();
  });

  test('an older Node without the included one says what to do', async () => {
    const modules = join(folder.path, 'node_modules');
    const pinned = (await readdir(modules)).filter((name) => /^node-(bin-)?(linux|darwin|win)-/.test(name));
    assert.equal(pinned.length, 1);
    await rename(join(modules, `${pinned[0]}`), join(folder.path, 'away'));
    const failed = promisify(execFile)(process.execPath, ['--import', AS_NODE_20, launcher, '--version'], {
      cwd: folder.path,
    });
    await assert.rejects(failed, {
      code: 1,
      stderr: /this is Node 20\.0\.0.*Node 26.*Install Proffer again without --omit=optional/,
    });
  });
});
