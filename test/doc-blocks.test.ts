import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { asAdministrator, startPostgres } from './support/postgres/postgres.ts';
import { temporaryFolder } from './support/service/cli.ts';
import { isEngineEnabled } from './support/service/engines.ts';
import { PROGRAM } from './support/service/program.ts';
import { type SpawnedService, spawnTestService } from './support/service/spawn-service.ts';
import { until } from './support/until.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FILES = ['README.md', ...globSync('docs/*.md', { cwd: ROOT }).sort(), 'clients/typescript/README.md'];

interface Block {
  file: string;
  language: string;
  code: string;
}

/** Blocks that are not run, by file and part of their text, with the reason. */
const NOT_RUN: [file: string, part: string, reason: string][] = [
  ['README.md', 'npm start', 'test/install/stopwatch.all.test.ts runs them in a fresh clone'],
  ['README.md', 'docker build', 'needs Docker; npm run image:check builds and runs the image'],
  [
    'clients/typescript/README.md',
    '',
    'test/client/packed.all.test.ts packs, installs, compiles and runs all of it',
  ],
  ['docs/agents.md', '', 'needs the clients; test/mcp/ uses the same URL, command and variables'],
  ['docs/architecture.md', '', 'a folder tree, not code'],
  ['docs/coming-from.md', 'invoice-ninja', 'test/cli-invoice-ninja.test.ts runs it with a backup'],
  ['docs/console.md', 'Cookie: proffer_session', 'a request as it is sent, not a command'],
  ['docs/console.md', 'OIDC_ISSUER', 'variables of a provider, which test/console/provider.test.ts sets'],
  ['docs/connectors.md', 'npm pack', 'test/connectors/n8n.all.test.ts installs, checks and runs the package'],
  [
    'docs/distributed.md',
    '',
    'needs several servers with Citus; test/support/postgres/citus.ts runs the SQL',
  ],
  ['docs/configuration.md', 'secrets:', 'needs Docker; src/app/config/config.test.ts reads such files'],
  [
    'docs/documents.md',
    'VERAPDF_SAMPLES',
    'checks all samples with a JDK for minutes; npm run test:all checks some',
  ],
  ['docs/e-invoices.md', 'EINVOICE_RULES', 'needs the official rules and Saxon'],
  [
    'docs/mail.md',
    'openssl',
    'test/send/signed.test.ts makes a key, sets the variables and runs the command',
  ],
  ['docs/mail.md', 'Set-CASMailbox', 'needs a tenant of Microsoft 365'],
  ['docs/mail.md', 'SMTP_OAUTH', 'needs a tenant of Microsoft 365'],
  ['docs/payments.md', '', 'needs the file of a bank; test/api/payment-imports.test.ts uploads some'],
  [
    'docs/operating.md',
    'proffer.js install',
    'needs root; test/install/systemd.test.ts checks what it writes',
  ],
  ['docs/operating.md', 'proxy_pass', 'needs nginx'],
  ['docs/operating.md', 'upstream proffer', 'needs nginx'],
  [
    'docs/operating.md',
    'ALTER ROLE',
    'test/pooler.all.test.ts runs the same statements as printed by the service',
  ],
  ['docs/operating.md', 'pg_dump', 'test/store/postgres-failures.test.ts runs it if the tools are installed'],
  [
    'docs/operating.md',
    'pg_restore',
    'test/store/postgres-failures.test.ts runs it if the tools are installed',
  ],
  ['docs/operating.md', 'proffer accounts limit', 'test/cli.test.ts runs it'],
  ['docs/operating.md', 'proffer accounts delete', 'test/cli.test.ts runs it'],
  ['docs/operating.md', 'proffer move', 'the tests of the move command cover it'],
  [
    'docs/releasing.md',
    '',
    'builds packages and images for minutes; test/install/release.test.ts tests its parts',
  ],
  ['docs/privacy.md', 'proffer erasures', 'test/erasure/cli.test.ts runs it'],
  ['docs/tutorial.md', '', 'test/tutorial.test.ts follows it'],
  ['docs/performance.md', '', 'benchmarks that run for minutes'],
  ['docs/testing.md', '', 'proofs that run for minutes; test/prove/prove.all.test.ts runs short ones'],
];

/** Pages whose commands use the function `api` of docs/api.md. */
const WITH_SET_UP = [
  'docs/agreement.md',
  'docs/connectors.md',
  'docs/recurring.md',
  'docs/quantity-prices.md',
  'docs/price-lists.md',
  'docs/accounting.md',
];

const blocks: Block[] = FILES.flatMap(readBlocks);
const isNotRun = ({ file, code }: Block) => NOT_RUN.some(([of, part]) => of === file && code.includes(part));
const runnable = (file: string, language: string) =>
  blocks.filter((block) => block.file === file && block.language === language && !isNotRun(block));

