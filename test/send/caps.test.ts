import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createQuote, draftInvoice, issuedInvoice, sentQuote } from '../support/api/quotes.ts';
import { describeSending } from '../support/mail/mail-desk.ts';
import { CUSTOMER_ADDRESS, liveAccount, send, startSlowSend, statusOf } from '../support/mail/sendings.ts';
import type { Reply } from '../support/service/client.ts';
import { HOUR, MINUTE } from '../support/service/clock.ts';

describeSending(
  (service, desk) => {
    it('a quote is sent at most a limited number of times per hour', async () => {
      const api = await liveAccount(service());
      const { id } = await createQuote(api);
      const count = desk().mails.length;
      for (let n = 0; n < 3; n++) {
        const reply = await send(api, id, undefined, { email: `n${n}@example.com` });
        assert.equal(reply.status, 200, reply.text);
        service().clock.advance(10 * MINUTE);
      }
      const documents = () =>
        service().db.read.get('SELECT count(*) AS n FROM documents WHERE quote_id = ?', id);
      const made = await documents();
      assertLimited(await send(api, id, 'k', { email: 'n3@example.com' }), 30 * 60);
      assert.equal(desk().mails.length, count + 3);
      assert.deepEqual(await documents(), made, 'no document is made for what is refused');
      service().clock.advance(30 * MINUTE);
      assert.equal(
        (await send(api, id, 'k', { email: 'n3@example.com' })).status,
        200,
        'the key is not used up',
      );
      assertLimited(await send(api, id, undefined, { email: 'n4@example.com' }), 10 * 60);
      assert.equal(desk().mails.length, count + 4);
    });

    it('an invoice is limited in the same way, and a draft that cannot be sent is not issued', async () => {
      const api = await liveAccount(service());
      const { id } = await issuedInvoice(api);
      for (let n = 0; n < 3; n++) {
        assert.equal((await send(api, id, undefined, { email: `i${n}@example.com` })).status, 200);
      }
      const limited = await send(api, id, undefined, { email: 'i3@example.com' });
      assertLimited(limited, 3600);
      assert.match(limited.body.detail, /^An invoice has reached the limit/);
      const draft = await draftInvoice(api);
      for (const email of ['v1@example.com', 'v2@example.com']) {
        const quote = await createQuote(api);
        assert.equal(
          (await send(api, quote.id, undefined, { email: 'full@example.com', cc: [email] })).status,
          200,
        );
      }
      assertLimited(await send(api, draft.id, undefined, { email: 'full@example.com' }), 3600);
      assert.equal(await statusOf(api, draft.id), 'DRAFT');
    });

    it('a recipient gets a limited number of emails per hour, including copies and other spellings', async () => {
      const api = await liveAccount(service());
      const quotes = [];
      for (let n = 0; n < 4; n++) quotes.push(await createQuote(api));
      const [first, second, third, fourth] = quotes.map(({ id }) => id);
      assert.equal((await send(api, first, undefined, { email: 'victim@example.com' })).status, 200);
      const copy = { email: 'a@example.com', cc: ['b@example.com', 'Victim@Example.com'] };
      assert.equal((await send(api, second, undefined, copy)).status, 200);
      const count = desk().mails.length;
      assertLimited(await send(api, third, undefined, { email: 'VICTIM@example.com' }), 3600);
      assertLimited(await send(api, third, undefined, { ...copy, email: 'c@example.com' }), 3600);
      assert.equal(desk().mails.length, count);
      assert.equal(await statusOf(api, third), 'DRAFT');
      assert.equal((await send(api, third, undefined, { email: 'b@example.com' })).status, 200);
      const other = await liveAccount(service());
      const { id } = await createQuote(other);
      assert.equal((await send(other, id, undefined, { email: 'victim@example.com' })).status, 200);
      service().clock.advance(HOUR);
      assert.equal((await send(api, fourth, undefined, { email: 'victim@example.com' })).status, 200);
    });

    it('manual reminders count as sends, and test emails count for their recipient', async () => {
      const api = await liveAccount(service());
      const { id } = await sentQuote(api);
      service().clock.advance(10 * MINUTE);
      const remind = (key?: string) =>
        api.post(`/quotes/${id}/remind`, {}, { headers: key ? { 'Idempotency-Key': key } : {} });
      const count = desk().mails.length;
      assert.equal((await remind()).status, 200);
      assert.equal(desk().mails.length, count + 1, 'it has gone out by the time of the response');
      assertLimited(await remind('k'), 50 * 60);
      assertLimited(await api.post('/mail/test', { email: CUSTOMER_ADDRESS }), 50 * 60);
      service().clock.advance(50 * MINUTE);
      assert.equal((await remind('k')).status, 200, 'the key is not used up');
      assertLimited(await send(api, id), 10 * 60);
      assert.equal(desk().mails.length, count + 2);
      const other = { email: 'second@example.com' };
      assert.equal((await send(api, id, undefined, other)).status, 200);
      assertLimited(await send(api, id, undefined, { email: 'third@example.com' }), 10 * 60);
    });

    it('rejected emails do not count, emails that may have arrived do', async () => {
      const api = await liveAccount(service());
      const refused = await createQuote(api);
      for (let n = 0; n < 4; n++) {
        const { reply, mail } = await startSlowSend(desk(), api, refused.id);
        mail.refuse(550, 'No');
        assert.equal((await reply).status, 502);
      }
      const lost = await createQuote(api);
      for (let n = 0; n < 2; n++) {
        const { reply, mail } = await startSlowSend(desk(), api, lost.id);
        mail.drop();
        assert.equal((await reply).status, 504);
      }
      assertLimited(await send(api, refused.id), 3600);
    });
  },
  { env: { SEND_LIMIT_QUOTE: '3', SEND_LIMIT_RECIPIENT: '2' } },
);

function assertLimited(reply: Reply, seconds: number): void {
  assert.equal(reply.status, 429, reply.text);
  assert.equal(reply.body.code, 'send_limited');
  assert.equal(reply.headers.get('Retry-After'), String(seconds));
}
