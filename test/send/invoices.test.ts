import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { it } from 'node:test';
import { findTodos } from '../../src/actions/account/home/todos.ts';
import { PERSON, visit } from '../support/api/customer.ts';
import { createQuote, draftInvoice, issuedInvoice } from '../support/api/quotes.ts';
import { describeSending } from '../support/mail/mail-desk.ts';
import {
  CUSTOMER_ADDRESS,
  historyOf,
  linkIn,
  liveAccount,
  mailsSince,
  send,
  startSlowSend,
} from '../support/mail/sendings.ts';
import type { Client, Json } from '../support/service/client.ts';
import { DAY, HOUR } from '../support/service/clock.ts';

const SELLER = {
  ...{
    name: 'Studio Nord GmbH',
    street: 'Oranienstraße 24',
    postalCode: '10999',
    city: 'Berlin',
    country: 'DE',
  },
  ...{ taxId: 'DE298114302', contactName: 'Eva Nord', phone: '+49 30 901820', email: 'hello@nord.example' },
  electronicAddress: { scheme: 'EM', id: 'hello@nord.example' },
  bank: { iban: 'DE89370400440532013000' },
};
const BUYER = {
  ...{ name: 'Hansestadt Bremen', street: 'Am Markt 20', postalCode: '28195', city: 'Bremen', country: 'DE' },
  ...{ email: 'rechnung@bremen.example', buyerReference: '04011000-12345-03' },
  electronicAddress: { scheme: '0204', id: '04011000-12345-03' },
};
const BANK = { holder: 'Studio Nord', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX', name: null };

function hashOf(content: unknown): string {
  return createHash('sha256')
    .update(new Uint8Array(content as ArrayBuffer))
    .digest('hex');
}

describeSending((service, desk) => {
  it('a draft is issued and sent in one request', async () => {
    const api = await liveAccount(service());
    const draft = await draftInvoice(api);
    const count = desk().mails.length;
    const { status, body, headers, text } = await send(api, draft.id, undefined, {
      cc: ['boss@example.test'],
      message: 'As agreed.',
    });
    assert.equal(status, 200, text);
    assert.deepEqual([body.status, body.number, body.viewedAt], ['ISSUED', draft.number, null]);
    assert.notEqual(body.sentAt, null);
    const [mail, ...more] = await mailsSince(desk(), count);
    assert.ok(mail && more.length === 0);
    assert.deepEqual([mail.to?.[0]?.address, mail.cc?.[0]?.address], [CUSTOMER_ADDRESS, 'boss@example.test']);
    assert.match(mail.subject ?? '', new RegExp(`Invoice ${draft.number}: `));
    assert.match(mail.text ?? '', /As agreed\./);
    assert.equal(linkIn(mail), body.publicUrl);
    const pdf = mail.attachments.find(({ mimeType }) => mimeType === 'application/pdf');
    assert.deepEqual(await historyOf(api, draft.id), ['created', 'issued', 'sent taken']);
    const read = await api.get(`/invoices/${draft.id}`);
    const { warnings, ...invoice } = body;
    assert.ok(Array.isArray(warnings));
    assert.deepEqual([read.body, read.headers.get('ETag')], [invoice, headers.get('ETag')]);
    const feed = (await api.get('/events?limit=100')).body.data.map(({ type }: Json) => type);
    assert.deepEqual(feed.slice(-2), ['invoice.issued', 'invoice.sent']);
    const [, , sent] = (await api.get(`/invoices/${draft.id}/events`)).body.data;
    const { sha256 } = (await api.get(`/invoices/${draft.id}/pdf`)).body;
    assert.deepEqual([sent.data.to, sent.data.documentSha256], [CUSTOMER_ADDRESS, sha256]);
    assert.equal(hashOf(pdf?.content), sha256);
    assert.deepEqual((await api.get('/invoices')).body.data[0].publicUrl, undefined);
    const again = await send(api, draft.id);
    assert.deepEqual([again.status, again.body.issueDate], [200, body.issueDate]);
  });

  it('an email that is rejected leaves the invoice issued and not sent', async () => {
    const api = await liveAccount(service());
    const { id } = await draftInvoice(api);
    const { reply, mail } = await startSlowSend(desk(), api, id, 'k');
    mail.refuse(550, 'no such mailbox');
    const { status, body } = await reply;
    assert.deepEqual([status, body.code], [502, 'mail_refused']);
    assert.match(body.detail, /The invoice is issued, but was not sent\./);
    const stored = (await api.get(`/invoices/${id}`)).body;
    assert.deepEqual([stored.status, stored.sentAt, stored.publicUrl], ['ISSUED', null, null]);
    assert.deepEqual(await historyOf(api, id), ['created', 'issued', 'send_failed refused']);
    const { failedMails } = await findTodos(service(), api.accountId, service().clock());
    assert.deepEqual(
      failedMails.first.map(({ kind, document, response }) => [kind, document.number, response]),
      [['invoice', stored.number, '550 no such mailbox']],
    );
    const [last] = (await api.get('/events?type=invoice.send_failed')).body.data;
    assert.deepEqual([last.data.invoice.id, last.data.response], [id, '550 no such mailbox']);
    assert.equal((await send(api, id, 'k')).status, 200, 'the same key sends it');
  });

  it('an email with an unknown outcome keeps its link, and a repeat is the same message', async () => {
    const api = await liveAccount(service());
    const { id } = await draftInvoice(api);
    const count = desk().mails.length;
    const { reply, mail } = await startSlowSend(desk(), api, id, 'k');
    mail.drop();
    const { status, body } = await reply;
    assert.deepEqual([status, body.code], [504, 'mail_timeout']);
    const stored = (await api.get(`/invoices/${id}`)).body;
    assert.deepEqual([stored.status, stored.sentAt], ['ISSUED', null]);
    const repeated = await send(api, id, 'k');
    assert.equal(repeated.status, 200, repeated.text);
    assert.equal(repeated.body.publicUrl, stored.publicUrl);
    const [first, second] = await mailsSince(desk(), count);
    assert.equal(second?.messageId, first?.messageId);
    assert.deepEqual(await historyOf(api, id), ['created', 'issued', 'send_failed unknown', 'sent taken']);
    const kept = await send(api, id, 'k');
    assert.deepEqual([kept.status, kept.text], [200, repeated.text]);
    assert.equal((await mailsSince(desk(), count)).length, 2, 'a repeat sends nothing');
  });

  it('concurrent sends send one email and issue once', async () => {
    const api = await liveAccount(service());
    const { id } = await draftInvoice(api);
    const count = desk().mails.length;
    const { reply, mail } = await startSlowSend(desk(), api, id, 'k');
    const others = await Promise.all(['k', 'a', 'b'].map((key) => send(api, id, key)));
    assert.deepEqual(
      others.map(({ status, body }) => [status, body.code]),
      [
        [409, 'idempotency_in_progress'],
        [409, 'send_in_progress'],
        [409, 'send_in_progress'],
      ],
    );
    mail.accept();
    assert.equal((await reply).status, 200);
    assert.equal((await mailsSince(desk(), count)).length, 1);
    assert.deepEqual(await historyOf(api, id), ['created', 'issued', 'sent taken']);
  });

  it('several sends of a draft at the same moment issue it once and send one email', async () => {
    const api = await liveAccount(service());
    const { id } = await draftInvoice(api);
    const count = desk().mails.length;
    const replies = await Promise.all([1, 2, 3, 4].map((n) => send(api, id, `k${n}`)));
    const sent = replies.filter(({ status }) => status === 200).length;
    assert.ok(sent >= 1);
    assert.equal((await mailsSince(desk(), count)).length, sent);
    const history = await historyOf(api, id);
    assert.equal(history.filter((type) => type === 'issued').length, 1);
    assert.equal(history.filter((type) => type === 'sent taken').length, sent);
  });

  it('a repeat with the ETag of the draft is never rejected for what the first request did', async () => {
    const api = await liveAccount(service());
    const { id } = await draftInvoice(api);
    const etag = (await api.get(`/invoices/${id}`)).headers.get('ETag') ?? '';
    const sendDraft = (key: string) =>
      api.post(`/invoices/${id}/send`, {}, { headers: { 'Idempotency-Key': key, 'If-Match': etag } });
    const count = desk().mails.length;
    const held = desk().holdNext();
    const first = sendDraft('k');
    const mail = await held;
    const during = await sendDraft('k');
    assert.deepEqual([during.status, during.body.code], [409, 'idempotency_in_progress']);
    assert.equal((await sendDraft('other')).status, 412);
    mail.refuse(550, 'no such mailbox');
    assert.equal((await first).status, 502);
    const replies = await Promise.all([1, 2, 3, 4].map(() => sendDraft('k')));
    assert.ok(replies.some(({ status }) => status === 200));
    for (const { status, body } of replies) {
      assert.ok(status === 200 || body.code === 'idempotency_in_progress', `${status} ${body.code}`);
    }
    assert.equal((await sendDraft('k')).status, 200);
    assert.equal((await mailsSince(desk(), count)).length, 2, 'one rejected, one delivered');
  });

  it('identical sends of a draft at the same moment are one request', async () => {
    const api = await liveAccount(service());
    const count = desk().mails.length;
    for (let round = 0; round < 5; round++) {
      const { id } = await draftInvoice(api);
      const etag = (await api.get(`/invoices/${id}`)).headers.get('ETag') ?? '';
      const headers = { 'Idempotency-Key': id, 'If-Match': etag };
      const replies = await Promise.all(
        [1, 2, 3, 4].map(() => api.post(`/invoices/${id}/send`, {}, { headers })),
      );
      for (const { status, body } of replies) {
        assert.ok(status === 200 || body.code === 'idempotency_in_progress', `${status} ${body.code}`);
      }
      assert.equal((await api.post(`/invoices/${id}/send`, {}, { headers })).status, 200);
    }
    assert.equal((await mailsSince(desk(), count)).length, 5);
  });

  it('a payment while the email is in progress stays', async () => {
    const api = await liveAccount(service());
    const invoice = await issuedInvoice(api);
    const { reply, mail } = await startSlowSend(desk(), api, invoice.id);
    const today = invoice.issueDate;
    await api.post(`/invoices/${invoice.id}/payments`, { amount: invoice.total, date: today });
    mail.accept();
    const { body } = await reply;
    assert.deepEqual([body.status, body.amountDue, body.sentAt !== null], ['PAID', 0, true]);
  });

  it('a request that cannot be sent issues nothing', async () => {
    const api = await liveAccount(service());
    await api.put('/customers/silent', { name: 'Silent' });
    const { id } = await draftInvoice(api, { customerId: 'silent' });
    const missing = await send(api, id);
    assert.deepEqual([missing.status, missing.body.code], [400, 'recipient_missing']);
    assert.equal((await send(api, id, undefined, { email: 'nobody' })).status, 400);
    assert.equal((await send(api, id, undefined, { nonsense: 1 })).status, 400);
    const stale = { headers: { 'If-Match': '"7"' } };
    const other = await api.post(`/invoices/${id}/send`, { email: 'a@example.test' }, stale);
    assert.deepEqual([other.status, other.body.code], [412, 'precondition_failed']);
    assert.equal((await api.get(`/invoices/${id}`)).body.status, 'DRAFT');
    const { headers } = await api.get(`/invoices/${id}`);
    const match = { headers: { 'If-Match': headers.get('ETag') ?? '' } };
    const sent = await api.post(`/invoices/${id}/send`, { email: 'a@example.test' }, match);
    assert.deepEqual([sent.status, sent.body.status], [200, 'ISSUED']);
    assert.equal((await send(api, 'inv_none')).status, 404);
    const reader = service().client((await service().newKey(api.accountId, 'read')).secret);
    assert.equal((await send(reader, id)).status, 403);
    assert.equal((await reader.get(`/invoices/${id}`)).text.includes('publicUrl'), false);
  });

  it('a credit note is sent with its own words', async () => {
    const api = await liveAccount(service());
    const invoice = await issuedInvoice(api);
    const note = (await api.post(`/invoices/${invoice.id}/credit`, { reason: 'Cancelled' })).body;
    assert.equal(note.publicUrl, null);
    const count = desk().mails.length;
    const { status, body, text } = await send(api, note.id);
    assert.equal(status, 200, text);
    const [mail] = await mailsSince(desk(), count);
    assert.match(mail?.subject ?? '', new RegExp(`^Credit note ${note.number}: `));
    assert.match(mail?.text ?? '', new RegExp(`credit note for invoice ${invoice.number}`));
    assert.doesNotMatch(mail?.text ?? '', /Due date|Amount due/);
    const page = await visit(body.publicUrl);
    assert.equal(page.status, 200);
    assert.match(page.text, /This credit note refers to invoice/);
    assert.doesNotMatch(page.text, /How to pay|Due date/);
    const reminded = await api.post(`/invoices/${note.id}/remind`);
    assert.deepEqual([reminded.status, reminded.body.code], [409, 'is_credit_note']);
  });

  it('the page shows what is due and how to pay, and counts views of people', async () => {
    const api = await liveAccount(service());
    await api.patch('/account', { bank: BANK, currency: 'EUR' });
    const invoice = await draftInvoice(api, { currency: 'EUR' });
    const { body } = await send(api, invoice.id);
    const token = body.publicUrl.split('/').at(-1);
    assert.match(body.publicUrl, /\/i\/[\w-]{43}$/);
    const scanner = { headers: { 'User-Agent': 'a scanner, not a person' } };
    const first = await visit(body.publicUrl, scanner);
    assert.equal(first.status, 200);
    for (const text of [invoice.number, 'DE89 3704 0044 0532 0130 00', 'Scan to pay', 'Amount due']) {
      assert.ok(first.text.includes(text), text);
    }
    assert.doesNotMatch(first.text, /<script/);
    assert.match(first.headers.get('content-security-policy') ?? '', /default-src 'none'/);
    assert.equal((await api.get(`/invoices/${invoice.id}`)).body.viewedAt, null);

    assert.equal((await visit(body.publicUrl, { method: 'HEAD' })).status, 200);
    assert.equal((await api.get(`/invoices/${invoice.id}`)).body.viewedAt, null);
    const before = await api.get(`/invoices/${invoice.id}`);
    await visit(body.publicUrl);
    await visit(body.publicUrl);
    const viewed = await api.get(`/invoices/${invoice.id}`);
    assert.notEqual(viewed.body.viewedAt, null);
    assert.notEqual(viewed.headers.get('ETag'), before.headers.get('ETag'));
    const match = { headers: { 'If-Match': before.headers.get('ETag') ?? '' } };
    assert.equal((await api.patch(`/invoices/${invoice.id}`, { metadata: { a: '1' } }, match)).status, 200);
    service().clock.advance(2 * HOUR);
    await visit(body.publicUrl);
    const views = (await historyOf(api, invoice.id)).filter((type) => type === 'viewed');
    assert.equal(views.length, 2);
    const [event] = (await api.get('/events?type=invoice.viewed')).body.data;
    assert.deepEqual([event.actor, event.data.invoice.publicUrl], [{ type: 'customer' }, undefined]);

    const pdf = await visit(`${body.publicUrl}/pdf`, { headers: PERSON });
    assert.deepEqual([pdf.status, pdf.headers.get('content-type')], [200, 'application/pdf']);
    assert.equal(pdf.headers.get('etag'), `"${(await api.get(`/invoices/${invoice.id}/pdf`)).body.sha256}"`);
    const asQuote = body.publicUrl.replace('/i/', '/q/');
    const quote = await createQuote(api);
    const quoteUrl = (await send(api, quote.id)).body.publicUrl;
    for (const url of [
      asQuote,
      quoteUrl.replace('/q/', '/i/'),
      `${body.publicUrl}x`,
      `${body.publicUrl}/x`,
    ]) {
      assert.equal((await visit(url)).status, 404, url);
    }
    const pressed = await visit(`${service().url}/i/${token}/pay`, {
      ...{ method: 'POST', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } },
    });
    assert.equal(pressed.status, 409, 'no provider is connected');

    await api.post(`/invoices/${invoice.id}/payments`, { amount: 100, date: body.issueDate });
    const partly = await visit(body.publicUrl, scanner);
    assert.match(partly.text, /Already paid/);
    const due = (await api.get(`/invoices/${invoice.id}`)).body.amountDue;
    await api.post(`/invoices/${invoice.id}/payments`, { amount: due, date: body.issueDate });
    const paid = await visit(body.publicUrl, scanner);
    assert.match(paid.text, /Paid in full on/);
    assert.doesNotMatch(paid.text, /How to pay|Scan to pay/);
  });

  it('an XRechnung is sent with its XML, which the page offers too', async () => {
    const api = await liveAccount(service());
    await api.patch('/account', { ...SELLER, eInvoice: 'xrechnung' });
    await api.put('/customers/bremen', { ...BUYER, city: null });
    const items = [{ description: 'Work', quantity: 2, unitPrice: 5000, taxRate: 19 }];
    const { id } = await draftInvoice(api, { customerId: 'bremen', currency: 'EUR', items });
    const incomplete = await send(api, id);
    assert.deepEqual([incomplete.status, incomplete.body.code], [409, 'invoice_incomplete']);
    assert.equal((await api.get(`/invoices/${id}`)).body.status, 'DRAFT');
    await api.put('/customers/bremen', BUYER);
    const count = desk().mails.length;
    const { status, body, text } = await send(api, id);
    assert.equal(status, 200, text);
    const xml = (await api.get(`/invoices/${id}/xml`)).text;
    const [mail] = await mailsSince(desk(), count);
    const attached = mail?.attachments.find(({ mimeType }) => mimeType === 'application/xml');
    assert.equal(Buffer.from(attached?.content as ArrayBuffer).toString(), xml);
    assert.match((await visit(body.publicUrl)).text, /href="\/i\/[\w-]{43}\/xml"/);
    const download = await visit(`${body.publicUrl}/xml`);
    assert.deepEqual([download.status, download.text], [200, xml]);
    assert.match(download.headers.get('content-disposition') ?? '', /^attachment/);
    assert.equal(download.headers.get('cache-control'), 'no-store');
    assert.equal(download.headers.get('x-content-type-options'), 'nosniff');
    await api.patch('/account', { eInvoice: null });
    const plain = await draftInvoice(api, { customerId: 'bremen', currency: 'EUR', items });
    const url = (await send(api, plain.id)).body.publicUrl;
    assert.equal((await visit(`${url}/xml`)).status, 404);
    assert.doesNotMatch((await visit(url)).text, /\/xml"/);
  });

  it('a revoked link opens nothing, and a new send creates another', async () => {
    const api = await liveAccount(service());
    const { id } = await draftInvoice(api);
    const { body } = await send(api, id);
    const { url } = (await api.get(`/invoices/${id}/pdf`)).body;
    assert.equal((await visit(url)).status, 200);
    assert.equal((await api.delete(`/invoices/${id}/links`)).status, 204);
    for (const gone of [body.publicUrl, `${body.publicUrl}/pdf`, url]) {
      assert.equal((await visit(gone)).status, 404, gone);
    }
    assert.equal((await api.get(`/invoices/${id}`)).body.publicUrl, null);
    assert.equal((await visit((await api.get(`/invoices/${id}/pdf`)).body.url)).status, 200);
    assert.deepEqual((await historyOf(api, id)).at(-1), 'links_revoked');
    const next = (await send(api, id)).body.publicUrl;
    assert.notEqual(next, body.publicUrl);
    assert.equal((await visit(next)).status, 200);
    assert.equal((await visit(body.publicUrl)).status, 404);
    assert.equal((await api.delete('/invoices/inv_none/links')).status, 404);
  });

  it('only an overdue invoice is reminded of, and not after it was paid', async () => {
    const api = await liveAccount(service());
    const remind = (id: string, key?: string) =>
      api.post(`/invoices/${id}/remind`, undefined, {
        headers: key === undefined ? {} : { 'Idempotency-Key': key },
      });
    const draft = await draftInvoice(api);
    assert.equal((await remind(draft.id)).body.code, 'invoice_not_issued');
    const { body: sent } = await send(api, draft.id);
    assert.equal((await remind(draft.id)).body.code, 'invoice_not_overdue');
    const unsent = await issuedInvoice(api);
    service().clock.advance(31 * DAY);
    assert.equal((await remind(unsent.id)).body.code, 'invoice_not_sent');
    const count = desk().mails.length;
    const { status, body, text } = await remind(draft.id, 'k');
    assert.equal(status, 200, text);
    assert.deepEqual([body.overdue, body.status], [true, 'ISSUED']);
    assert.equal((await remind(draft.id, 'k')).text, text);
    const [mail, ...more] = await mailsSince(desk(), count);
    assert.ok(mail && more.length === 0);
    assert.match(mail.subject ?? '', new RegExp(`^Reminder: invoice ${draft.number} was due on`));
    assert.equal(linkIn(mail), sent.publicUrl);
    assert.ok(mail.attachments.some(({ mimeType }) => mimeType === 'application/pdf'));
    assert.deepEqual((await historyOf(api, draft.id)).slice(-2), ['overdue', 'reminded']);
    assert.match((await visit(sent.publicUrl)).text, /This invoice was due on/);

    const { reply, mail: slow } = await startSlowReminder(api, draft.id);
    slow.refuse(451, 'later');
    await reply;
    const due = (await api.get(`/invoices/${draft.id}`)).body.amountDue;
    await api.post(`/invoices/${draft.id}/payments`, { amount: due, date: sent.issueDate });
    const before = desk().mails.length;
    service().clock.advance(HOUR);
    await service().runJob('outbox');
    assert.equal(desk().mails.length, before, 'a paid invoice is not reminded of');
    assert.equal((await remind(draft.id)).body.code, 'invoice_not_overdue');
  });

  async function startSlowReminder(api: Client, id: string) {
    const held = desk().holdNext();
    const reply = api.post(`/invoices/${id}/remind`);
    return { reply, mail: await held };
  }

  it('test accounts capture the email', async () => {
    const api = await service().newAccount();
    const { id } = await draftInvoice(api);
    const count = desk().mails.length;
    const { status, body } = await send(api, id);
    assert.deepEqual([status, body.status, body.sentAt !== null], [200, 'ISSUED', true]);
    assert.equal(desk().mails.length, count);
    const [, , sent] = (await api.get(`/invoices/${id}/events`)).body.data;
    assert.equal(sent.data.captured, true);
  });
});
