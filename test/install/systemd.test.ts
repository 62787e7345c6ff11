import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { VARIABLES } from '../../src/app/config/config.ts';
import { STOP_MS } from '../../src/app/listener.ts';
import { temporaryFolder } from '../support/service/cli.ts';
import { command } from '../support/service/command.ts';

const UNITS = 'etc/systemd/system';
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
const NEEDS_SYSTEMD = { skip: !hasSystemd && 'needs systemd-analyze' };
/** Highest exposure, in tenths, that `systemd-analyze security` may report. */
const MAX_EXPOSURE = 20;

describe('proffer install', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  const read = (path: string) => readFileSync(join(folder.path, path), 'utf8');
  const install = (...args: string[]) => command(['install', ...args]);

  before(async () => {
    folder = await temporaryFolder();
    const { code, stderr } = await install(
      '--root',
      folder.path,
      '--domain',
      'quotes.example.com',
      '--keep',
      '10',
    );
    assert.equal(code, 0, stderr);
  });
  after(() => folder?.remove());

  it('writes units that systemd accepts', NEEDS_SYSTEMD, () => {
    const files = readdirSync(join(folder.path, UNITS));
    assert.deepEqual(files.sort(), ['proffer-backup.service', 'proffer-backup.timer', 'proffer.service']);
    const paths = files.map((name) => join(folder.path, UNITS, name));
    const verified = spawnSync('systemd-analyze', ['verify', ...paths], { encoding: 'utf8' });
    // Other units of the machine may have warnings.
    const own = verified.stderr.split('\n').filter((line) => line.includes('proffer'));
    assert.deepEqual([verified.status, own], [0, []]);
  });

  it('writes services whose exposure is low', NEEDS_SYSTEMD, () => {
    for (const name of ['proffer.service', 'proffer-backup.service']) {
      const args = ['--offline=yes', '--no-pager', `--threshold=${MAX_EXPOSURE}`];
      const { status, stdout } = spawnSync(
        'systemd-analyze',
        ['security', ...args, join(folder.path, UNITS, name)],
        {
          encoding: 'utf8',
        },
      );
      assert.equal(status, 0, stdout);
    }
  });

  it('starts the program with Node.js, and gives a stop enough time', () => {
    const unit = read(`${UNITS}/proffer.service`);
    const [, node = '', program = ''] = /^ExecStart="(.+)" "(.+)" serve$/m.exec(unit) ?? [];
    const { status, stdout } = spawnSync(node, [program, '--version'], { encoding: 'utf8' });
    assert.equal(status, 0);
    assert.match(stdout, /^\d+\.\d+\.\d+/);
    assert.ok(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]) * 1000 > STOP_MS);
    assert.match(unit, /^MemoryMax=75%$/m);
    assert.match(unit, /^Environment=MALLOC_MMAP_THRESHOLD_=\d+$/m);
    assert.match(read(`${UNITS}/proffer-backup.service`), / backup --keep 10$/m);
  });

  it('writes settings that the service knows, readable by root only, and keeps them', async () => {
    const settings = 'etc/proffer/proffer.env';
    assert.equal(statSync(join(folder.path, settings)).mode & 0o777, 0o600);
    assert.match(read(settings), /^PUBLIC_URL=https:\/\/quotes\.example\.com$/m);
    const names = [...read(settings).matchAll(/^#?([A-Z_]+)=/gm)].map(([, name = '']) => name);
    assert.ok(names.length >= 4);
    const known = new Set<string>(VARIABLES.map(({ name }) => name));
    assert.deepEqual(
      names.filter((name) => !known.has(name)),
      [],
    );
    writeFileSync(join(folder.path, settings), 'PORT=8080\n');
    const { stderr } = await install('--root', folder.path, '--domain', 'other.example.com');
    assert.match(stderr, /proffer\.env is kept as it is/);
    assert.equal(read(settings), 'PORT=8080\n');
  });

  it('prints the same files, and changes nothing', async () => {
    const { stdout } = await install('--print');
    for (const path of [
      `${UNITS}/proffer.service`,
      'etc/tmpfiles.d/proffer.conf',
      'etc/sysusers.d/proffer.conf',
    ]) {
      assert.ok(stdout.includes(`# /${path}\n${read(path)}`), path);
    }
    assert.match(stdout, /^#PUBLIC_URL=/m);
  });

  it('rejects what would write an invalid file', async () => {
    for (const args of [
      ['--domain', 'localhost'],
      ['--domain', 'a.example\nUser=root'],
      ['--keep', '0'],
      ['--keep', '2;reboot'],
      ['--print', '--root', folder.path],
    ]) {
      const { code, stderr } = await install(...args);
      assert.equal(code, 2, args.join(' '));
      assert.match(stderr, /^proffer: |--/);
    }
  });
});

describe('proffer install starts the service', { skip: process.getuid?.() !== 0 && 'needs root' }, () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  before(async () => {
    folder = await temporaryFolder();
    chmodSync(folder.path, 0o755);
    const tools = {
      id: 'echo 65534',
      journalctl: 'echo the journal of the service',
      // `is-failed` succeeds for a unit that has failed.
      ...{
        systemctl: `echo "$1" >> ${join(folder.path, 'calls')}`,
        'systemd-sysusers': '',
        'systemd-tmpfiles': '',
      },
    };
    for (const [name, script] of Object.entries(tools))
      writeFileSync(join(folder.path, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    writeFileSync(join(folder.path, 'calls'), '');
  });
  after(() => folder?.remove());

  /** Runs it with those programs instead of the ones of systemd. */
  function start(program: string, port: number) {
    const settings = join(folder.path, 'proffer.env');
    writeFileSync(settings, `#HOST=1.2.3.4\nPORT=${port}\n`);
    writeFileSync(join(folder.path, 'calls'), '');
    const installation = { node: '/bin/sh', program, domain: undefined, keep: 1 };
    const url = new URL('../../src/cli/install/activate.ts', import.meta.url).href;
    const code = `import { activate } from ${JSON.stringify(url)};
      await activate(${JSON.stringify(installation)}, ${JSON.stringify(settings)})
        .catch((error) => { console.error(error.message); process.exitCode = 1; });`;
    const env = { ...process.env, PATH: `${folder.path}:${process.env.PATH}` };
    const child = spawn(process.execPath, ['--input-type=module', '--eval', code], { env });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    return once(child, 'exit').then(([status]) => {
      return { status, stderr, calls: readFileSync(join(folder.path, 'calls'), 'utf8') };
    });
  }

  it('not if its user cannot read the program', async () => {
    const hidden = join(folder.path, 'hidden');
    mkdirSync(hidden, { mode: 0o700 });
    writeFileSync(join(hidden, 'program'), 'exit 0\n', { mode: 0o644 });
    const { status, stderr, calls } = await start(join(hidden, 'program'), 1);
    assert.equal(status, 1, stderr);
    assert.match(stderr, /the user "proffer" cannot run .*: move the program/);
    assert.equal(calls, '', 'nothing was started');
  });

  it('and waits until it is ready, or shows the journal', async () => {
    const program = join(folder.path, 'program');
    writeFileSync(program, 'exit 0\n', { mode: 0o644 });
    let asked = 0;
    const server = createServer((request, response) => {
      if (request.url === '/readyz') asked++;
      response.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const ready = await start(program, port);
    assert.deepEqual([ready.status, asked], [0, 1], ready.stderr);
    assert.equal(ready.calls, 'daemon-reload\nenable\nrestart\n');
    server.close();
    await once(server, 'close');
    const failed = await start(program, port);
    assert.equal(failed.status, 1);
    assert.match(
      failed.stderr,
      /the journal of the service[\s\S]*does not become ready at http:\/\/127\.0\.0\.1:/,
    );
  });
});
