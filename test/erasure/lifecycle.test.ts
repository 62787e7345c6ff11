import assert from 'node:assert/strict';
import { appendFile, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { beginErasure } from '../../src/actions/customers/erasure/begin-erasure.ts';
import { eraseCustomer } from '../../src/actions/customers/erasure/erase-customer.ts';
import { applyErasureFile, applyErasures } from '../../src/actions/customers/erasure/erasure-list.ts';
import { formatErasures } from '../../src/actions/customers/erasure/store-erasure-file.ts';
import { accept } from '../support/api/customer.ts';
import { createQuote } from '../support/api/quotes.ts';
import { signIn, type TestPerson } from '../support/console/sign-in.ts';
import type { Json } from '../support/service/client.ts';
import { DAY } from '../support/service/clock.ts';
import { describeService, type TestAccount, type TestService } from '../support/service/service.ts';
import { findText } from '../support/store/find-text.ts';
import { openSealedStore } from '../support/store/sealed-store.ts';
import { until } from '../support/until.ts';

const MARK = 'Quixotter';
const PERSON = { name: `Zephyrina ${MARK}`, email: 'zephyrina@quixotter.example' };
const RETRY_MS = 6 * 60_000;
const YEAR_MS = 366 * 86_400_000;

describe('The life of an erasure', () => {
  describeService((service) => {
    it('protects what must be kept, and never touches a later customer with the same identifier', async () => {
      const { account, owner } = await createPerson(service());
      const id = await acceptQuote(account);
      assert.equal((await owner.post('/customers/quix/erase')).status, 200);
      for (const path of ['/customers/quix', `/quotes/${id}`]) {
        const { status, body } = await account.delete(path);
        assert.deepEqual([status, body.code], [409, 'customer_erased'], path);
      }

      // Somebody else has the identifier now.
      await service().db.write((tx) =>
        tx.run(
          `UPDATE customers SET doc = replace(doc, '"erasedAt"', '"formerAt"') WHERE account_id = ? AND id = 'quix'`,
          account.accountId,
        ),
      );
      assert.equal((await account.put('/customers/quix', { name: 'Somebody Else' })).status, 200);
      const later = await createQuote(account, { customerId: 'quix' });
      service().clock.advance(12 * YEAR_MS);
      await service().runJob('erasures');
      assert.equal((await account.get(`/quotes/${later.id}`)).status, 200);
      assert.equal((await account.get('/customers/quix')).body.name, 'Somebody Else');
    });

    it('returns the same in a repeat, which stops no webhook of the erasure', async () => {
      const { account, owner } = await createPerson(service());
      await account.post('/webhook-endpoints', { url: 'https://hooks.example.test/quix' });
      await moveCursors(account.accountId, 1000);
      await acceptQuote(account);
      const first = await owner.post('/customers/quix/erase');
      await moveCursors(account.accountId, -1000);
      await service().runJob('fan-out');
      const countDeliveries = async () =>
        (
          await service().db.read.all(
            `SELECT event_n FROM webhook_deliveries WHERE account_id = ? AND type = 'customer.erased'
               AND event_n = (SELECT max(n) FROM feed WHERE account_id = ?)`,
            ...[account.accountId, account.accountId],
          )
        ).length;
      assert.equal(await countDeliveries(), 1);
      const queued = await service().db.read.all(
        `SELECT n FROM feed WHERE account_id = ? AND quote_id IS NOT NULL AND type = 'customer.erased'
           AND n IN (SELECT event_n FROM webhook_deliveries WHERE account_id = ?)`,
        ...[account.accountId, account.accountId],
      );
      assert.deepEqual(queued, [], 'events that were overwritten before they were queued');
      service().clock.advance(1000);
      const repeat = await owner.post('/customers/quix/erase');
      assert.deepEqual(repeat.body, first.body);
      assert.equal(await countDeliveries(), 1);
    });

    it('is told to webhooks once, in place of all events that they have not got yet', async () => {
      const { account, owner } = await createPerson(service());
      const { id } = (await account.post('/webhook-endpoints', { url: 'https://hooks.example.test/quix' }))
        .body;
      await moveCursors(account.accountId, 1000);
      await account.patch('/customers/quix', { phone: MARK });
      await createQuote(account, { customerId: 'quix' });
      assert.equal((await owner.post('/customers/quix/erase')).status, 200);
      await moveCursors(account.accountId, -1000);
      await service().runJob('fan-out');
      const { data } = (await account.get(`/webhook-endpoints/${id}/deliveries`)).body;
      assert.deepEqual(
        data.map(({ type }: Json) => type),
        ['customer.erased'],
      );

      // An event that was overwritten is not delivered, even if a delivery was queued.
      const [overwritten] = (await account.get('/events?type=customer.erased')).body.data;
      assert.equal((await account.post(`/events/${overwritten.id}/resend`)).status, 202);
      const countFailed = async () =>
        (await account.get(`/webhook-endpoints/${id}/deliveries?status=failed`)).body.data.length;
      await service().runJob('webhooks');
      await until(async () => (await countFailed()) === 1);
    });

    /** Moves the cursor of the endpoints, so that the job, which runs by itself too, queues nothing or what it left out. */
    const moveCursors = (accountId: string, by: number) =>
      service().db.write((tx) =>
        tx.run('UPDATE webhook_endpoints SET told = told + ? WHERE account_id = ?', by, accountId),
      );

    it('is finished by a job if the process dies', async () => {
      const { account } = await createPerson(service());
      const { db, clock } = service();
      const { accountId } = account;
      const line = {
        text: PERSON.name.toUpperCase(),
        amount: 1,
        invoiceId: null,
        proposals: [],
        payments: [],
      };
      await db.write((tx) =>
        tx.run(
          `INSERT INTO payment_imports (account_id, id, created_at, doc) VALUES (?, 'imp_1', ?, ?)`,
          ...[accountId, clock(), JSON.stringify({ unmatched: 0, lines: [line], ignoredEntries: [] })],
        ),
      );
      const actor = { type: 'user', id: 'usr_1', name: 'Olive' } as const;
      await beginErasure(await openSealedStore(service()), accountId, 'quix', { actor, now: clock() });
      assert.ok(!(await findText(db, MARK, accountId)).includes('erasures.unfinished'));
      clock.advance(RETRY_MS);
      await service().runJob('erasures');
      assert.deepEqual(await findText(db, MARK, accountId), []);
      assert.equal((await account.get('/customers/quix')).status, 404);
      const { data } = (await account.get('/events?limit=100')).body;
      assert.deepEqual(
        data.filter(({ actor: { type } }: Json) => type === 'user').map(({ type }: Json) => type),
        ['customer.erased'],
      );
      assert.deepEqual(await listOpen(service(), accountId), []);
    });

    it('is finished by a job whichever step the process dies at, and told once', async () => {
      const account = await service().newAccount();
      const { db, sealing } = await openSealedStore(service());
      const owner = { accountId: account.accountId, actor: { type: 'system' } } as const;
      // The first write closes the pages, and the erasure begins with the second.
      let steps = 2;
      for (; ; steps++) {
        const id = `customer-${steps}`;
        assert.equal(
          (await account.put(`/customers/${id}`, { ...PERSON, email: `${id}@${MARK}.example` })).status,
          201,
        );
        const quote = await createQuote(account, { customerId: id });
        await account.post(`/quotes/${quote.id}/send`);
        let left = steps;
        const write: typeof db.write = (work, hint) => {
          if (left-- === 0) throw new Error('killed');
          return db.write(work, hint);
        };
        const { scrub, ...rest } = db;
        const isKilled = await eraseCustomer({ db: { ...rest, write }, sealing }, owner, id).then(
          () => false,
          (error: Error) => error.message === 'killed',
        );
        if (!isKilled) break;
      }
      assert.ok(steps > 5);
      service().clock.advance(RETRY_MS);
      await service().runJob('erasures');
      assert.deepEqual(await findText(db, MARK, account.accountId), []);
      const told = await db.read.all(
        `SELECT n FROM feed WHERE account_id = ? AND type = 'customer.erased' AND quote_id IS NULL`,
        account.accountId,
      );
      assert.equal(told.length, steps - 1);
      assert.deepEqual(await listOpen(service(), account.accountId), []);
    });

    it('is applied again to an account whose clock is ahead', async () => {
      const { account, owner } = await createPerson(service(), { ahead: 'P30D' });
      const { db } = service();
      assert.equal((await owner.post('/customers/quix/erase')).status, 200);
      const list = await formatErasures({ db });
      await db.write((tx) => tx.run('DELETE FROM erasures WHERE account_id = ?', account.accountId));
      assert.equal((await account.put('/customers/quix', PERSON)).status, 201);
      assert.equal(await applyErasures(await openSealedStore(service()), list), 1);
      assert.equal((await account.get('/customers/quix')).status, 404);
    });

    it('ends when the clock of a test account passes the day until which documents are kept', async () => {
      const { account, owner } = await createPerson(service());
      assert.equal((await account.patch('/account', { retentionYears: 1 })).status, 200);
      const id = await acceptQuote(account);
      const [kept] = (await owner.post('/customers/quix/erase')).body.retained;
      const isThere = async () => (await account.get(`/quotes/${id}`)).status === 200;
      for (const end of [
        `${kept.retainUntil}T23:59:00Z`,
        `${Number(kept.retainUntil.slice(0, 4)) + 1}-01-02T00:00:00Z`,
      ]) {
        assert.ok(await isThere(), end);
        await advanceTo(account, end);
      }
      assert.ok(!(await isThere()));
      assert.deepEqual(await findText(service().db, MARK, account.accountId), []);
    });

    it('ends for each document when its own time is over', async () => {
      const { account, owner } = await createPerson(service());
      assert.equal((await account.patch('/account', { retentionYears: 1 })).status, 200);
      const first = await acceptQuote(account);
      await account.post('/test-clock', { advanceBy: 'P360D' });
      const second = await acceptQuote(account);
      const { retained } = (await owner.post('/customers/quix/erase')).body;
      const until = (id: string): string => retained.find((kept: Json) => kept.id === id).retainUntil;
      assert.ok(until(first) < until(second));
      const status = async (id: string) => (await account.get(`/quotes/${id}`)).status;
      await advanceTo(account, `${Number(until(first).slice(0, 4)) + 1}-01-02T00:00:00Z`);
      assert.deepEqual([await status(first), await status(second)], [404, 200]);
      await advanceTo(account, `${Number(until(second).slice(0, 4)) + 1}-01-02T00:00:00Z`);
      assert.equal(await status(second), 404);
    });

    /** The test clock takes a year at most with each request. */
    async function advanceTo(account: TestAccount, end: string): Promise<void> {
      for (;;) {
        const { now } = (await account.get('/test-clock')).body;
        const next = Math.min(Date.parse(now) + 300 * DAY, Date.parse(end));
        const reply = await account.post('/test-clock', { advanceTo: new Date(next).toISOString() });
        assert.equal(reply.status, 200, reply.text);
        if (next === Date.parse(end)) return;
      }
    }

    it('erases two customers at once, and one twice, and tells each once', async () => {
      const { account, owner } = await createPerson(service());
      await account.put('/customers/other', { name: 'Other', email: 'other@mail.example' });
      for (const customerId of ['quix', 'other']) await createQuote(account, { customerId });
      const erase = (id: string) => owner.post(`/customers/${id}/erase`);
      const replies = await Promise.all([erase('quix'), erase('other'), erase('quix')]);
      for (const { status } of replies) assert.ok(status === 200 || status === 404, String(status));
      const told = (await account.get('/events?limit=100')).body.data.filter(
        ({ actor, type }: Json) => type === 'customer.erased' && actor.type === 'user',
      );
      assert.deepEqual(told.map(({ data }: Json) => data.customerId).sort(), ['other', 'quix']);
      assert.deepEqual(await findText(service().db, MARK, account.accountId), []);
    });

    it('keeps in the file what the database does not know, and writes it at the start', async () => {
      if (service().engine !== 'sqlite') return;
      const { db, config } = service();
      const file = join(config.dataDir, 'erasures.jsonl');
      const unknown = {
        accountId: 'acc_unknown',
        customerSha256: 'a'.repeat(64),
        erasedAt: 1,
        documents: [],
      };
      await appendFile(file, `${JSON.stringify(unknown)}\n`);
      const { owner } = await createPerson(service());
      assert.equal((await owner.post('/customers/quix/erase')).status, 200);
      await applyErasureFile(await openSealedStore(service()));
      const all = await readFile(file, 'utf8');
      assert.equal(all, `${JSON.stringify(unknown)}\n${await formatErasures({ db })}`);

      await rm(file);
      await applyErasureFile(await openSealedStore(service()));
      assert.equal(await readFile(file, 'utf8'), await formatErasures({ db }));
    });

    it('succeeds while a reader needs the log, which a job empties later', async () => {
      if (service().engine !== 'sqlite') return;
      const { db, config, clock } = service();
      const { account, owner } = await createPerson(service());
      await db.write((tx) => tx.run(`INSERT INTO settings (name, value) VALUES ('filler 7', 'left')`));
      const reader = new DatabaseSync(join(config.dataDir, 'proffer.db'), { readOnly: true });
      reader.exec('BEGIN');
      reader.prepare('SELECT count(*) FROM customers').get();
      const reply = await owner.post('/customers/quix/erase');
      reader.close();
      assert.equal(reply.status, 200, reply.text);
      assert.deepEqual(await db.read.all(`SELECT name FROM settings WHERE name LIKE 'filler%'`), []);
      assert.equal((await listOpen(service(), account.accountId)).length, 1);
      clock.advance(RETRY_MS);
      await service().runJob('erasures');
      assert.deepEqual(await listOpen(service(), account.accountId), []);
      assert.equal((await readFile(join(config.dataDir, 'proffer.db-wal'))).includes(MARK), false);
    });
  });
});

async function createPerson(
  service: TestService,
  { ahead }: { ahead?: string } = {},
): Promise<{ account: TestAccount; owner: TestPerson }> {
  const account = await service.newAccount();
  if (ahead) assert.equal((await account.post('/test-clock', { advanceBy: ahead })).status, 200);
  assert.equal((await account.put('/customers/quix', PERSON)).status, 201);
  return { account, owner: await signIn(service, { accountId: account.accountId }) };
}

async function acceptQuote(account: TestAccount): Promise<string> {
  const { id } = await createQuote(account, { customerId: 'quix' });
  const sent = (await account.post(`/quotes/${id}/send`)).body;
  await accept(sent.publicUrl, PERSON.name);
  return id;
}

/** Erasures that a job will continue. */
function listOpen({ db }: TestService, accountId: string): Promise<object[]> {
  return db.read.all(
    'SELECT customer_id FROM erasures WHERE account_id = ? AND (next_at IS NOT NULL OR unfinished IS NOT NULL)',
    accountId,
  );
}
