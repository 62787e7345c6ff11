import assert from 'node:assert/strict';
import { it } from 'node:test';
import { RECORD_TIMEOUT_MS, SEND_LEASE_MS } from '../../src/domain/mail/send-timeouts.ts';
import { QUOTE } from '../fixtures/quote.ts';
import { createQuote, ITEM } from '../support/api/quotes.ts';
import { describeSending, describeSendingDocuments } from '../support/mail/mail-desk.ts';
import {
  historyOf,
  linkIn,
  liveAccount,
  mailsSince,
  send,
  startSlowSend,
  statusOf,
} from '../support/mail/sendings.ts';
import { wordsOf } from '../support/pdf/pdf-text.ts';
import { testAll } from '../support/run/all.ts';
import { DAY, HOUR } from '../support/service/clock.ts';

describeSending((service, desk) => {
  it('concurrent sends send one email', async () => {
    const api = await liveAccount(service());
    const { id } = await createQuote(api);
    const count = desk().mails.length;
    const { reply, mail } = await startSlowSend(desk(), api, id);
    const others = await Promise.all(Array.from({ length: 8 }, (_, n) => send(api, id, `k${n}`)));
    for (const { status, body, headers } of others) {
      assert.equal(status, 409);
      assert.equal(body.code, 'send_in_progress');
      assert.equal(headers.get('Retry-After'), '5');
    }
    mail.accept();
    assert.equal((await reply).body.status, 'SENT');
    assert.equal(desk().mails.length, count + 1);
    assert.equal((await send(api, id, 'k0')).status, 200, 'a refused key is not used up');
  });

  it('a quote converted while its email is in progress stays CONVERTED', async () => {
    const api = await liveAccount(service());
    const { id } = await createQuote(api);
    const { reply, mail } = await startSlowSend(desk(), api, id, 'k');
    const { quote } = (await api.post(`/quotes/${id}/convert-to-invoice`)).body;
    assert.equal(quote.status, 'CONVERTED');
    mail.accept();
    const { status, body, text } = await reply;
    assert.equal(status, 200);
    assert.equal(body.status, 'CONVERTED');
    assert.equal(body.invoiceId, quote.invoiceId);
    const stored = (await api.get(`/quotes/${id}`)).body;
    assert.equal(stored.status, 'CONVERTED');
    assert.equal(stored.updatedAt, quote.updatedAt);
    assert.deepEqual(await historyOf(api, id), ['created', 'converted', 'sent taken']);
    assert.equal((await send(api, id, 'k')).text, text);
  });

  it('a quote with a stage invoiced while its email is in progress stays ACCEPTED', async () => {
    const api = await liveAccount(service());
    const due = { when: 'completion' };
    const deposit = { label: 'Deposit', type: 'percentage', value: 30, due };
    const { id } = await createQuote(api, {
      paymentSchedule: [deposit, { label: 'Rest', type: 'rest', due }],
    });
    await api.patch(`/quotes/${id}`, { status: 'ACCEPTED' });
    const { reply, mail } = await startSlowSend(desk(), api, id, 'k');
    const { quote } = (await api.post(`/quotes/${id}/convert-to-invoice`, { stage: 0 })).body;
    mail.accept();
    const { status, body } = await reply;
    assert.deepEqual([status, body.status, body.updatedAt], [200, 'ACCEPTED', quote.updatedAt]);
    const stored = (await api.get(`/quotes/${id}`)).body;
    assert.deepEqual([stored.status, stored.acceptedAt], ['ACCEPTED', quote.acceptedAt]);
    assert.deepEqual(await historyOf(api, id), ['created', 'accepted', 'invoiced', 'sent taken']);
  });

  it('a quote edited while its email is in progress gets the next revision', async () => {
    const api = await liveAccount(service());
    const { id } = await createQuote(api);
    const { reply, mail } = await startSlowSend(desk(), api, id);
    await api.patch(`/quotes/${id}`, { title: 'Another shed', notes: 'internal' });
    mail.accept();
    const { body } = await reply;
    assert.deepEqual([body.status, body.revision, body.title], ['SENT', 2, 'Another shed']);
    const { data } = (await api.get(`/quotes/${id}/revisions`)).body;
    assert.equal(data.length, 1);
    assert.deepEqual([data[0].revision, data[0].quote.title], [1, QUOTE.title]);
  });

  it('an internal note added during the send stays and makes no revision', async () => {
    const api = await liveAccount(service());
    const { id } = await createQuote(api);
    const { reply, mail } = await startSlowSend(desk(), api, id);
    await api.patch(`/quotes/${id}`, { notes: 'internal' });
    mail.accept();
    const { body } = await reply;
    assert.deepEqual([body.status, body.revision, body.notes], ['SENT', 1, 'internal']);
  });

  it('a quote that got another customer during the send is not shown to the first one', async () => {
    const api = await liveAccount(service());
    await api.put('/customers/cus_other', { name: 'Other', email: 'other@example.com' });
    const { id } = await createQuote(api);
    const count = desk().mails.length;
    const { reply, mail } = await startSlowSend(desk(), api, id);
    await api.patch(`/quotes/${id}`, { customerId: 'cus_other' });
    mail.accept();
    const { body } = await reply;
    assert.deepEqual([body.status, body.revision, body.publicUrl], ['SENT', 2, null]);
    const [sent] = await mailsSince(desk(), count);
    assert.ok(sent);
    assert.equal((await fetch(linkIn(sent))).status, 404);
  });

  for (const answer of ['ACCEPTED', 'DECLINED']) {
    it(`a decision during the send (${answer}) is not lost`, async () => {
      const api = await liveAccount(service());
      const { id } = await createQuote(api);
      assert.equal((await send(api, id)).status, 200);
      const { reply, mail } = await startSlowSend(desk(), api, id);
      const answered = (await api.patch(`/quotes/${id}`, { status: answer })).body;
      assert.equal(answered.status, answer);
      mail.accept();
      const { status, body } = await reply;
      assert.equal(status, 200);
      assert.deepEqual(
        [body.status, body.acceptedAt, body.declinedAt],
        [answer, answered.acceptedAt, answered.declinedAt],
      );
      assert.equal((await send(api, id)).body.status, 'SENT', 'sent after the answer it is open again');
    });
  }

  it('a quote that expires while its email is in progress is EXPIRED', async () => {
    const api = await liveAccount(service());
    const validUntil = new Date(service().clock() + HOUR).toISOString();
    const { id } = await createQuote(api, { validUntil });
    assert.equal((await send(api, id)).status, 200);
    service().clock.advance(HOUR - 1);
    const { reply, mail } = await startSlowSend(desk(), api, id);
    service().clock.advance(2);
    mail.accept();
    const { body } = await reply;
    assert.deepEqual([body.status, body.validUntil], ['EXPIRED', validUntil]);
    assert.equal(await statusOf(api, id), 'EXPIRED');
    assert.equal((await historyOf(api, id)).filter((entry) => entry === 'expired').length, 1);
  });

  it('a quote deleted while its email is in progress stays deleted', async () => {
    const api = await liveAccount(service());
    const { id } = await createQuote(api);
    const { reply, mail } = await startSlowSend(desk(), api, id, 'k');
    assert.equal((await api.delete(`/quotes/${id}`)).status, 204);
    mail.accept();
    assert.equal((await reply).status, 404);
    assert.equal((await api.get(`/quotes/${id}`)).status, 404);
    assert.equal((await send(api, id, 'k')).status, 404);
    const columns = { quotes: 'id', events: 'document_id', links: 'document_id', revisions: 'quote_id' };
    for (const [table, column] of Object.entries(columns)) {
      const left = await service().db.read.get(`SELECT 1 FROM ${table} WHERE ${column} = ?`, id);
      assert.equal(left, undefined, `traces in ${table}`);
    }
  });

  it('the stored validity is the one in the email, however long delivery takes', async () => {
    const api = await liveAccount(service());
    const { id } = await createQuote(api, { validUntil: '2020-01-01T00:00:00Z' });
    const begun = service().clock();
    const { reply, mail } = await startSlowSend(desk(), api, id);
    service().clock.advance(20_000);
    mail.accept();
    const { body } = await reply;
    assert.equal(body.validUntil, new Date(begun + 30 * DAY).toISOString());
    const { data } = (await api.get(`/quotes/${id}/revisions`)).body;
    assert.equal(data[0].quote.validUntil, body.validUntil);
    assert.equal((await api.get(`/quotes/${id}/pdf`)).body.sha256, data[0].documentSha256);
  });

  it('a process that resumes late reports its outcome and undoes nothing', async () => {
    const api = await liveAccount(service());
    for (const wasTaken of [true, false]) {
      const { id } = await createQuote(api);
      const { reply, mail } = await startSlowSend(desk(), api, id, `late ${wasTaken}`);
      service().clock.advance(SEND_LEASE_MS);
      await service().runJob('sendings');
      assert.deepEqual(await historyOf(api, id), ['created', 'send_failed unknown']);
      if (wasTaken) mail.accept();
      else mail.refuse(550, 'No');
      assert.equal((await reply).status, wasTaken ? 200 : 502);
      assert.equal(await statusOf(api, id), wasTaken ? 'SENT' : 'DRAFT');
      assert.deepEqual(
        await historyOf(api, id),
        wasTaken ? ['created', 'send_failed unknown', 'sent taken'] : ['created', 'send_failed unknown'],
      );
    }
  });

  testAll('a repeat that began after the first request was given up keeps its key', async () => {
    const api = await liveAccount(service());
    const { id } = await createQuote(api);
    const count = desk().mails.length;
    const first = await startSlowSend(desk(), api, id, 'k');
    service().clock.advance(SEND_LEASE_MS);
    const second = await startSlowSend(desk(), api, id, 'k');
    await service().runJob('sendings');
    assert.equal((await send(api, id, 'k')).body.code, 'idempotency_in_progress');
    second.mail.accept();
    const done = await second.reply;
    assert.equal(done.status, 200);
    first.mail.refuse(451, 'Too late');
    assert.equal((await first.reply).status, 503);
    assert.equal((await send(api, id, 'k')).text, done.text);
    const mails = await mailsSince(desk(), count);
    assert.deepEqual(
      mails.map(({ messageId }) => messageId),
      [mails[0]?.messageId, mails[0]?.messageId],
    );
    assert.equal(await statusOf(api, id), 'SENT');
    assert.equal((await fetch(linkIn(mails[1] as NonNullable<(typeof mails)[1]>))).status, 200);
  });

  it('a request that was given up before its email left sends nothing any more', async () => {
    const api = await liveAccount(service());
    const { id } = await createQuote(api);
    const count = desk().mails.length;
    const stalled = desk().stallNext();
    const first = send(api, id, 'stalled');
    const proceed = await stalled;
    service().clock.advance(SEND_LEASE_MS);
    const second = await send(api, id, 'stalled');
    assert.equal(second.status, 200, second.text);
    proceed();
    const late = await first;
    assert.equal(late.body.code, 'mail_timeout', late.text);
    assert.equal((await mailsSince(desk(), count)).length, 1);
    assert.equal(await statusOf(api, id), 'SENT');
    assert.deepEqual(await historyOf(api, id), ['created', 'send_failed unknown', 'sent taken']);
  });

  testAll(
    'an email leaves early enough to record its outcome before another process gives it up',
    async () => {
      const api = await liveAccount(service());
      const { id } = await createQuote(api);
      const count = desk().mails.length;
      const stalled = desk().stallNext();
      const reply = send(api, id);
      const proceed = await stalled;
      service().clock.advance(SEND_LEASE_MS - RECORD_TIMEOUT_MS);
      proceed();
      assert.equal((await reply).body.code, 'mail_timeout');
      assert.equal((await mailsSince(desk(), count)).length, 0);
      assert.deepEqual(await historyOf(api, id), ['created', 'send_failed timeout']);
      assert.equal((await send(api, id)).status, 200);
    },
  );

  it('If-Match is checked before any email is sent', async () => {
    const api = await liveAccount(service());
    const { id } = await createQuote(api);
    const etag = (await api.get(`/quotes/${id}`)).headers.get('ETag') ?? '';
    await api.patch(`/quotes/${id}`, { title: 'Another' });
    const count = desk().mails.length;
    const stale = await api.post(`/quotes/${id}/send`, undefined, { headers: { 'If-Match': etag } });
    assert.equal(stale.status, 412);
    assert.equal(desk().mails.length, count);
  });
});

