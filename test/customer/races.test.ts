import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CUSTOMER } from '../fixtures/customer.ts';
import {
  accept,
  decline,
  eventTypes,
  mailsOf,
  noticeIn,
  ok,
  readSeen,
  submit,
  visit,
} from '../support/api/customer.ts';
import { sentQuote } from '../support/api/quotes.ts';
import { describeService } from '../support/service/service.ts';

const DECIDED = /already been answered/;
const CHANGED = /changed while you were reading/;
const CLOSED = /can no longer be answered/;

describeService((service) => {
  test('twenty concurrent accepts and declines make one decision, and all others see it', async () => {
    const account = await service().newAccount();
    ok(await account.patch('/account', { email: 'owner@seller.example' }));
    const { id, publicUrl } = await sentQuote(account);
    const seen = await readSeen(publicUrl);
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        index % 2 === 0
          ? submit(publicUrl, 'accept', { ...seen, name: `Person ${index}` })
          : submit(publicUrl, 'decline', { ...seen, reason: `Reason ${index}` }),
      ),
    );
    const winner = replies.findIndex(({ status }) => status === 303);
    const losers = replies.filter((_, index) => index !== winner);
    assert.deepEqual([...new Set(losers.map(({ status }) => status))], [409]);
    const isAccepted = winner % 2 === 0;
    for (const { text } of losers) {
      assert.match(noticeIn(text) ?? '', DECIDED);
      assert.match(text, isAccepted ? new RegExp(`Person ${winner}\\b`) : new RegExp(`Reason ${winner}\\b`));
    }
    const quote = ok(await account.get(`/quotes/${id}`));
    assert.equal(quote.status, isAccepted ? 'ACCEPTED' : 'DECLINED');
    assert.equal(quote.acceptedBy, isAccepted ? `Person ${winner}` : null);
    assert.equal(quote.declineReason, isAccepted ? null : `Reason ${winner}`);
    const answers = (await eventTypes(account, id)).filter((type) => /accepted|declined/.test(type));
    assert.deepEqual(answers, [isAccepted ? 'accepted' : 'declined']);
    assert.equal((await mailsOf(service(), account)).length, isAccepted ? 3 : 2, 'nobody is told twice');
  });

  test('a person who decides twice sees the first decision', async () => {
    const account = await service().newAccount();
    const { id, publicUrl } = await sentQuote(account);
    const seen = await readSeen(publicUrl);
    const both = await Promise.all([1, 2].map(() => submit(publicUrl, 'accept', { ...seen, name: 'Ada' })));
    assert.deepEqual(both.map(({ status }) => status).sort(), [303, 409]);
    assert.equal((await decline(publicUrl)).status, 409);
    assert.equal(ok(await account.get(`/quotes/${id}`)).acceptedBy, 'Ada');
  });

  test('two links of two recipients allow one decision', async () => {
    const account = await service().newAccount();
    const first = await sentQuote(account);
    const second = ok(await account.post(`/quotes/${first.id}/send`, { email: 'other@example.com' }));
    assert.notEqual(first.publicUrl, second.publicUrl);
    const replies = await Promise.all([accept(first.publicUrl, 'Ada'), decline(second.publicUrl)]);
    assert.deepEqual(replies.map(({ status }) => status).sort(), [303, 409]);
  });

  test('an accept at the instant of the expiry is too late, a millisecond before it is not', async () => {
    const { clock } = service();
    const account = await service().newAccount();
    const ends = clock() + 60_000;
    const validUntil = new Date(ends).toISOString();
    const [early, late, racing] = await Promise.all([1, 2, 3].map(() => sentQuote(account, { validUntil })));
    const seen = await readSeen(late.publicUrl);
    const racingSeen = await readSeen(racing.publicUrl);
    clock.set(ends - 1);
    assert.equal((await accept(early.publicUrl)).status, 303);
    clock.set(ends);
    const refused = await submit(late.publicUrl, 'accept', { ...seen, name: 'Ada' });
    assert.equal(refused.status, 409);
    assert.match(noticeIn(refused.text) ?? '', CLOSED);
    const [reply] = await Promise.all([
      submit(racing.publicUrl, 'accept', { ...racingSeen, name: 'Ada' }),
      service().runJob('expiry'),
      account.get(`/quotes/${racing.id}`),
      account.get('/quotes?status=SENT'),
    ]);
    assert.equal(reply.status, 409);
    assert.equal(ok(await account.get(`/quotes/${early.id}`)).status, 'ACCEPTED');
    for (const { id } of [late, racing]) {
      assert.equal(ok(await account.get(`/quotes/${id}`)).status, 'EXPIRED');
      assert.equal((await eventTypes(account, id)).filter((type) => type === 'expired').length, 1);
      assert.equal((await account.get(`/quotes/${id}/acceptance`)).status, 404);
    }
  });

  test('a concurrent accept and convert end consistently in both orders', async () => {
    const account = await service().newAccount();
    for (let round = 0; round < 3; round++) {
      const { id, publicUrl } = await sentQuote(account);
      const seen = await readSeen(publicUrl);
      const [reply, converted] = await Promise.all([
        submit(publicUrl, 'accept', { ...seen, name: 'Ada' }),
        account.post(`/quotes/${id}/convert-to-invoice`),
      ]);
      assert.equal(converted.status, 201);
      const quote = ok(await account.get(`/quotes/${id}`));
      assert.equal(quote.status, 'CONVERTED');
      const types = (await eventTypes(account, id)).filter((type) => /accepted|converted/.test(type));
      if (reply.status === 303) {
        assert.deepEqual(types, ['accepted', 'converted']);
        assert.equal(quote.acceptedBy, 'Ada');
      } else {
        assert.equal(reply.status, 409);
        assert.match(noticeIn(reply.text) ?? '', DECIDED);
        assert.deepEqual(types, ['converted']);
        assert.equal(quote.acceptedAt, null);
      }
    }
  });

  test('an accept concurrent with an edit never accepts unseen content', async () => {
    const account = await service().newAccount();
    for (let round = 0; round < 3; round++) {
      const { id, publicUrl } = await sentQuote(account);
      const seen = await readSeen(publicUrl);
      const [reply, patched] = await Promise.all([
        submit(publicUrl, 'accept', { ...seen, name: 'Ada' }),
        account.patch(`/quotes/${id}`, { title: 'Dearer' }),
      ]);
      assert.equal(patched.status, 200);
      const quote = ok(await account.get(`/quotes/${id}`));
      assert.equal(quote.status, reply.status === 303 ? 'DRAFT' : 'SENT');
      if (reply.status === 303) continue;
      assert.equal(reply.status, 409);
      assert.match(noticeIn(reply.text) ?? '', CHANGED);
      assert.match(reply.text, /<h1><bdi>Dearer/);
    }
  });

  test('a quote that was edited, extended or sent under another name is shown again before a decision', async () => {
    const account = await service().newAccount();
    const { id, publicUrl } = await sentQuote(account);
    const changes = [
      () => account.patch(`/quotes/${id}`, { terms: 'Pay at once' }),
      () => account.patch(`/quotes/${id}`, { validUntil: '2030-01-01T00:00:00Z' }),
      async () => {
        ok(await account.patch('/account', { name: 'Another Ltd' }));
        return account.post(`/quotes/${id}/send`);
      },
      async () => {
        ok(await account.put('/customers/cus_test', { name: 'Somebody else', email: CUSTOMER.email }));
        return account.post(`/quotes/${id}/send`);
      },
    ];
    for (const change of changes) {
      const seen = await readSeen(publicUrl);
      ok(await change());
      for (const form of ['accept', 'decline'] as const) {
        const reply = await submit(publicUrl, form, { ...seen, name: 'Ada' });
        assert.equal(reply.status, 409);
        assert.match(noticeIn(reply.text) ?? '', CHANGED);
      }
    }
    const seen = await readSeen(publicUrl);
    for (const lie of [
      { revision: '1' },
      { revision: '' },
      { documentSha256: 'f'.repeat(64) },
      { documentSha256: '' },
    ]) {
      const reply = await submit(publicUrl, 'accept', { ...seen, name: 'Ada', ...lie });
      assert.equal(reply.status, 409, JSON.stringify(lie));
    }
    assert.equal(ok(await account.get(`/quotes/${id}`)).status, 'SENT');
    assert.equal((await accept(publicUrl)).status, 303);
  });

  test('an internal note or another send of the same content does not disturb the decision', async () => {
    const account = await service().newAccount();
    const { id, publicUrl } = await sentQuote(account);
    const seen = await readSeen(publicUrl);
    ok(await account.patch(`/quotes/${id}`, { notes: 'called them' }));
    ok(await account.post(`/quotes/${id}/send`));
    const [reply] = await Promise.all([
      submit(publicUrl, 'accept', { ...seen, name: 'Ada' }),
      ...Array.from({ length: 5 }, (_, n) => account.patch(`/quotes/${id}`, { notes: `call ${n}` })),
    ]);
    assert.equal(reply.status, 303);
    assert.equal(ok(await account.get(`/quotes/${id}`)).acceptedBy, 'Ada');
  });

  test('a confirmed decision is on record despite a concurrent delete or revoke', async () => {
    const account = await service().newAccount();
    const deleted = await sentQuote(account);
    const revoked = await sentQuote(account);
    const [deletedSeen, revokedSeen] = [await readSeen(deleted.publicUrl), await readSeen(revoked.publicUrl)];
    const [lost, , kept] = await Promise.all([
      submit(deleted.publicUrl, 'accept', { ...deletedSeen, name: 'Ada' }),
      account.delete(`/quotes/${deleted.id}`),
      submit(revoked.publicUrl, 'accept', { ...revokedSeen, name: 'Ada' }),
      account.delete(`/quotes/${revoked.id}/links`),
    ]);
    assert.ok([303, 404].includes(lost.status));
    assert.ok([303, 404].includes(kept.status));
    assert.equal(
      ok(await account.get(`/quotes/${revoked.id}`)).acceptedBy,
      kept.status === 303 ? 'Ada' : null,
    );
    for (const { publicUrl } of [deleted, revoked]) assert.equal((await visit(publicUrl)).status, 404);
  });
});
