import assert from 'node:assert/strict';
import { test } from 'node:test';
import { remindCustomers } from '../../src/actions/sending/outbox/remind-customers.ts';
import type { Deps } from '../../src/app/deps.ts';
import { withClock } from '../../src/store/with-clock.ts';
import { CUSTOMER } from '../fixtures/customer.ts';
import { eventsOf, eventTypes, mailsOf, ok, visit } from '../support/api/customer.ts';
import { sentQuote } from '../support/api/quotes.ts';
import { DAY } from '../support/service/clock.ts';
import { exchange } from '../support/service/exchange.ts';
import { describeService, type TestAccount } from '../support/service/service.ts';

const PUBLIC_URL = 'https://quotes.proffer.example';

describeService(
  (service) => {
    const inTime = (ms: number) => new Date(service().clock() + ms).toISOString();

    /** Reminds the customer of a quote and returns the path of the link that ends reminders. */
    async function remind(account: TestAccount, id: string): Promise<string> {
      ok(await account.post(`/quotes/${id}/remind`));
      const mail = (await mailsOf(service(), account)).at(-1);
      const [url = ''] = /https:\S+\/unsubscribe\/[\w-]+/.exec(mail?.text ?? '') ?? [];
      assert.ok(url.startsWith(`${PUBLIC_URL}/unsubscribe/`), url);
      assert.ok(mail?.html.includes(`href="${url}"`));
      return url.slice(PUBLIC_URL.length);
    }

    /** Posts as a mail provider does: without cookies, an origin and the headers of a browser. */
    function postOneClick(path: string, type = 'application/x-www-form-urlencoded'): Promise<Response> {
      const body = new FormData();
      body.set('List-Unsubscribe', 'One-Click');
      return fetch(`${service().url}${path}`, {
        method: 'POST',
        ...(type === 'multipart/form-data'
          ? { body }
          : { body: 'List-Unsubscribe=One-Click', headers: { 'Content-Type': type } }),
      });
    }

    async function countReminders(account: TestAccount): Promise<number> {
      await service().runJob('reminders');
      const mails = await mailsOf(service(), account);
      return mails.filter(({ subject }) => /is valid until/.test(subject)).length;
    }

    test('a reminder has the headers of one-click unsubscription, and no other email has', async () => {
      const account = await service().newAccount();
      const { id } = await sentQuote(account);
      const path = await remind(account, id);
      await account.post(`/quotes/${id}/messages`, { text: 'Hello' });
      const found: string[] = [];
      for (const { id: mailId, subject } of await mailsOf(service(), account)) {
        const { text } = await exchange(`${service().url}/outbox/${mailId}/source`, {
          headers: { Authorization: `Bearer ${account.key}` },
        });
        const lines = text.slice(0, text.indexOf('\r\n\r\n')).split('\r\n');
        const headers = lines.filter((line) => /^list-/i.test(line));
        if (headers.length > 0) found.push(subject, ...headers);
      }
      assert.match(found.shift() ?? '', /is valid until/);
      assert.deepEqual(found, [
        `List-Unsubscribe: <${PUBLIC_URL}${path}>`,
        'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
      ]);
    });

    test('opening the link only asks, in the language of the customer, and says nothing about the quote', async () => {
      const account = await service().newAccount();
      const customer = { name: CUSTOMER.name, email: CUSTOMER.email, locale: 'de' };
      ok(await account.put(`/customers/${account.customerId}`, customer));
      const quote = await sentQuote(account);
      const path = await remind(account, quote.id);
      const { status, headers, text } = await visit(`${service().url}${path}`);
      assert.equal(status, 200);
      assert.match(text, /<html lang="de" dir="ltr">[\s\S]*Erinnerungen an dieses Angebot abbestellen\?/);
      assert.match(text, /<form method="post"><button class="button" type="submit">/);
      assert.equal(headers.get('Referrer-Policy'), 'no-referrer');
      assert.equal(headers.get('Cache-Control'), 'no-store');
      assert.match(headers.get('Content-Security-Policy') ?? '', /^default-src 'none'.*form-action 'self'/);
      for (const secret of [quote.number, quote.title, CUSTOMER.name, account.accountId]) {
        assert.ok(!text.includes(secret), secret);
      }
      assert.ok(!(await eventTypes(account, quote.id)).includes('reminders_stopped'));
      assert.match((await visit(`${service().url}${path}`, { method: 'POST' })).text, /keine Erinnerungen/);
    });

    test('one click ends the reminders of that quote once, and of no other', async () => {
      const account = await service().newAccount();
      ok(await account.patch('/account', { reminderDays: 3 }));
      const validUntil = inTime(10 * DAY);
      const stopped = await sentQuote(account, { validUntil });
      const other = await sentQuote(account, { validUntil });
      const path = await remind(account, stopped.id);
      const before = await account.get(`/quotes/${stopped.id}`);
      for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']) {
        const reply = await postOneClick(path, type);
        assert.deepEqual([reply.status, reply.redirected], [200, false], type);
        await reply.text();
      }
      const bare = await visit(`${service().url}${path}`, {
        method: 'POST',
        headers: { 'Sec-Fetch-Site': undefined, 'Sec-Fetch-Mode': undefined },
      });
      assert.equal(bare.status, 200, 'without a body');
      const after = await account.get(`/quotes/${stopped.id}`);
      assert.equal(after.headers.get('ETag'), before.headers.get('ETag'));
      const events = (await eventsOf(account, stopped.id)).filter(({ type }) => type === 'reminders_stopped');
      assert.deepEqual(
        events.map(({ actor, data }) => [actor, data]),
        [[{ type: 'customer' }, {}]],
      );
      const feed = ok(await account.get('/events?type=quote.reminders_stopped'));
      assert.deepEqual(
        feed.data.map((event: { data: { quote: { id: string } } }) => event.data.quote.id),
        [stopped.id],
      );
      service().clock.advance(8 * DAY);
      assert.equal(await countReminders(account), 2, 'the one before, and that of the other quote');
      assert.ok((await eventTypes(account, other.id)).includes('reminded'));
      const reply = await account.post(`/quotes/${stopped.id}/remind`);
      assert.deepEqual([reply.status, reply.body.code], [409, 'reminders_stopped']);
      ok(await account.post(`/quotes/${stopped.id}/send`));
    });

    test('a queued reminder is not sent after the customer asked for none', async () => {
      const account = await service().newAccount();
      ok(await account.patch('/account', { reminderDays: 3 }));
      const { id } = await sentQuote(account, { validUntil: inTime(10 * DAY) });
      const path = await remind(account, id);
      const { db, clock, config } = service();
      clock.advance(8 * DAY);
      await remindCustomers({
        ...{ db: withClock(db, () => clock() + 1), config, secret: 'any' },
        publicUrl: () => PUBLIC_URL,
      } as unknown as Deps);
      await (await postOneClick(path)).text();
      clock.advance(1);
      assert.equal(await countReminders(account), 1);
    });

    test('the page is the same for a revoked link or a deleted quote, and a forged link reveals nothing', async () => {
      const account = await service().newAccount();
      const [revoked, deleted] = [await sentQuote(account), await sentQuote(account)];
      const [first, second] = [await remind(account, revoked.id), await remind(account, deleted.id)];
      ok(await account.delete(`/quotes/${revoked.id}/links`));
      ok(await account.delete(`/quotes/${deleted.id}`));
      const replies = await Promise.all([first, second].map((path) => postOneClick(path)));
      const [one, two] = await Promise.all(replies.map((reply) => reply.text()));
      assert.deepEqual([replies.map(({ status }) => status), one], [[200, 200], two]);
      assert.ok(!(await eventTypes(account, revoked.id)).includes('reminders_stopped'));
      const forged = `${first.slice(0, -2)}${first.endsWith('A') ? 'BB' : 'AA'}`;
      for (const path of [forged, '/unsubscribe/x', '/unsubscribe/', new URL(deleted.publicUrl).pathname]) {
        assert.equal((await postOneClick(path)).status, 404, path);
        assert.equal((await visit(`${service().url}${path}`)).status, 404, path);
      }
    });

    test('another customer gets reminders, which the links of the former one cannot stop', async () => {
      const account = await service().newAccount();
      const { id } = await sentQuote(account);
      const path = await remind(account, id);
      await (await postOneClick(path)).text();
      const customer = { name: 'Bob', email: 'bob@example.test' };
      const customerId = 'cus_bob';
      ok(await account.put(`/customers/${customerId}`, customer));
      ok(await account.patch(`/quotes/${id}`, { customerId }));
      ok(await account.post(`/quotes/${id}/send`));
      const isStopped = async () => (await account.post(`/quotes/${id}/remind`)).status === 409;
      assert.equal(await isStopped(), false);
      const reply = await postOneClick(path);
      assert.match(await reply.text(), /Reminders stopped/);
      assert.equal(await isStopped(), false);
      await (await postOneClick(await remind(account, id))).text();
      assert.equal(await isStopped(), true);
    });

    test('too many clicks are rejected', async () => {
      const account = await service().newAccount();
      const path = await remind(account, (await sentQuote(account)).id);
      const statuses: number[] = [];
      for (let n = 0; n < 61; n++)
        statuses.push((await visit(`${service().url}${path}`, { method: 'POST' })).status);
      assert.deepEqual([statuses[59], statuses[60]], [200, 429]);
    });
  },
  { env: { PUBLIC_URL } },
);