describeSendingDocuments((service, desk) => {
  testAll('a quote edited while its PDF is created is sent with the edit', async () => {
    const api = await liveAccount(service());
    const items = Array.from({ length: 150 }, (_, n) => ({
      ...ITEM,
      description: `Long work ${n} `.repeat(6),
    }));
    const { id } = await createQuote(api, { title: 'Old shed', items });
    const count = desk().mails.length;
    const reply = send(api, id);
    // The service has started on the PDF by then, which takes far longer than reading and changing the quote.
    for (let times = 0; times < 5; times++) await api.get(`/quotes/${id}`);
    assert.equal((await api.patch(`/quotes/${id}`, { title: 'New shed' })).status, 200);
    const { status, body, text } = await reply;
    assert.equal(status, 200, text);
    assert.deepEqual([body.status, body.title, body.revision], ['SENT', 'New shed', 1]);
    const [mail] = await mailsSince(desk(), count);
    const pdf = mail?.attachments.find(({ mimeType }) => mimeType === 'application/pdf');
    const words = await wordsOf(new Uint8Array(pdf?.content as ArrayBuffer));
    assert.ok(words.includes('Newshed') && !words.includes('Oldshed'));
    assert.match(mail?.text ?? '', /New shed/);
    const [revision] = (await api.get(`/quotes/${id}/revisions`)).body.data;
    assert.equal(revision.quote.title, 'New shed');
  });
});
