import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { beginErasure } from '../../src/actions/customers/erasure/begin-erasure.ts';
import { continueErasure } from '../../src/actions/customers/erasure/continue-erasure.ts';
import { camt } from '../fixtures/camt.ts';
import { accept } from '../support/api/customer.ts';
import { createQuote, issuedInvoice, quoteBody, sentQuote } from '../support/api/quotes.ts';
import { readZip } from '../support/api/read-zip.ts';
import { signIn } from '../support/console/sign-in.ts';
import type { Client, Json } from '../support/service/client.ts';
import { describeService, type TestAccount, type TestService } from '../support/service/service.ts';
import { findText } from '../support/store/find-text.ts';
import { openSealedStore } from '../support/store/sealed-store.ts';

/** Part of what is about the person who is erased. */
const MARK = 'Quixotter';

describe('Erasing a customer whom something connects with others', () => {
  describeService((service) => {
    it('leaves the events of customers with a similar identifier, and of those who mention it', async () => {
      const account = await newAccount(service(), ['acme', 'ACME', 'other']);
      await createQuote(account, { customerId: 'acme' });
      const similar = await sentQuote(account, { customerId: 'ACME' });
      const metadata = { customerId: 'acme', customer: 'acme' };
      const mentioning = await sentQuote(account, { customerId: 'other', metadata });
      assert.equal((await account.delete(`/quotes/${mentioning.id}`)).status, 204);
      const before = (await listEvents(account)).filter((event) => !describes(event, 'acme'));
      const files = await listRows(service(), account, 'documents');
      assert.equal(files.length, 2);
      await erase(service(), account, 'acme');
      const after = (await listEvents(account)).filter(({ type }) => type !== 'customer.erased');
      assert.deepEqual(after, before);
      assert.deepEqual(await listRows(service(), account, 'documents'), files);
      assert.equal((await account.get(`/quotes/${similar.id}`)).status, 200);
    });

    it('leaves the emails and files of those who have the same address', async () => {
      const account = await newAccount(service(), []);
      for (const id of ['quix', 'spouse']) {
        await account.put(`/customers/${id}`, { name: id, email: 'home@shared.example' });
      }
      await sentQuote(account, { customerId: 'quix', title: MARK });
      const kept = await sentQuote(account, { customerId: 'spouse', title: 'Kept' });
      const deleted = await sentQuote(account, { customerId: 'spouse', title: 'Deleted' });
      assert.equal((await account.delete(`/quotes/${deleted.id}`)).status, 204);
      await erase(service(), account, 'quix');
      const subjects = (await listRows(service(), account, 'captured_mails')).map(({ doc }) => doc);
      assert.equal(subjects.length, 2);
      assert.doesNotMatch(subjects.join(), new RegExp(MARK));
      const files = await listRows(service(), account, 'documents');
      assert.deepEqual(files.map((row) => row.quote_id).sort(), [kept.id, deleted.id].sort());
      assert.equal((await listRows(service(), account, 'sending_recipients')).length, 2);
    });

    it('leaves emails about nothing to an address that another customer has, also one without documents', async () => {
      const account = await newAccount(service(), []);
      const address = 'home@shared.example';
      await account.put('/customers/quix', { name: 'Quix', email: address });
      await account.put('/customers/spouse', { name: 'Spouse', email: 'Home@Shared.example' });
      assert.equal((await account.post('/mail/test', { email: address })).status, 200);
      const mailsLeft = async () => (await listRows(service(), account, 'captured_mails')).length;
      await erase(service(), account, 'quix');
      assert.equal(await mailsLeft(), 1, 'it may be for the other');
      await erase(service(), account, 'spouse');
      assert.equal(await mailsLeft(), 0, 'nobody else has the address');
    });

    it('erases emails to an address that only the customer has', async () => {
      const account = await newAccount(service(), ['al', 'other']);
      await account.patch('/customers/al', { email: 'al@home.example' });
      await account.patch('/customers/other', { email: 'sal@home.example' });
      await sentQuote(account, { customerId: 'al' });
      await sentQuote(account, { customerId: 'other' });
      await erase(service(), account, 'al');
      const mails = await listRows(service(), account, 'captured_mails');
      assert.equal(mails.length, 1);
      assert.match(mails[0]?.doc, /"sal@home.example"/);
    });

    it('leaves the stored responses of others', async () => {
      const account = await newAccount(service(), ['EUR', 'other']);
      const post = (key: string, body: Json) =>
        account.post('/quotes', body, { headers: { 'Idempotency-Key': key } });
      const others = quoteBody({ customerId: 'other', currency: 'EUR', metadata: { customerId: 'EUR' } });
      const own = quoteBody({ customerId: 'EUR' });
      assert.equal((await post('others', others)).status, 201);
      assert.equal((await post('own', own)).status, 201);
      const { id } = await sentQuote(account, { customerId: 'EUR' });
      const key = { headers: { 'Idempotency-Key': 'message' } };
      await account.post(`/quotes/${id}/messages`, { text: `Dear ${MARK}` }, key);
      await erase(service(), account, 'EUR');
      assert.deepEqual(await findText(service().db, MARK, account.accountId), []);
      assert.equal((await post('others', others)).status, 201);
      assert.equal((await post('own', own)).body.code, 'customer_erased');
    });

    it('sends what is queued for whom the quote is for now', async () => {
      const account = await newAccount(service(), ['quix', 'other']);
      const { id } = await sentQuote(account, { customerId: 'quix' });
      assert.equal((await account.post(`/quotes/${id}/messages`, { text: `Dear ${MARK}` })).status, 201);
      service().clock.advance(1000);
      assert.equal((await account.patch(`/quotes/${id}`, { customerId: 'other' })).status, 200);
      await account.post(`/quotes/${id}/send`);
      assert.equal((await account.post(`/quotes/${id}/messages`, { text: 'Dear other' })).status, 201);
      await erase(service(), account, 'quix');
      service().clock.advance(3_600_000);
      await service().runJob('outbox');
      const mails = (await listRows(service(), account, 'captured_mails')).map((mail) => mail.content);
      assert.equal(mails.filter((content) => content.includes('Dear other')).length, 1);
      assert.deepEqual(await findText(service().db, MARK, account.accountId), []);
      assert.deepEqual(await findText(service().db, 'quix@mail.example', account.accountId), []);
    });

    it('removes from bank statements only the lines about the customer', async () => {
      const account = await newAccount(service(), ['al', 'other']);
      await account.patch('/customers/al', { name: 'Al' });
      const [own, others] = [
        await issuedInvoice(account, { customerId: 'al' }),
        await issuedInvoice(account, { customerId: 'other' }),
      ];
      const entry = (invoice: Json, text: string) => ({
        ...{ amount: '99.00', currency: invoice.currency, bankReference: text },
        transactions: [{ text: `${text} ${invoice.number}` }],
      });
      const raw = camt([entry(own, 'First'), entry(others, 'Alimony'), entry(others, 'From AL')]);
      const headers = { 'Content-Type': 'application/xml' };
      const { body } = await account.post('/payments/imports', undefined, { raw, headers });
      assert.equal(body.lines.length, 3);
      await erase(service(), account, 'al');
      const left = (await account.get(`/payments/imports/${body.id}`)).body;
      assert.deepEqual(
        left.lines.map(({ text }: Json) => text),
        [`Alimony ${others.number}`],
      );
    });

    it('erases what a draft that was given to another says about the customer', async () => {
      const account = await newAccount(service(), ['quix', 'other']);
      await account.patch('/customers/quix', { name: MARK });
      await account.post('/webhook-endpoints', { url: 'https://hooks.example.test/quix' });
      const { id } = await createQuote(account, { customerId: 'quix' });
      await account.patch(`/quotes/${id}`, { customerId: 'other' });
      await service().runJob('fan-out');
      await erase(service(), account, 'quix');
      assert.deepEqual(await findText(service().db, MARK, account.accountId), []);
      assert.equal((await account.get(`/quotes/${id}`)).body.customerId, 'other');
    });

    it('erases what a quote says that is given to another during the erasure', async () => {
      const { db, clock } = service();
      const store = await openSealedStore(service());
      const account = await newAccount(service(), ['quix', 'other']);
      await account.patch('/customers/quix', { name: MARK });
      const { id } = await createQuote(account, { customerId: 'quix' });
      const actor = { type: 'system' } as const;
      await beginErasure(store, account.accountId, 'quix', { actor, now: clock() });
      assert.equal((await account.patch(`/quotes/${id}`, { customerId: 'other' })).status, 200);
      await continueErasure(store, account.accountId, 'quix');
      assert.deepEqual(await findText(db, MARK, account.accountId), []);
      assert.equal((await account.get(`/quotes/${id}`)).body.customerId, 'other');
    });

    it('leaves a deleted quote to whom it was given before', async () => {
      const account = await newAccount(service(), ['quix', 'other']);
      await account.patch('/customers/quix', { name: MARK });
      const { id } = await sentQuote(account, { customerId: 'quix' });
      await account.patch(`/quotes/${id}`, { customerId: 'other' });
      const { body } = await account.post(`/quotes/${id}/send`);
      await accept(body.publicUrl, 'Somebody else');
      await account.delete(`/quotes/${id}`);
      const before = await listEvents(account);
      await erase(service(), account, 'quix');
      const after = await listEvents(account);
      const kept = ({ data }: Json) => data.quote?.customerId === 'other' && !data.previous;
      assert.deepEqual(after.filter(kept), before.filter(kept));
      assert.equal((await listRows(service(), account, 'decisions')).length, 1);
    });

    it('exports what was accepted of quotes that were deleted or given to another, and nothing of others', async () => {
      const account = await newAccount(service(), ['quix', 'other']);
      await account.patch('/customers/other', { email: 'quix@mail.example' });
      const accepted = await sentQuote(account, { customerId: 'quix' });
      await accept(accepted.publicUrl, MARK);
      await account.delete(`/quotes/${accepted.id}`);
      const given = await sentQuote(account, { customerId: 'quix' });
      await account.patch(`/quotes/${given.id}`, { customerId: 'other', title: 'Of another' });
      await account.post(`/quotes/${given.id}/send`);
      const owner = await signIn(service(), { accountId: account.accountId });
      const headers = { Cookie: owner.cookie, 'Proffer-Account': account.accountId };
      const response = await fetch(`${service().url}/api/v1/customers/quix/export`, { headers });
      const files = new Map(
        readZip(Buffer.from(await response.bytes())).map(({ name, content }) => [name, String(content)]),
      );
      const read = (id: string) => JSON.parse(files.get(`former-quotes/${id}/quote.json`) ?? '{}');
      assert.equal(read(accepted.id).decisions?.[0].name, MARK);
      assert.equal(read(given.id).revisions?.length, 1);
      const pdfs = [...files.keys()].filter((name) => name.endsWith('.pdf'));
      assert.equal(pdfs.filter((name) => name.includes(given.id)).length, 1);
      assert.ok(pdfs.some((name) => name.includes(accepted.id)));
      assert.doesNotMatch([...files.values()].join(), /Of another/);
    });

    it('keeps nothing in the history of a document that people wrote or that names them', async () => {
      const account = await newAccount(service(), ['quix']);
      const { id, publicUrl } = await sentQuote(account, { customerId: 'quix' });
      await accept(publicUrl);
      // Every field that some event has: who an email went to, what the mail server replied, what was asked and noted.
      const names = ['to', 'cc', 'from', 'name', 'text', 'reason', 'response', 'note', 'messageId'];
      const data = { ...Object.fromEntries(names.map((name) => [name, `${name} of ${MARK}`])), revision: 1 };
      const [first] = (await listRows(service(), account, 'events')).filter((row) => row.document_id === id);
      const event = { ...JSON.parse(first?.doc), data };
      await service().db.write((tx) =>
        tx.run(
          'UPDATE events SET doc = ? WHERE account_id = ? AND document_id = ? AND id = ?',
          ...[JSON.stringify(event), account.accountId, id, first?.id],
        ),
      );
      await erase(service(), account, 'quix');
      const { body } = await account.get(`/quotes/${id}/events`);
      assert.deepEqual(body.data.find((kept: Json) => kept.id === first?.id).data, { revision: 1 });
      assert.deepEqual(await findText(service().db, `of ${MARK}`, account.accountId), []);
    });

    it('deletes the attachments of revisions that were not accepted', async () => {
      const account = await newAccount(service(), ['quix']);
      const { id } = await createQuote(account, { customerId: 'quix' });
      await attach(account, id, 'first');
      await account.post(`/quotes/${id}/send`);
      await account.delete(`/quotes/${id}/attachments/first.txt`);
      await attach(account, id, 'second');
      const { body } = await account.post(`/quotes/${id}/send`);
      await accept(body.publicUrl, 'Somebody');
      await erase(service(), account, 'quix');
      const pieces = await listRows(service(), account, 'attachment_pieces');
      assert.deepEqual(
        pieces.map(({ bytes }) => Buffer.from(bytes).toString()),
        ['second'],
      );
    });
  });
});

