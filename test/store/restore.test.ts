import assert from 'node:assert/strict';
import { appendFile, cp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { applyPlaces, formatAllPlaces } from '../../src/actions/account/restore/places.ts';
import { newId } from '../../src/domain/ids.ts';
import { listHeldMails } from '../../src/store/tables/account/places.ts';
import { listCapturedMails } from '../../src/store/tables/mail/captured-mails.ts';
import { deleteMailAccount } from '../../src/store/tables/mail/mail-accounts.ts';
import { enqueue } from '../../src/store/tables/mail/outbox.ts';
import { ok } from '../support/api/customer.ts';
import { createQuote } from '../support/api/quotes.ts';
import { signIn } from '../support/console/sign-in.ts';
import { type Client, createClient, type Json } from '../support/service/client.ts';
import { DAY } from '../support/service/clock.ts';
import { command } from '../support/service/command.ts';
import { isEngineEnabled } from '../support/service/engines.ts';
import { makeDatabase, startTestService, type TestService } from '../support/service/service.ts';
import { spawnerOfServices } from '../support/service/spawn-service.ts';

const WEEKLY = {
  ...{ description: 'Support', quantity: 1, unitPrice: 4000, taxRate: 19 },
  recurring: { interval: 'week', periods: 24 },
};

const ONCE = { ...WEEKLY, recurring: undefined };

async function putBack(dataDir: string, copy: string): Promise<void> {
  for (const suffix of ['', '-wal', '-shm']) await rm(join(dataDir, `proffer.db${suffix}`), { force: true });
  await cp(copy, join(dataDir, 'proffer.db'));
}

describe('A restore of an older copy of the database', { skip: !isEngineEnabled('sqlite') }, () => {
  const spawn = spawnerOfServices();
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
      const byHand = await convert(a, { items: [ONCE] });
      first.clock.advance(7 * DAY);
      await runJobs(first);
      const mails = await countMails(first, a.accountId);
      const made = ok(await a.get('/invoices?sort=createdAt')).data;
      assert.deepEqual([made.length, made[1].number, made[2].status], [3, byHand.number, 'ISSUED']);
      assert.ok(mails > 0);
      const now = first.clock();
      const places = await formatAllPlaces(first);
      await first.close();
      const restore = () => putBack(place.dataDir, copy);
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

  it('skips numbers that were given by hand until a kill, holds emails, and loses no event of the feed', async () => {
    const place = await makeDatabase('sqlite', { withTables: true });
    const file = join(place.dataDir, 'places.jsonl');
    try {
      const first = await startTestService({ engine: 'sqlite', place, now: Date.now() });
      const a = await first.newAccount({ kind: 'live' });
      const quiet = await first.newAccount({ kind: 'live' });
      await convert(a, { items: [ONCE] });
      const mail = {
        ...{ id: newId('mail', first.clock()), kind: 'receipt', documentId: '', dedupe: null },
        doc: JSON.stringify({ message: { to: [{ address: 'ada@example.test' }], subject: 'Your copy' } }),
        ...{ now: first.clock(), nextAt: first.clock() + DAY },
      };
      await first.db.write((tx) => enqueue(tx, a.accountId, mail));
      const old = ok(await a.get('/events?after=latest')).next;
      const copy = join(place.dataDir, 'copy.db');
      await first.db.backup(copy);
      await first.close();

      const killed = await spawn(place.env, { documents: 'blank' });
      const api = createClient({ url: killed.url, key: a.key });
      const given: string[] = [];
      for (let n = 0; n < 3; n++) {
        const { invoice, quote } = await convert(api, { customerId: a.customerId, items: [ONCE] });
        given.push(invoice?.number, quote?.number);
      }
      given.push((await createQuote(api, { customerId: a.customerId })).number);
      const seen = ok(await api.get('/events?limit=100'));
      await killed.stop('SIGKILL');
      await putBack(place.dataDir, copy);
      // What a power failure leaves of the last line.
      await appendFile(file, '{"accountId":"acc_');

      const second = await startTestService({ engine: 'sqlite', place, now: Date.now() });
      const again = second.client(a.key);
      const owner = await signIn(second, { accountId: a.accountId });
      const { text } = await owner.page(`/${a.accountId}/`);
      assert.match(text, /An older copy of the database was restored/);
      assert.match(text, /INV-\d{4}-00002 – INV-\d{4}-00004 \(3\)/);
      assert.match(text, /Q-\d{4}-00002 – Q-\d{4}-00005 \(4\)/);
      assert.match(text, /may have gone out: 1\..*ada@example\.test: Your copy/);
      assert.match(text, /What was done after [^<]+ is not here\./);
      const isHeld = async () => (await listHeldMails(second.db.read, a.accountId)).count === 1;
      await second.db.write((tx) => deleteMailAccount(tx, a.accountId));
      assert.ok(await isHeld(), 'a sign-in to the mail account releases no email that the restore holds');
      // Of accounts to which nothing has happened since, nothing is held or skipped.
      const other = await signIn(second, { accountId: quiet.accountId });
      assert.doesNotMatch((await other.page(`/${quiet.accountId}/`)).text, /id="restored"/);

      const next = await convert(again, { customerId: a.customerId, items: [ONCE] });
      const [quote, invoice] = [
        ok(await again.get('/quotes?limit=1')),
        ok(await again.get('/invoices?limit=1')),
      ];
      for (const { number } of [quote.data[0], invoice.data[0]]) assert.ok(!given.includes(number), number);
      assert.ok(next);
      // Whoever had followed the feed to its end, or to the copy, gets all that happened since.
      const fresh = ok(await again.get(`/events?after=${seen.next}`));
      assert.ok(fresh.data.some(({ type }: Json) => type === 'quote.created'));
      assert.deepEqual(ok(await again.get(`/events?after=${old}`)).data, fresh.data);
      const all = ok(await again.get('/events?limit=100'));
      assert.deepEqual(all.data.slice(-fresh.data.length), fresh.data);
      assert.deepEqual(ok(await again.get('/events?limit=100&order=desc')).data, all.data.toReversed());
      const lost = await again.get(`/events?after=${seen.data.at(-1).id}`);
      assert.deepEqual([lost.status, lost.body.code], [410, 'events_gone']);
      await owner.page(`/${a.accountId}/restored/release`, {});
      assert.ok(!(await isHeld()));
      await second.close();
      const lines = (await readFile(file, 'utf8')).trim().split('\n');
      for (const line of lines) JSON.parse(line);
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
      assert.equal(await applyPlaces(service, `${JSON.stringify({ ...place, n: place.n + 5 })}\n`, 100), 1);
      assert.match((await createQuote(api as Client & { customerId: string })).number, /-00102$/);
      const owner = await signIn(service, { accountId });
      assert.match((await owner.page(`/${accountId}/`)).text, /An older copy of the database was restored/);
      await assert.rejects(applyPlaces(service, 'nonsense'), /line 1/);
    } finally {
      await service.close();
    }
  });
});
