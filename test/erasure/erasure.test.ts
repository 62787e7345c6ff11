import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { applyErasures } from '../../src/actions/customers/erasure/erasure-list.ts';
import { formatErasures } from '../../src/actions/customers/erasure/store-erasure-file.ts';
import { verifyDocument } from '../../src/actions/sending/documents/verify-document.ts';
import { accept, decline, submit, visit } from '../support/api/customer.ts';
import { createQuote } from '../support/api/quotes.ts';
import { readZip } from '../support/api/read-zip.ts';
import { signIn } from '../support/console/sign-in.ts';
import type { Client, Json } from '../support/service/client.ts';
import { describeService, type TestAccount, type TestService } from '../support/service/service.ts';
import { findText, listRowsByTable } from '../support/store/find-text.ts';
import { withoutPageGaps } from '../support/store/page-gaps.ts';
import { openSealedStore } from '../support/store/sealed-store.ts';

/** Part of everything that is about the person. */
const MARK = 'Quixotter';
const PERSON = {
  name: `Zephyrina ${MARK}`,
  email: 'zephyrina@quixotter.example',
  phone: '+99 555 Quixotter',
  address: `77 ${MARK} Crescent`,
  metadata: { crm: MARK },
};
const YEAR_MS = 366 * 86_400_000;