async function newAccount(service: TestService, customers: readonly string[]): Promise<TestAccount> {
  const account = await service.newAccount();
  for (const id of customers) {
    const email = `${id.toLowerCase()}@mail.example`;
    assert.equal((await account.put(`/customers/${id}`, { name: `Name of ${id}`, email })).status, 201);
  }
  return account;
}

async function erase(service: TestService, { accountId }: TestAccount, customerId: string): Promise<void> {
  const owner = await signIn(service, { accountId });
  const { status, text } = await owner.post(`/customers/${customerId}/erase`);
  assert.equal(status, 200, text);
}

async function listEvents(account: Client): Promise<Json[]> {
  return (await account.get('/events?limit=100')).body.data;
}

function describes({ data }: Json, customerId: string): boolean {
  return [data.customer?.id, data.quote?.customerId].includes(customerId);
}

function listRows(service: TestService, { accountId }: TestAccount, table: string): Promise<Json[]> {
  return service.db.read.all(`SELECT * FROM ${table} WHERE account_id = ?`, accountId);
}

async function attach(account: Client, id: string, content: string): Promise<void> {
  const raw = new Uint8Array(Buffer.from(content));
  const headers = { 'Content-Type': 'application/octet-stream' };
  const { status } = await account.put(`/quotes/${id}/attachments/${content}.txt`, undefined, {
    raw,
    headers,
  });
  assert.equal(status, 201);
}