describe('the documentation', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let service: SpawnedService;
  let dataDir: string;
  let key: string;
  before(async () => {
    folder = await temporaryFolder();
    dataDir = join(folder.path, 'data');
    mkdirSync(join(folder.path, 'backups'));
    service = await spawnTestService({ DATA_DIR: dataDir, PROFFER_API_KEY: '' });
    key = await until(() => /Test key +(prf_test_\S+)/.exec(service.output().stderr)?.[1]);
  });
  after(async () => {
    await service?.stop('SIGKILL');
    await folder?.remove();
  });

  /** Runs the blocks in sequence in one shell, as pasted by a user; the first failure ends it. */
  async function runInShell(codes: readonly string[]): Promise<void> {
    const script = [
      'set -eo pipefail',
      'curl() { command curl -S --fail-with-body --max-time 30 "$@"; }',
      `proffer() { ${[process.execPath, ...PROGRAM].map((word) => `'${word}'`).join(' ')} "$@"; }`,
      'systemctl() { :; }',
      ...codes.map(adapt),
    ].join('\n');
    await run('bash', ['-c', script], { cwd: folder.path }).catch(({ stdout, stderr, message }) =>
      assert.fail(`${stderr}\n${stdout.slice(-2000)}\n${message.slice(0, 200)}`),
    );
  }

  /** Adapts ports and folders to the service of the test. */
  function adapt(code: string): string {
    return code
      .replace('KEY=prf_test_…', `KEY=${key}`)
      .replaceAll('http://127.0.0.1:3000', service.url)
      .replaceAll('/var/lib/proffer', dataDir)
      .replaceAll('/backups', join(folder.path, 'backups'))
      .replace('proffer-2026-11-15.db', 'proffer-$(date +%F).db');
  }

  it('has no block that is neither run nor listed with a reason', () => {
    const known = (file: string) => ['docs/api.md', 'docs/operating.md', ...WITH_SET_UP].includes(file);
    for (const block of blocks.filter((one) => !isNotRun(one))) {
      assert.ok(known(block.file) && /^(sh|sql|json)$/.test(block.language), `${block.file}: ${block.code}`);
    }
    for (const [file, part] of NOT_RUN) {
      assert.ok(
        blocks.some((block) => block.file === file && block.code.includes(part)),
        `${file} has no ${part}`,
      );
    }
    assert.ok(blocks.filter((block) => !isNotRun(block)).length >= 20);
  });

  it('has no shell or JSON block with a syntax error', async () => {
    for (const shell of ['sh', 'bash']) {
      const codes = blocks.filter(({ language }) => language === shell).map(({ code }) => code);
      const checkEach = `for code; do ${shell} -n -c "$code" || { echo "$code" >&2; exit 1; }; done`;
      await run('sh', ['-c', checkEach, 'sh', ...codes]);
    }
    for (const { language, code, file } of blocks) {
      if (language === 'sh') assert.doesNotMatch(code, BASH_ONLY, `${file}: ${code}`);
      if (language === 'json') assert.doesNotThrow(() => JSON.parse(code), `${file}: ${code}`);
    }
  });

  it('has commands in docs/api.md that work after a first start', async () => {
    await runInShell(runnable('docs/api.md', 'sh').map(({ code }) => code));
  });

  for (const page of WITH_SET_UP) {
    it(`has commands in ${page} that work with the set-up of docs/api.md`, async () => {
      const codes = (file: string) => runnable(file, 'sh').map(({ code }) => code);
      const setUp = codes('docs/api.md').find((code) => code.includes('api() {'));
      assert.ok(setUp && codes(page).length > 0);
      await runInShell([setUp, ...codes(page)]);
    });
  }

  it('has commands in docs/operating.md that back up and restore', async () => {
    const [backup = '', restore = '', ...more] = runnable('docs/operating.md', 'sh').map(({ code }) => code);
    assert.deepEqual([/backup/.test(backup), /cp /.test(restore), more], [true, true, []]);
    await runInShell([backup]);
    await service.stop();
    await runInShell([restore, `DATA_DIR='${dataDir}' proffer accounts list`]);
  });

  it('has SQL in docs/operating.md that runs', { skip: !isEngineEnabled('postgres') }, async () => {
    const postgres = await startPostgres({ shared: true });
    try {
      const url = await postgres.createWithTables();
      await spawnTestService({ DATABASE_URL: url }).then((one) => one.stop());
      for (const { code } of runnable('docs/operating.md', 'sql')) await asAdministrator(url, code);
    } finally {
      await postgres.stop();
    }
  });
});

/** What other shells than bash do not understand: parts of parameters, words in braces, tests in double brackets. */
const BASH_ONLY = /\$\{\w+:\d|\$\{@:|\{\w+,\w+\}|\[\[|<<<|<\(/;

function readBlocks(file: string): Block[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return [...text.matchAll(/^( *)```(\w*)\n(.*?)\n\1```$/gms)].map(([, , language = '', code = '']) => ({
    ...{ file, language, code },
  }));
}
