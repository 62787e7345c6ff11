import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { it } from 'node:test';
import { closeAccount } from '../../src/actions/account/close-account.ts';
import { listTables } from '../../src/store/catalog.ts';
import { listAccountTables } from '../../src/store/tables/account/delete-account.ts';
import { createQuote } from '../support/api/quotes.ts';
import { proffer } from '../support/service/cli.ts';
import { PROGRAM, PROGRAM_ENV } from '../support/service/program.ts';
import { everyEngine, makeDatabase, startTestService } from '../support/service/service.ts';
import { until } from '../support/until.ts';

const NAME = 'Gone & Co';
const KILLS = 3;

for (const engine of everyEngine()) {
  it(`a deletion that is killed again and again is completed by the next run on ${engine}`, async (t) => {
    const place = await makeDatabase(engine, { withTables: true });
    t.after(() => place.remove());
    const service = await startTestService({ engine, place, env: { RATE_LIMIT_WRITES: '0' } });
    t.after(() => service.close());
    const { db } = service;
    const { accountId, key } = await service.newAccount({ name: NAME });
    const api = service.client(key);
    for (let n = 0; n < 60; n++) await Promise.all(Array.from({ length: 20 }, () => createQuote(api)));
    await closeAccount(service, accountId, NAME, service.clock());
    const args = ['accounts', 'delete', accountId, '--name', NAME];
    const tables = listAccountTables(await listTables(db));
    const count = async () => {
      const counts = tables.map(({ name }) =>
        db.read.get<{ n: number }>(`SELECT count(*) AS n FROM ${name} WHERE account_id = ?`, accountId),
      );
      return (await Promise.all(counts)).reduce((sum, row) => sum + (row?.n ?? 0), 0);
    };
    for (let kill = 0; kill < KILLS; kill++) {
      const before = await count();
      const env = { ...PROGRAM_ENV, ...place.env };
      const child = spawn(process.execPath, [...PROGRAM, ...args], { env, stdio: 'ignore' });
      const ended = once(child, 'close');
      await until(async () => (await count()) < before, { pollMs: 1 });
      child.kill('SIGKILL');
      const [code] = await ended;
      assert.equal(code, null, 'it was killed in the middle');
      const left = await count();
      assert.ok(kill > 0 || left > 0);
      if (left === 0) break;
    }
    const { code, stderr } = await proffer(args, place.env);
    assert.equal(code, 0, stderr);
    assert.equal(await count(), 0);
    assert.equal(await db.read.get('SELECT id FROM accounts WHERE id = ?', accountId), undefined);
  });
}
