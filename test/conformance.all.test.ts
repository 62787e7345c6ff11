import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Json } from './support/service/client.ts';
import { describeOnOneEngine } from './support/service/service.ts';

const FOLDER = fileURLToPath(new URL('../conformance/', import.meta.url));

const LONG = { timeout: 180_000 };

interface Finished {
  code: number;
  stdout: string;
  stderr: string;
}

function conformance(env: Record<string, string>, ...args: string[]): Promise<Finished> {
  return new Promise((resolve) => {
    const program = [`${FOLDER}bin/proffer-conformance.js`, ...args];
    execFile(process.execPath, program, { env, maxBuffer: 2 ** 24 }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}

describeOnOneEngine(
  (service) => {
    // Hundreds of quotes, one after the other.
    test(
      'the service passes every check of the conformance suite, which deletes what it can',
      LONG,
      async () => {
        const account = await service().newAccount();
        const { secret } = await service().newKey(account.accountId, 'read');
        const other = await service().newAccount();
        const { code, stdout, stderr } = await conformance(
          { PROFFER_API_KEY: account.key, PROFFER_READ_KEY: secret, PROFFER_OTHER_KEY: other.key },
          ...['--url', service().url, '--extended', '--json'],
        );
        assert.equal(stderr, '');
        const { results, skipped, leftQuotes } = JSON.parse(stdout);
        const failed = results.filter(({ status }: Json) => status === 'failed');
        assert.deepEqual(failed, []);
        assert.deepEqual([code, skipped], [0, 0]);
        assert.ok(results.length > 700);
        const { pagination } = (await account.get('/quotes?status=DRAFT,SENT,ACCEPTED,DECLINED,EXPIRED'))
          .body;
        assert.equal(pagination.total, 0);
        assert.equal((await account.get('/quotes')).body.pagination.total, leftQuotes);
      },
    );

    test('a failed check is reported, with exit code 1, as text and as TAP', async () => {
      const account = await service().newAccount();
      const { secret } = await service().newKey(account.accountId, 'read');
      const target = ['--url', `${service().url}/api/v1/`, '--customer', account.customerId];
      const env = { PROFFER_API_KEY: secret };
      const text = await conformance(env, ...target, '--only', 'delete/returns,errors/an-unknown-path');
      assert.equal(text.code, 1);
      assert.match(
        text.stdout,
        /^FAIL {2}delete\/returns-204-without-a-body\n {6}.*status 403, expected 201/m,
      );
      assert.match(text.stdout, /^ok {4}errors\/an-unknown-path-is-404$/m);
      assert.match(text.stdout, /1 passed, 1 failed, 0 skipped/);
      const tap = await conformance(env, ...target, '--only', 'delete/returns,access/a-read', '--tap');
      assert.match(tap.stdout, /^TAP version 14\n1\.\.7\nok 1 - access\/\S+ # SKIP needs PROFFER_READ_KEY$/m);
      assert.match(tap.stdout, /^not ok \d - delete\/returns-204-without-a-body\n {2}---\n {2}message: "/m);
    });

    test('a wrong command or connection ends with exit code 2', async () => {
      for (const [args, says, key] of [
        [[], /--url must be/],
        [['--url', service().url], /PROFFER_API_KEY in the environment/],
        [['--url', service().url], /the key is not accepted/, 'wrong'],
        [['--url', 'http://127.0.0.1:1'], /cannot be reached/, 'x'],
        [['--colour'], /Unknown option/],
        [['--only', 'unheard-of', '--list'], /no check has "unheard-of"/],
        [['--key', 'prf_test_1'], /--key is no option.*PROFFER_API_KEY/],
        [['--read-key=prf_test_1'], /--read-key is no option.*PROFFER_READ_KEY/],
        [['--other-key', 'prf_test_1'], /--other-key is no option.*PROFFER_OTHER_KEY/],
      ] as [string[], RegExp, string?][]) {
        const { code, stderr } = await conformance(key ? { PROFFER_API_KEY: key } : {}, ...args);
        assert.doesNotMatch(stderr, /prf_test_1/);
        assert.equal(code, 2);
        assert.match(stderr, says);
      }
    });
  },
  { env: { RATE_LIMIT_WRITES: '0', RATE_LIMIT_READS: '0' } },
);

test('the vectors are those of the model', async () => {
  const { createVectors } = await import('../conformance/scripts/create-vectors.js' as string);
  for (const [name, text] of Object.entries(createVectors() as Record<string, string>)) {
    assert.equal(await readFile(`${FOLDER}vectors/${name}.json`, 'utf8'), text, name);
  }
});