describe('Erasing a customer', () => {
  describeService(
    (service) => {
      it('leaves nothing of a customer without accepted quotes, and touches nobody else', async () => {
        const account = await service().newAccount();
        const other = await service().newAccount();
        await createPerson(other);
        await useQuotes(service(), other);
        const ids = await createTraces(service(), account);
        // A job writes down when keys were used last.
        await service().runJob('key use');
        const before = await listRowsByTable(service().db, other.accountId);
        const kept = (await account.get(`/quotes/${ids.kept}`)).body;

        const owner = await signIn(service(), { accountId: account.accountId });
        const reply = await owner.post('/customers/quix/erase');
        assert.equal(reply.status, 200, reply.text);
        assert.deepEqual(reply.body.retained, []);

        assert.deepEqual(await findText(service().db, MARK, account.accountId), []);
        assert.equal((await account.get('/customers/quix')).status, 404);
        assert.equal((await account.get(`/quotes/${ids.draft}`)).status, 404);
        assert.deepEqual((await account.get(`/quotes/${ids.kept}`)).body, { ...kept, publicUrl: null });
        assert.deepEqual(await listRowsByTable(service().db, other.accountId), before);
        for (const pdf of ids.pdfs) {
          assert.equal((await verifyDocument(service().db.read, pdf)).verdict, 'erased');
        }
      });

      it('keeps the feed readable, with the erasure in place of what was about the customer', async () => {
        const account = await service().newAccount();
        await createTraces(service(), account);
        const last = (await account.get('/events?limit=100')).body;
        const owner = await signIn(service(), { accountId: account.accountId });
        assert.equal((await owner.post('/customers/quix/erase')).status, 200);
        const { data } = (await account.get('/events?limit=100')).body;
        assert.deepEqual(
          data.slice(0, last.data.length).map(({ id }: Json) => id),
          last.data.map(({ id }: Json) => id),
        );
        const news = (await account.get(`/events?after=${last.data.at(-1).id}`)).body.data;
        assert.deepEqual(
          news.map(({ type, data, actor }: Json) => [type, data, actor.type]),
          [['customer.erased', { customerId: 'quix' }, 'user']],
        );
      });

      it('answers a repeated request about the customer with an error, and does nothing again', async () => {
        const account = await service().newAccount();
        await createPerson(account);
        const headers = { 'Idempotency-Key': 'again' };
        const body = {
          customerId: 'quix',
          title: MARK,
          items: [{ description: 'Work', quantity: 1, unitPrice: 1 }],
        };
        assert.equal((await account.post('/quotes', body, { headers })).status, 201);
        const owner = await signIn(service(), { accountId: account.accountId });
        await owner.post('/customers/quix/erase');
        const repeat = await account.post('/quotes', body, { headers });
        assert.deepEqual([repeat.status, repeat.body.code], [409, 'customer_erased']);
      });

      it('keeps invoices and accepted quotes with their evidence, until the law lets them go', async () => {
        const account = await service().newAccount();
        await account.patch('/account', { country: 'DE' });
        await createPerson(account);
        const { quote, invoice, earlier } = await useQuotes(service(), account);
        const pdf = await readPdf(service(), account, `/invoices/${invoice.id}/pdf`);
        const accepted = await readPdf(service(), account, `/quotes/${quote.id}/pdf`);
        const owner = await signIn(service(), { accountId: account.accountId });
        const reply = await owner.post('/customers/quix/erase');
        assert.equal(reply.status, 200, reply.text);
        const year = new Date(service().clock()).getUTCFullYear();
        const retainUntil = `${year + 8}-12-31`;
        assert.deepEqual(reply.body.retained, [
          { type: 'quote', id: quote.id, number: quote.number, retainUntil },
          { type: 'invoice', id: invoice.id, number: invoice.number, retainUntil },
        ]);
        assert.deepEqual(await readPdf(service(), account, `/invoices/${invoice.id}/pdf`), pdf);
        assert.deepEqual(await readPdf(service(), account, `/quotes/${quote.id}/pdf`), accepted);
        const { read } = service().db;
        assert.equal((await verifyDocument(read, pdf)).verdict, 'issued');
        assert.equal((await verifyDocument(read, earlier)).verdict, 'erased');
        const { acceptance } = await verifyDocument(read, accepted);
        assert.equal(acceptance?.name, PERSON.name);
        assert.equal((await account.get(`/invoices/${invoice.id}`)).body.customer.name, PERSON.name);

        const stub = (await account.get('/customers/quix')).body;
        assert.deepEqual([stub.name, stub.email, stub.address, stub.metadata], ['—', null, null, {}]);
        assert.ok(stub.erasedAt);
        const places = await findText(service().db, MARK, account.accountId);
        assert.deepEqual(
          [...new Set(places)].filter((place) => !RETAINED_PLACES.has(place)),
          [],
        );
        await expectNothingNew(account, quote, invoice);

        service().clock.advance(9 * YEAR_MS);
        await service().runJob('erasures');
        assert.deepEqual(await findText(service().db, MARK, account.accountId), []);
        assert.equal((await account.get(`/invoices/${invoice.id}`)).status, 404);
        assert.equal((await account.get('/customers/quix')).status, 404);
        assert.equal((await verifyDocument(read, pdf)).verdict, 'erased');
      });

      it('is for owners who signed in recently, not for others or keys', async () => {
        const account = await service().newAccount();
        await createPerson(account);
        const { accountId } = account;
        for (const person of [
          account,
          await signIn(service(), { accountId, role: 'member' }),
          await signIn(service(), { accountId, role: 'reader' }),
        ]) {
          assert.equal((await person.post('/customers/quix/erase')).status, 403);
          assert.equal((await person.get('/customers/quix/export')).status, 403);
        }
        const owner = await signIn(service(), { accountId });
        assert.equal((await owner.post('/customers/nobody/erase')).status, 404);
        service().clock.advance(16 * 60_000);
        for (const reply of [
          await owner.post('/customers/quix/erase'),
          await owner.get('/customers/quix/export'),
        ]) {
          assert.deepEqual([reply.status, reply.body.code], [403, 'sign_in_again']);
        }
      });

      it('waits for an email that is being sent', async () => {
        const account = await service().newAccount();
        await createPerson(account);
        const { id } = await createQuote(account, { customerId: 'quix' });
        await account.post(`/quotes/${id}/send`);
        const owner = await signIn(service(), { accountId: account.accountId });
        const setState = (state: string, until: number | null) =>
          service().db.write((tx) =>
            tx.run(
              'UPDATE sendings SET state = ?, running_until = ? WHERE account_id = ? AND document_id = ?',
              ...[state, until, account.accountId, id],
            ),
          );
        await setState('pending', service().clock() + 60_000);
        const refused = await owner.post('/customers/quix/erase');
        assert.deepEqual([refused.status, refused.body.code], [409, 'send_in_progress']);
        assert.equal((await account.get('/customers/quix')).body.name, PERSON.name);
        await setState('taken', null);
        assert.equal((await owner.post('/customers/quix/erase')).status, 200);
      });

      it('leaves nothing of concurrent changes', async () => {
        const account = await service().newAccount();
        await createPerson(account);
        const { id } = await createQuote(account, { customerId: 'quix', title: MARK });
        const owner = await signIn(service(), { accountId: account.accountId });
        const body = {
          customerId: 'quix',
          title: MARK,
          items: [{ description: MARK, quantity: 1, unitPrice: 1 }],
        };
        const changes = [1, 2, 3, 4].flatMap((n) => [
          () => account.post('/quotes', body),
          () => account.post(`/quotes/${id}/send`),
          () => account.patch(`/quotes/${id}`, { title: `${MARK} ${n}` }),
          () => account.patch('/customers/quix', { phone: `${MARK} ${n}` }),
        ]);
        const erase = async () => {
          for (;;) {
            const { status, text } = await owner.post('/customers/quix/erase');
            if (status === 200) return;
            assert.equal(status, 409, text);
          }
        };
        const [first, ...others] = changes.map((change) => change());
        const erased = erase();
        await Promise.all([first, ...others, erased]);
        await owner.post('/customers/quix/erase');
        assert.deepEqual(await findText(service().db, MARK, account.accountId), []);
      });

      it('is applied again after the restore of an older database, but not to somebody else', async () => {
        const account = await service().newAccount();
        const store = await openSealedStore(service());
        const { db } = store;
        await createPerson(account);
        const owner = await signIn(service(), { accountId: account.accountId });
        assert.equal((await owner.post('/customers/quix/erase')).status, 200);
        const list = await formatErasures({ db });
        assert.doesNotMatch(list, /quix/i);

        await db.write((tx) => tx.run('DELETE FROM erasures WHERE account_id = ?', account.accountId));
        service().clock.advance(1000);
        await createPerson(account);
        await applyErasures(store, list);
        assert.equal((await account.get('/customers/quix')).status, 200);

        await db.write(async (tx) => {
          await tx.run('DELETE FROM erasures WHERE account_id = ?', account.accountId);
          await tx.run(
            `UPDATE customers SET doc = replace(doc, '"createdAt":"20', '"createdAt":"19') WHERE account_id = ? AND id = 'quix'`,
            account.accountId,
          );
        });
        assert.equal(await applyErasures(store, list), 1);
        assert.equal((await account.get('/customers/quix')).status, 404);
        assert.equal(await applyErasures(store, list), 0);
      });

      it('exports all about a customer as a ZIP', async () => {
        const account = await service().newAccount();
        await createPerson(account);
        const { quote, invoice } = await useQuotes(service(), account);
        const owner = await signIn(service(), { accountId: account.accountId });
        const headers = { Cookie: owner.cookie, 'Proffer-Account': account.accountId };
        const zip = await download(service(), '/customers/quix/export', headers);
        const files = new Map(readZip(Buffer.from(zip)).map(({ name, content }) => [name, content]));
        assert.equal(JSON.parse(String(files.get('customer.json'))).email, PERSON.email);
        const folder = `quotes/${quote.number}`;
        const stored = JSON.parse(String(files.get(`${folder}/quote.json`)));
        assert.deepEqual([stored.quote.id, stored.messages[0].text], [quote.id, `A question of ${MARK}`]);
        assert.equal(stored.decisions[0].name, PERSON.name);
        assert.equal(
          JSON.parse(String(files.get(`${folder}/${invoice.number}.json`))).invoice.id,
          invoice.id,
        );
        assert.equal(String(files.get(`${folder}/attachments/${MARK}.txt`)), MARK);
        assert.ok([...files.keys()].some((name) => name.endsWith('.pdf')));
        assert.ok([...files.keys()].some((name) => name.endsWith('.eml')));
      });

      it('leaves no byte in the file of an embedded database and in its log', async () => {
        const { engine, config } = service();
        if (engine !== 'sqlite') return;
        const account = await service().newAccount();
        await createTraces(service(), account);
        // What other tests have kept is in the file too.
        const owners = await service().db.read.all<{ account_id: string }>(
          `SELECT DISTINCT account_id FROM customers WHERE id = 'quix'`,
        );
        for (const { account_id: accountId } of owners) {
          const owner = await signIn(service(), { accountId });
          assert.equal((await owner.post('/customers/quix/erase')).status, 200);
        }
        service().clock.advance(20 * YEAR_MS);
        await service().runJob('erasures');
        const database = withoutPageGaps(await readFile(join(config.dataDir, 'proffer.db')));
        const log = await readFile(join(config.dataDir, 'proffer.db-wal'));
        for (const [name, bytes] of Object.entries({ database, log })) {
          assert.equal(bytes.toString('latin1').search(new RegExp(MARK, 'i')), -1, name);
        }
        assert.doesNotMatch(await readFile(join(config.dataDir, 'erasures.jsonl'), 'utf8'), /quix/i);
      });
    },
    { documents: 'typeset' },
  );
});

