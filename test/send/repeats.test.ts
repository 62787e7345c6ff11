import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createQuote } from '../support/api/quotes.ts';
import { describeSending } from '../support/mail/mail-desk.ts';
import {
  historyOf,
  linkIn,
  liveAccount,
  mailsSince,
  send,
  startSlowSend,
  statusOf,
} from '../support/mail/sendings.ts';
import type { Json } from '../support/service/client.ts';
import { DAY } from '../support/service/clock.ts';

describeSending((service, desk) => {
  it('after a success the same key returns the same response and sends no second email', async () => {
    const api = await liveAccount(service());
    const { id } = await createQuote(api);
    const count = desk().mails.length;
    const first = await send(api, id, 'k1');
    assert.equal(first.status, 200, first.text);
    const again = await send(api, id, 'k1');
    assert.equal(again.text, first.text);
    assert.equal(again.headers.get('Idempotency-Replayed'), 'true');
    assert.equal(again.headers.get('ETag'), first.headers.get('ETag'));
    assert.equal(desk().mails.length, count + 1);
    assert.equal((await send(api, id, 'k1', { message: 'x' })).body.code, 'idempotency_mismatch');
    assert.equal((await send(api, id, 'k2')).status, 200, 'another key is another sending');
    const [one, two] = await mailsSince(desk(), count);
    assert.notEqual(one?.messageId, two?.messageId);
  });

  for (const [what, code, problem, status] of [
    ['refused', 550, 'mail_refused', 502],
    ['deferred', 451, 'mail_unavailable', 503],
  ] as const) {
    it(`an email that was ${what} goes out under its first Message-ID when repeated`, async () => {
      const api = await liveAccount(service());
      const { id } = await createQuote(api);
      const count = desk().mails.length;
      const { reply, mail } = await startSlowSend(desk(), api, id, 'k');
      mail.refuse(code, 'Not like this');
      const failed = await reply;
      assert.equal(failed.status, status);
      assert.equal(failed.body.code, problem);
      assert.match(failed.body.detail, new RegExp(`${code} Not like this`));
      assert.equal(await statusOf(api, id), 'DRAFT');
      assert.equal((await send(api, id, 'k', { message: 'x' })).body.code, 'idempotency_mismatch');
      const repeated = await send(api, id, 'k');
      assert.equal(repeated.status, 200, repeated.text);
      assert.equal((await send(api, id, 'k')).text, repeated.text);
      const [first, second, ...more] = await mailsSince(desk(), count);
      assert.equal(more.length, 0);
      assert.equal(first?.messageId, second?.messageId);
      const outcome = what === 'refused' ? 'refused' : 'unavailable';
      assert.deepEqual(await historyOf(api, id), ['created', `send_failed ${outcome}`, 'sent taken']);
    });
  }

  it('a lost reply leaves the outcome unknown; the repeat is the same message, with a working link', async () => {
    const api = await liveAccount(service());
    const { id } = await createQuote(api);
    const count = desk().mails.length;
    const { reply, mail } = await startSlowSend(desk(), api, id, 'k');
    mail.drop();
    const lost = await reply;
    assert.equal(lost.status, 504);
    assert.equal(lost.body.code, 'mail_timeout');
    assert.equal(await statusOf(api, id), 'DRAFT');
    assert.deepEqual(await historyOf(api, id), ['created', 'send_failed unknown']);
    // A repeat that certainly fails does not revoke the link of an email that may have arrived.
    const second = await startSlowSend(desk(), api, id, 'k');
    second.mail.refuse(451, 'Later');
    assert.equal((await second.reply).status, 503);
    const { data: deliveries } = (await api.get(`/quotes/${id}/deliveries`)).body;
    assert.deepEqual(
      deliveries.map(({ state }: Json) => state),
      ['unknown'],
      'the first one may have arrived',
    );
    assert.equal((await send(api, id, 'k')).status, 200);
    const mails = await mailsSince(desk(), count);
    assert.equal(mails.length, 3);
    for (const sent of mails) {
      assert.equal(sent.messageId, mails[0]?.messageId);
      assert.equal(linkIn(sent), linkIn(mails[0] ?? sent));
      assert.equal((await fetch(linkIn(sent))).status, 200);
    }
    assert.equal(await statusOf(api, id), 'SENT');
  });

  it('a repeat after an edit is another message', async () => {
    const api = await liveAccount(service());
    const { id } = await createQuote(api);
    const count = desk().mails.length;
    const { reply, mail } = await startSlowSend(desk(), api, id, 'k');
    mail.drop();
    await reply;
    await api.patch(`/quotes/${id}`, { title: 'A larger shed' });
    assert.equal((await send(api, id, 'k')).status, 200);
    const [first, second] = await mailsSince(desk(), count);
    assert.notEqual(first?.messageId, second?.messageId);
    assert.match(second?.subject ?? '', /A larger shed/);
    assert.equal((await fetch(linkIn(second as NonNullable<typeof second>))).status, 200);
  });

  it('a repeat does not restore a revoked link', async () => {
    const api = await liveAccount(service());
    const { id } = await createQuote(api);
    const count = desk().mails.length;
    const { reply, mail } = await startSlowSend(desk(), api, id, 'k');
    mail.drop();
    await reply;
    assert.equal((await api.delete(`/quotes/${id}/links`)).status, 204);
    assert.equal((await send(api, id, 'k')).status, 200);
    const [first, second] = await mailsSince(desk(), count);
    assert.ok(first && second);
    assert.equal((await fetch(linkIn(first))).status, 404);
    assert.equal((await fetch(linkIn(second))).status, 200);
  });

  it('a repeat during the first request is rejected as in progress', async () => {
    const api = await liveAccount(service());
    const { id } = await createQuote(api);
    const count = desk().mails.length;
    const { reply, mail } = await startSlowSend(desk(), api, id, 'k');
    const second = await send(api, id, 'k');
    assert.equal(second.status, 409);
    assert.equal(second.body.code, 'idempotency_in_progress');
    assert.equal(second.headers.get('Retry-After'), '1');
    mail.accept();
    const first = await reply;
    assert.equal(first.status, 200);
    assert.equal((await send(api, id, 'k')).text, first.text);
    assert.equal(desk().mails.length, count + 1);
  });

  it('concurrent requests with one key send one email', async () => {
    const api = await liveAccount(service());
    const { id } = await createQuote(api);
    const count = desk().mails.length;
    const replies = await Promise.all(Array.from({ length: 12 }, () => send(api, id, 'k')));
    assert.equal(desk().mails.length, count + 1);
    for (const { status, body } of replies) {
      assert.ok(status === 200 || body.code === 'idempotency_in_progress', `${status}`);
    }
    assert.equal((await send(api, id, 'k')).status, 200);
    assert.equal(desk().mails.length, count + 1);
  });

  it('a key is free again after a day and then sends a new message', async () => {
    for (const kind of ['live', 'test'] as const) {
      const api = await service().newAccount({ kind });
      const { id } = await createQuote(api, { validUntil: '2030-01-01T00:00:00Z' });
      const mailed = [];
      for (let day = 1; day <= 2; day++) {
        const { status, headers } = await send(api, id, 'k');
        assert.equal(status, 200);
        assert.equal(headers.get('Idempotency-Replayed'), null);
        const { data } = (await api.get(`/quotes/${id}/events`)).body;
        mailed.push(data.at(-1).data.messageId);
        service().clock.advance(DAY);
      }
      assert.notEqual(mailed[0], mailed[1]);
      const outbox = await fetch(`${service().url}/outbox`, {
        headers: { Authorization: `Bearer ${api.key}`, Accept: 'application/json' },
      });
      assert.equal(((await outbox.json()) as { data: [] }).data.length, kind === 'test' ? 2 : 0);
    }
  });
});
