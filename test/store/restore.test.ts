import assert from 'node:assert/strict';
import { cp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { applyPlaces, formatAllPlaces } from '../../src/actions/account/restore/places.ts';
import { listCapturedMails } from '../../src/store/tables/mail/captured-mails.ts';
import { ok } from '../support/api/customer.ts';
import { createQuote } from '../support/api/quotes.ts';
import { signIn } from '../support/console/sign-in.ts';
import type { Client, Json } from '../support/service/client.ts';
import { DAY } from '../support/service/clock.ts';
import { command } from '../support/service/command.ts';
import { isEngineEnabled } from '../support/service/engines.ts';
import { makeDatabase, startTestService, type TestService } from '../support/service/service.ts';

const WEEKLY = {
  ...{ description: 'Support', quantity: 1, unitPrice: 4000, taxRate: 19 },
  recurring: { interval: 'week', periods: 24 },
};

describe('A restore of an older copy of the database', { skip: !isEngineEnabled('sqlite') }, () => {
  const convert = async (api: Client, more: object): Promise<Json> => {
    const quote = await createQuote(api, more);
    ok(await api.patch(`/quotes/${quote.id}`, { status: 'ACCEPTED' }));
    const { status, body, text } = await api.post(`/quotes/${quote.id}/convert-to-invoice`, {});
    assert.equal(status, 201, text);
    return body;
  };
  const runJobs = async (service: TestService) => {
    for (const job of ['recurring', 'outbox'] as const) await service.runJob(job);
  };
  const countMails = async ({ db }: TestService, accountId: string) =>
    (await listCapturedMails(db.read, accountId, { limit: 50, offset: 0 })).length;

  it('is recognized: nothing that falls due goes out twice or with a number that was given', async () => {
    const place = await makeDatabase('sqlite');
    try {
      const first = await startTestService({ engine: 'sqlite', place });
      const a = await first.newAccount({ kind: 'live' });
      ok(await a.patch('/account', { recurringInvoices: 'send' }));
      await convert(a, { items: [WEEKLY] });
      await runJobs(first);
      const copy = join(place.dataDir, 'copy.db');
      await first.db.backup(copy);
      // By hand, to somebody else; then period 2 by itself.
      const byHand = await convert(a, { items: [{ ...WEEKLY, recurring: undefined }] });
      first.clock.advance(7 * DAY);
      await runJobs(first);
      const mails = await countMails(first, a.accountId);
      const made = ok(await a.get('/invoices?sort=createdAt')).data;
      assert.deepEqual([made.length, made[1].number, made[2].status], [3, byHand.number, 'ISSUED']);
      assert.ok(mails > 0);
      const now = first.clock();
      const places = await formatAllPlaces({ db: first.db });
      await first.close();
      const restore = async () => {
        for (const suffix of ['', '-wal', '-shm'])
          await rm(join(place.dataDir, `proffer.db${suffix}`), { force: true });
        await cp(copy, join(place.dataDir, 'proffer.db'));
      };
      await restore();

      const second = await startTestService({ engine: 'sqlite', place, now });
      const api = second.client(a.key);
      await runJobs(second);
      const [, again] = ok(await api.get('/invoices?sort=createdAt')).data;
      assert.equal(again.status, 'DRAFT');
      assert.ok(!made.some(({ number }: Json) => number === again.number), again.number);
      const before = await countMails(second, a.accountId);
      const owner = await signIn(second, { accountId: a.accountId });
      const home = await owner.page(`/${a.accountId}/`);
      assert.match(home.text, /An older copy of the database was restored/);
      assert.match(home.text, /a draft, because an older copy of the database was restored/);
      await owner.page(`/${a.accountId}/restored/release`, {});
      assert.doesNotMatch((await owner.page(`/${a.accountId}/`)).text, /id="restored"/);
      second.clock.advance(7 * DAY);
      await runJobs(second);
      const third = ok(await api.get('/invoices?sort=createdAt')).data[2];
      assert.equal(third.status, 'ISSUED');
      assert.ok((await countMails(second, a.accountId)) > before);
      const later = second.clock();
      await second.close();

      // A start without a restore changes nothing; a second restore is recognized as well.
      const same = await startTestService({ engine: 'sqlite', place, now: later });
      assert.equal(
        (
          await same.db.read.get<{ n: number }>(
            `SELECT count(*) AS n FROM settings WHERE name LIKE 'restored %'`,
          )
        )?.n,
        0,
      );
      await same.close();
      await restore();
      const doctor = await command(['doctor', '--json'], place.env);
      assert.doesNotMatch(doctor.stdout, /databaseRestored/);
      const other = await startTestService({ engine: 'sqlite', place, now: later });
      await other.close();
      assert.match((await command(['doctor', '--json'], place.env)).stdout, /databaseRestored/);
      assert.match(await readFile(join(place.dataDir, 'places.jsonl'), 'utf8'), new RegExp(a.accountId));
      assert.ok(places.includes(a.accountId));
    } finally {
      await place.remove();
    }
  });

  it('of PostgreSQL is recognized by a list that the operator keeps', async () => {
    const service = await startTestService({ engine: isEngineEnabled('postgres') ? 'postgres' : 'sqlite' });
    try {
      const { accountId, ...api } = await service.newAccount({ kind: 'live' });
      await createQuote(api as Client & { customerId: string });
      const list = await formatAllPlaces(service);
      assert.equal(await applyPlaces(service, list), 0);
      const lines = list
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      const place = lines.find((each) => each.accountId === accountId);
      assert.equal(await applyPlaces(service, `${JSON.stringify({ ...place, n: place.n + 5 })}\n`), 1);
      const owner = await signIn(service, { accountId });
      assert.match((await owner.page(`/${accountId}/`)).text, /An older copy of the database was restored/);
      await assert.rejects(applyPlaces(service, 'nonsense'), /line 1/);
    } finally {
      await service.close();
    }
  });
});