/** Columns that hold what was accepted, invoiced or paid. */
const RETAINED_PLACES = new Set([
  ...['decisions.doc', 'decisions.record', 'decisions.source', 'parties.customer', 'invoices.doc'],
  ...['quotes.doc', 'quotes.search', 'quote_facts.search', 'quote_search.text', 'revisions.doc'],
  ...['documents.file_name', 'documents.pdf', 'attachment_pieces.bytes'],
]);

async function createPerson(account: TestAccount): Promise<void> {
  const { status, text } = await account.put('/customers/quix', { ...PERSON, name: `Old ${MARK}` });
  assert.equal(status, 201, text);
  assert.equal((await account.patch('/customers/quix', { name: PERSON.name })).status, 200);
}

/** A quote that was revised, asked about, accepted and invoiced. */
async function useQuotes(
  service: TestService,
  account: TestAccount,
): Promise<{ quote: Json; invoice: Json; earlier: Uint8Array }> {
  const { id } = await createQuote(account, {
    customerId: 'quix',
    // The same content would be the same file in every account.
    title: `House of ${MARK}, ${account.accountId}`,
  });
  await attach(account, id);
  await account.post(`/quotes/${id}/send`);
  const earlier = await readPdf(service, account, `/quotes/${id}/pdf`);
  await account.patch(`/quotes/${id}`, { title: `Castle of ${MARK}, ${account.accountId}` });
  const sent = (await account.post(`/quotes/${id}/send`)).body;
  await ask(sent.publicUrl);
  await accept(sent.publicUrl, PERSON.name);
  const converted = await account.post(`/quotes/${id}/convert-to-invoice`);
  assert.equal(converted.status, 201, converted.text);
  const issued = await account.post(`/invoices/${converted.body.id}/send`);
  assert.equal(issued.status, 200, issued.text);
  const paid = { amount: 100 };
  assert.equal((await account.post(`/invoices/${issued.body.id}/payments`, paid)).status, 201);
  return { quote: (await account.get(`/quotes/${id}`)).body, invoice: issued.body, earlier };
}

