import assert from 'node:assert/strict';
import { it } from 'node:test';
import { closeAccount } from '../../src/actions/account/close-account.ts';
import { insertClosedAccount } from '../../src/store/tables/account/closed-accounts.ts';
import { accept, mailsOf, ok, PERSON, readSeen, submit, visit } from '../support/api/customer.ts';
import { createQuote, draftInvoice, ITEM, issuedInvoice, sentQuote } from '../support/api/quotes.ts';
import { openPage, signIn } from '../support/console/sign-in.ts';
import { holdOutbox } from '../support/mail/hold-outbox.ts';
import type { Client, Json, Reply } from '../support/service/client.ts';
import { DAY, MINUTE } from '../support/service/clock.ts';
import { describeService, type TestAccount } from '../support/service/service.ts';
import { until } from '../support/until.ts';
import { startReceiver } from '../support/webhooks/receiver.ts';

const NAME = 'Closed & Sons';
const codeOf = ({ status, body }: Reply) => [status, body?.code];
const CLOSED = [403, 'account_closed'];

describeService(
  (service) => {
    async function openAccount(options: { kind?: 'live' | 'test' } = {}) {
      const account = await service().newAccount({ name: NAME, ...options });
      return { account, owner: await signIn(service(), { accountId: account.accountId }) };
    }
    const close = async (owner: Client) => ok(await owner.post('/account/close', { name: NAME }));
    const reopen = async (owner: Client) => ok(await owner.post('/account/reopen'));

    it('only an owner who has just signed in closes it, by its exact name, and reopens it', async () => {
      const { account, owner } = await openAccount();
      const member = await signIn(service(), { accountId: account.accountId, role: 'member' });
      for (const path of ['/account/close', '/account/reopen']) {
        assert.deepEqual(codeOf(await account.post(path, { name: NAME })), [403, 'forbidden']);
        assert.deepEqual(codeOf(await member.post(path, { name: NAME })), [403, 'forbidden']);
      }
      for (const name of ['closed & sons', `${NAME} `, '']) {
        const wrong = await owner.post('/account/close', { name });
        assert.deepEqual([wrong.status, wrong.body.errors[0].path], [400, '/name']);
      }
      const before = ok(await account.get('/account'));
      assert.equal(before.closedAt, null);
      assert.deepEqual(await reopen(owner), before, 'an open account stays as it is');
      const closed = await close(owner);
      assert.equal(closed.closedAt, new Date(service().clock()).toISOString());
      assert.deepEqual(await close(owner), closed, 'a closed account stays as it is');
      const shown = await account.get('/account');
      assert.deepEqual(shown.body, closed);
      assert.equal(ok(await owner.get('/accounts')).data[0].closedAt, closed.closedAt);
      service().clock.advance(16 * MINUTE);
      assert.deepEqual(codeOf(await owner.post('/account/reopen')), [403, 'sign_in_again']);
      const again = await signIn(service(), { accountId: account.accountId });
      const { closedAt, updatedAt, ...rest } = await reopen(again);
      assert.deepEqual({ ...rest, closedAt, updatedAt: before.updatedAt }, before);
    });

    it('rejects every write, by keys and people, and answers every read', async () => {
      const { account, owner } = await openAccount();
      const [draft, sent, gone] = [
        await createQuote(account),
        await sentQuote(account),
        await createQuote(account),
      ];
      const invoice = await issuedInvoice(account);
      const unissued = await draftInvoice(account);
      const endpoint = ok(await account.post('/webhook-endpoints', { url: 'https://hooks.example.com/' }));
      const item = ok(await account.post('/catalogue-items', { description: 'Hour', unitPrice: 100 }));
      await close(owner);
      const price = { description: 'Day', unitPrice: 1 };
      const writes: [string, string, object?][] = [
        ['POST', '/quotes', { customerId: 'cus_test', title: 'T', items: [{ ...price, quantity: 1 }] }],
        ['PATCH', `/quotes/${draft.id}`, { title: 'Other' }],
        ['PATCH', `/quotes/${sent.id}`, { status: 'ACCEPTED' }],
        ['DELETE', `/quotes/${gone.id}`],
        ['POST', `/quotes/${draft.id}/send`, { email: 'a@example.test' }],
        ['POST', `/quotes/${draft.id}/duplicate`],
        ['POST', `/quotes/${draft.id}/convert-to-invoice`],
        ['POST', `/quotes/${sent.id}/remind`],
        ['POST', `/quotes/${sent.id}/messages`, { text: 'Hello' }],
        ['DELETE', `/quotes/${sent.id}/links`],
        ['PUT', '/customers/new', { name: 'New' }],
        ['PATCH', '/customers/cus_test', { name: 'New' }],
        ['POST', '/catalogue-items', price],
        ['PATCH', `/catalogue-items/${item.id}`, price],
        ['DELETE', `/catalogue-items/${item.id}`],
        ['POST', '/templates', { name: 'T', title: 'T' }],
        ['POST', '/price-lists', { name: 'P' }],
        ['POST', `/invoices/${unissued.id}/issue`],
        ['POST', `/invoices/${invoice.id}/send`, { email: 'a@example.test' }],
        ['POST', `/invoices/${invoice.id}/payments`, { amount: 1, date: '2026-03-01' }],
        ['POST', `/invoices/${invoice.id}/credit`, {}],
        ['PATCH', '/account', { phone: '1' }],
        ['POST', '/mail/test', { email: 'a@example.test' }],
        ['POST', '/webhook-endpoints', { url: 'https://hooks.example.com/other' }],
        ['POST', `/webhook-endpoints/${endpoint.id}/test`],
        ['DELETE', `/webhook-endpoints/${endpoint.id}`],
      ];
      for (const client of [account, owner]) {
        for (const [method, path, body] of writes) {
          const reply = await client.request(method, path, body);
          assert.deepEqual([path, ...codeOf(reply)], [path, ...CLOSED], `${method} ${reply.text}`);
        }
      }
      const ofPeople: [string, object][] = [
        ['/keys', { name: 'K' }],
        ['/invitations', { email: 'eve@example.test', role: 'member' }],
      ];
      for (const [path, body] of ofPeople) assert.deepEqual(codeOf(await owner.post(path, body)), CLOSED);
      const reads = ['/quotes', '/customers', '/invoices', '/events', '/statistics', '/account', '/payments'];
      const single = [`/quotes/${sent.id}`, `/quotes/${sent.id}/events`, `/invoices/${invoice.id}`];
      const files = [
        `/quotes/${draft.id}/pdf`,
        `/invoices/${invoice.id}/pdf`,
        '/exports/journal?month=2026-03',
      ];
      for (const path of [...reads, ...single, ...files]) {
        const reply = await account.get(path);
        assert.equal(reply.status, 200, `${path} ${reply.text}`);
      }
      assert.equal(ok(await account.get(`/quotes/${draft.id}`)).title, draft.title);
      await reopen(owner);
      assert.equal((await account.patch(`/quotes/${draft.id}`, { title: 'Other' })).status, 200);
    });

    it('lets owners take access away', async () => {
      const { account, owner } = await openAccount();
      const member = await signIn(service(), { accountId: account.accountId, role: 'member' });
      await close(owner);
      assert.equal((await owner.delete(`/keys/${account.keyId}`)).status, 204);
      assert.equal((await owner.delete(`/users/${member.userId}`)).status, 204);
      // Processes that share a database look a key up twice a second.
      service().clock.advance(500);
      assert.equal((await account.get('/account')).status, 401);
    });

    it('customers can read and not answer, and are told so in their language', async () => {
      const { account, owner } = await openAccount();
      ok(await account.patch('/customers/cus_test', { locale: 'de' }));
      const sent = await sentQuote(account);
      const seen = await readSeen(sent.publicUrl);
      await close(owner);
      const page = await visit(sent.publicUrl);
      assert.equal(page.status, 200);
      assert.match(page.text, /nimmt hier derzeit keine Antworten entgegen/);
      assert.doesNotMatch(page.text, /<form/);
      assert.equal((await visit(`${sent.publicUrl}/pdf`)).status, 200);
      const answers = [
        ['accept', { name: 'Ada', ...seen }],
        ['decline', { reason: '', ...seen }],
        ['question', { question: 'Why?' }],
        ['proposal', { proposal: 'Cheaper', revision: seen.revision }],
      ] as const;
      for (const [form, fields] of answers) {
        const refused = await submit(sent.publicUrl, form, fields);
        assert.deepEqual([form, refused.status], [form, 403]);
        assert.match(refused.text, /nimmt hier derzeit keine Antworten entgegen/);
      }
      const headers = { ...PERSON, Accept: 'application/json' };
      assert.deepEqual(JSON.parse((await visit(sent.publicUrl, { headers })).text).actions, {});
      const quote = ok(await account.get(`/quotes/${sent.id}`));
      assert.deepEqual([quote.status, quote.viewedAt], ['SENT', null]);
      await reopen(owner);
      assert.equal((await accept(sent.publicUrl)).status, 303);
    });

    it('emails, notifications and webhooks wait until it is reopened', async (t) => {
      const { account } = await openAccount();
      const receiver = await startReceiver({ isClear: true });
      t.after(() => receiver.close());
      ok(await account.patch('/account', { reminderDays: 5 }));
      const end = (days: number) => new Date(service().clock() + days * DAY).toISOString();
      receiver.behave('/', (response) => response.writeHead(500).end());
      const release = await holdOutbox(service());
      await sentQuote(account, { validUntil: end(14) });
      await sentQuote(account, { validUntil: end(16) });
      service().clock.advance(10 * DAY);
      ok(await account.post('/webhook-endpoints', { url: receiver.url, types: ['quote.created'] }));
      for (let n = 0; n < 2; n++) await createQuote(account);
      await service().runJob('reminders');
      await receiver.until(() => receiver.received.length === 2);
      const endpoint = 'SELECT failing_since FROM webhook_endpoints WHERE account_id = ?';
      const findFailingSince = async (): Promise<number | null> =>
        (await service().db.read.get<Json>(endpoint, account.accountId))?.failing_since;
      const failingSince = await until(findFailingSince);
      await close(await signIn(service(), { accountId: account.accountId }));
      await release();
      receiver.behave('/', undefined);
      const count = async () => (await mailsOf(service(), account)).length;
      const captured = await count();
      service().clock.advance(2 * DAY);
      for (const job of ['reminders', 'outbox', 'notifications', 'expiring', 'fan-out', 'webhooks'] as const)
        await service().runJob(job);
      assert.equal(
        await count(),
        captured,
        'neither the reminder that was queued nor that of the other quote',
      );
      assert.equal(receiver.received.length, 2);
      await reopen(await signIn(service(), { accountId: account.accountId }));
      const outbox = `SELECT held_ms FROM outbox WHERE account_id = ? AND kind = 'reminder'`;
      const { held_ms: held } = (await service().db.read.get<Json>(outbox, account.accountId)) ?? {};
      assert.equal(held, 2 * DAY, 'the time does not count for emails that are retried');
      assert.equal(await findFailingSince(), failingSince + 2 * DAY, 'nor for an endpoint that fails');
      await service().runJob('reminders');
      assert.equal(await count(), captured + 2);
      // An attempt that was under way may have been recorded at the later time.
      service().clock.advance(DAY);
      await service().runJob('webhooks');
      await receiver.until(() => receiver.received.length === 4);
    });

    it('quotes expire at their time, and recurring invoices are made when it is reopened, as drafts if late', async () => {
      const { account, owner } = await openAccount();
      ok(await account.patch('/account', { recurringInvoices: 'issue' }));
      const ending = await sentQuote(account, {
        validUntil: new Date(service().clock() + DAY).toISOString(),
      });
      const recurring = { interval: 'week', periods: null };
      const items = [{ description: 'Care', quantity: 1, unitPrice: 1000, recurring }];
      const series = await createQuote(account, { items });
      ok(await account.patch(`/quotes/${series.id}`, { status: 'ACCEPTED' }));
      ok(await account.post(`/quotes/${series.id}/convert-to-invoice`));
      const listInvoices = async () => ok(await account.get('/invoices?sort=createdAt')).data;
      await close(owner);
      service().clock.advance(15 * DAY);
      for (const job of ['recurring', 'expiry', 'overdue'] as const) await service().runJob(job);
      assert.equal((await listInvoices()).length, 1);
      const expired = ok(await account.get(`/quotes/${ending.id}`));
      assert.equal(expired.status, 'EXPIRED');
      await reopen(await signIn(service(), { accountId: account.accountId }));
      await service().runJob('recurring');
      const [, ...later] = await listInvoices();
      assert.deepEqual(
        later.map(({ series: own, status }: Json) => [own.period, status]),
        [
          [2, 'DRAFT'],
          [3, 'ISSUED'],
        ],
      );
    });

    it('nobody joins it by an invitation', async () => {
      const { owner } = await openAccount();
      const { url } = ok(await owner.post('/invitations', { email: 'eve@example.test', role: 'member' }));
      const path = new URL(url).pathname + new URL(url).search;
      const heading = /<h1[^>]*>([^<]*)/;
      const open = heading.exec((await openPage(service().url, path)).text)?.[1];
      await close(owner);
      assert.notEqual(heading.exec((await openPage(service().url, path)).text)?.[1], open);
      await reopen(owner);
      assert.equal(heading.exec((await openPage(service().url, path)).text)?.[1], open);
    });

    it('in one commit, writes before the close are kept and those after it rejected', async () => {
      const { account } = await openAccount();
      const { db } = service();
      const { accountId } = account;
      const write = () =>
        db.write((tx) => tx.run('UPDATE customers SET id = id WHERE account_id = ?', accountId), {
          account: accountId,
        });
      const [before, closed, after] = await Promise.allSettled([
        write(),
        closeAccount({ db }, accountId, NAME, service().clock()),
        write(),
      ]);
      assert.deepEqual([before.status, closed.status, after.status], ['fulfilled', 'fulfilled', 'rejected']);
      assert.equal((after as PromiseRejectedResult).reason.code, 'account_closed');
    });

    it('a write of another process that waits for the close is rejected', async () => {
      const { account } = await openAccount();
      const { db, engine } = service();
      const { accountId } = account;
      const begun = Promise.withResolvers<void>();
      const closing = db.write(
        async (tx) => {
          await insertClosedAccount(tx, accountId, service().clock());
          begun.resolve();
          if (engine === 'postgres') await tx.get('SELECT pg_sleep(0.3)');
        },
        { account: accountId },
      );
      await begun.promise;
      const reply = await account.post('/quotes', { customerId: 'cus_test', title: 'Late', items: [ITEM] });
      await closing;
      assert.deepEqual(codeOf(reply), CLOSED);
    });

    it('of concurrent requests each is committed before the close or rejected', async () => {
      for (let round = 0; round < 6; round++) {
        const { account, owner } = await openAccount();
        const sent = await sentQuote(account);
        const form = { name: 'Ada', ...(await readSeen(sent.publicUrl)) };
        const draft = await createQuote(account);
        // Requests that begin after so many others, so that each round meets the close elsewhere.
        const start = async (n: number) => {
          for (let sent = 0; sent < n; sent++) await account.get('/account');
        };
        const body = (title: string) => ({ customerId: 'cus_test', title, items: [ITEM] });
        const creates = Array.from({ length: 8 }, (_, n) =>
          start(n).then(() => account.post('/quotes', body(`${n}`))),
        );
        const [closed, accepted, mailed, ...made] = await Promise.all([
          start(round).then(() => owner.post('/account/close', { name: NAME })),
          submit(sent.publicUrl, 'accept', form),
          account.post(`/quotes/${draft.id}/send`, { email: 'a@example.test' }),
          ...creates,
        ]);
        assert.equal(closed.status, 200, closed.text);
        const state = async (target: TestAccount) => {
          const quotes = ok(await target.get('/quotes?limit=100')).data;
          return [
            quotes.map(({ id, status, updatedAt }: Json) => [id, status, updatedAt]),
            ok(await target.get('/events?limit=100')).data.length,
          ];
        };
        const statusOf = async ({ id }: Json) => ok(await account.get(`/quotes/${id}`)).status;
        assert.equal(await statusOf(sent), accepted.status === 303 ? 'ACCEPTED' : 'SENT');
        // A send that had begun before is also recorded.
        assert.equal(await statusOf(draft), mailed.status === 200 ? 'SENT' : 'DRAFT');
        for (const reply of made) if (reply.status !== 201) assert.deepEqual(codeOf(reply), CLOSED);
        const titles = ok(await account.get('/quotes?limit=100')).data.map(({ title }: Json) => title);
        for (const [n, reply] of made.entries()) assert.equal(titles.includes(`${n}`), reply.status === 201);
        const before = await state(account);
        for (const job of ['recurring', 'reminders', 'outbox', 'expiry', 'fan-out'] as const)
          await service().runJob(job);
        assert.deepEqual(await state(account), before);
      }
    });
  },
  { env: { WEBHOOKS_PRIVATE: 'on' }, webhooks: { find: async () => ['127.0.0.1'] } },
);