interface Traces {
  draft: string;
  /** A quote that is for another customer now. */
  kept: string;
  pdfs: Uint8Array[];
}

/** Lets a customer leave traces by every feature, but accept nothing. */
async function createTraces(service: TestService, account: TestAccount): Promise<Traces> {
  await createPerson(account);
  await account.post('/webhook-endpoints', { url: 'https://hooks.example.test/quix' });
  const draft = (await createQuote(account, { customerId: 'quix', title: MARK })).id;
  const more = { reference: MARK, metadata: { about: MARK }, notes: MARK, title: `House of ${MARK}` };
  const { id } = await createQuote(account, { customerId: 'quix', ...more });
  await attach(account, id);
  const cc = [`copy@${MARK}.example`.toLowerCase()];
  const sent = (await account.post(`/quotes/${id}/send`, { cc, message: `Dear ${MARK}` })).body;
  const pdfs = [await readPdf(service, account, `/quotes/${id}/pdf`)];
  await visit(sent.publicUrl);
  await ask(sent.publicUrl);
  await account.post(`/quotes/${id}/messages`, { text: `An answer for ${MARK}` });
  await account.patch(`/quotes/${id}`, { description: `For ${MARK}` });
  const again = (await account.post(`/quotes/${id}/send`, { email: `second@${MARK}.example` })).body;
  await decline(again.publicUrl, `${MARK} is too dear`);
  const deleted = (await createQuote(account, { customerId: 'quix', title: `Gone ${MARK}` })).id;
  await account.post(`/quotes/${deleted}/send`);
  pdfs.push(await readPdf(service, account, `/quotes/${deleted}/pdf`));
  assert.equal((await account.delete(`/quotes/${deleted}`)).status, 204);
  const kept = (await createQuote(account, { customerId: 'quix', title: 'For somebody else' })).id;
  await account.post(`/quotes/${kept}/send`);
  await account.patch(`/quotes/${kept}`, { customerId: account.customerId });
  await service.runJob('outbox');
  await service.runJob('fan-out');
  await service.runJob('webhooks');
  return { draft, kept, pdfs };
}

async function attach(account: Client, id: string): Promise<void> {
  const raw = new Uint8Array(Buffer.from(MARK));
  const headers = { 'Content-Type': 'application/octet-stream' };
  const { status, text } = await account.put(`/quotes/${id}/attachments/${MARK}.txt`, undefined, {
    raw,
    headers,
  });
  assert.equal(status, 201, text);
}

async function ask(publicUrl: string): Promise<void> {
  const { status } = await submit(publicUrl, 'question', { question: `A question of ${MARK}` });
  assert.equal(status, 303);
}

async function readPdf(service: TestService, account: TestAccount, path: string): Promise<Uint8Array> {
  return download(service, path, { Authorization: `Bearer ${account.key}`, Accept: 'application/pdf' });
}

async function download(
  service: TestService,
  path: string,
  headers: Record<string, string>,
): Promise<Uint8Array> {
  const response = await fetch(`${service.url}/api/v1${path}`, { headers });
  assert.equal(response.status, 200);
  return response.bytes();
}

async function expectNothingNew(account: TestAccount, quote: Json, invoice: Json): Promise<void> {
  const item = { description: 'Work', quantity: 1, unitPrice: 1 };
  const created = await account.post('/quotes', { customerId: 'quix', title: 'New', items: [item] });
  assert.deepEqual([created.status, created.body.code], [400, 'customer_unknown']);
  for (const reply of [
    await account.put('/customers/quix', PERSON),
    await account.patch('/customers/quix', { phone: '1' }),
    await account.post(`/invoices/${invoice.id}/send`, { email: 'somebody@example.test' }),
  ]) {
    assert.deepEqual([reply.status, reply.body.code], [409, 'customer_erased']);
  }
  assert.equal((await account.get(`/quotes/${quote.id}/messages`)).body.data.length, 0);
}
