import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { resealAll } from '../../src/actions/account/sealing/reseal.ts';
import { checkFacts } from '../chaos/check-rows.ts';
import { submit, visit } from '../support/api/customer.ts';
import { testAll } from '../support/run/all.ts';
import { type Client, createClient, type Json } from '../support/service/client.ts';
import { readServiceSealing } from '../support/service/sealing.ts';
import { everyEngine, startTestService, type TestService } from '../support/service/service.ts';
import {
  masked,
  readStored,
  restored,
  SCANNER,
  STORED_VERSIONS,
  type StoredDatabase,
} from '../support/store/stored-database.ts';
import { expectedReply, omitNewNulls, toSeenReply } from '../support/upgrade/added-since.ts';

for (const version of STORED_VERSIONS) {
  for (const engine of everyEngine()) {
    describe(`A database of ${version} on ${engine}`, () => {
      (engine === 'sqlite' ? it : testAll)(
        'has everything that its users saw and remains usable',
        async () => {
          const { seen: stored, data } = await readStored(version, engine);
          const { secret: PROFFER_SECRET, now } = stored;
          const prepare = restored(engine, data);
          const service = await startTestService({ engine, now, env: { PROFFER_SECRET }, prepare });
          try {
            const api = service.client(stored.key);
            await checkReplies(version, stored, service);
            await checkRowsAndSecrets(service);
            await checkSearch(api);
            await checkFilters(api);
            await checkDocuments(stored, api);
            await checkParties(stored, service, api);
            await checkRepeats(stored, service);
            await checkNumbers(stored, api);
            await checkDraftInvoice(api);
            await checkTemplates(api);
          } finally {
            await service.close();
          }
        },
      );
    });
  }
}

async function checkReplies(version: string, stored: StoredDatabase, service: TestService): Promise<void> {
  const api = createClient({ url: service.url, contract: service.contract });
  for (const { headers, replies } of stored.callers) {
    for (const [path, before] of Object.entries(replies)) {
      const reply = await api.get(path, { headers });
      const text = masked(reply.text, service.url);
      const seen = toSeenReply({ status: reply.status, etag: reply.headers.get('etag'), text });
      const expected = expectedReply(version, path, before);
      assert.deepEqual(omitNewNulls(seen, expected), expected, path);
    }
  }
}

async function checkRowsAndSecrets(service: TestService): Promise<void> {
  const { db } = service;
  const accounts = await db.read.all<{ id: string; name: string; doc: string }>(
    'SELECT id, name, doc FROM accounts',
  );
  for (const { id, name, doc } of accounts) {
    assert.equal(name, JSON.parse(doc).name);
    assert.deepEqual(await checkFacts(db, id), []);
  }
  const { unreadable } = await resealAll({ db, sealing: await readServiceSealing(service) });
  assert.deepEqual(unreadable, []);
}

/** Rows of before have what later lists are filtered by. */
async function checkFilters(api: Client): Promise<void> {
  const list = async (path: string): Promise<Json[]> => (await api.get(path)).body.data;
  const ids = (rows: Json[]) => rows.map(({ id }) => id);
  const [events, payments] = [await readFeed(api), await list('/payments?limit=100')];
  const invoices = await list('/invoices?limit=100');
  // The events about an erased customer name no invoice.
  const invoice = invoices.find(({ id }) => events.some(({ data }) => data.invoice?.id === id)) as Json;
  const { customerId, currency } = invoice;
  const isAbout = ({ data: { quote, invoice: of, customer, ...other } }: Json) =>
    (quote?.customerId ?? of?.customerId ?? customer?.id ?? other.customerId) === customerId;
  assert.deepEqual(
    ids(await list(`/events?limit=100&customerId=${customerId}`)),
    ids(events.filter(isAbout)),
  );
  const ofInvoice = events.filter(({ data }) => data.invoice?.id === invoice.id);
  assert.deepEqual(ids(await list(`/events?limit=100&invoiceId=${invoice.id}`)), ids(ofInvoice));
  const isOwn = (row: Json) =>
    invoices.some(({ id, customerId: of }) => id === row.invoiceId && of === customerId);
  assert.deepEqual(
    ids(await list(`/payments?limit=100&customerId=${customerId}`)),
    ids(payments.filter(isOwn)),
  );
  const inCurrency = invoices.filter((each) => each.currency === currency);
  assert.deepEqual(ids(await list(`/invoices?limit=100&currency=${currency}`)), ids(inCurrency));
  const changed = invoices.filter(({ updatedAt }) => updatedAt >= invoice.updatedAt);
  assert.deepEqual(ids(await list(`/invoices?limit=100&updatedFrom=${invoice.updatedAt}`)), ids(changed));
  const [customer] = await list(`/customers?search=${customerId}`);
  const recent = await list(`/customers?limit=100&updatedFrom=${customer?.updatedAt}&sort=updatedAt`);
  assert.ok(ids(recent).includes(customerId));
}

async function readFeed(api: Client): Promise<Json[]> {
  const events: Json[] = [];
  for (let after = ''; ; ) {
    const { data, next, hasMore } = (await api.get(`/events?limit=100${after && `&after=${after}`}`)).body;
    events.push(...data);
    if (!hasMore) return events;
    after = next;
  }
}

async function checkSearch(api: Client): Promise<void> {
  const list = async (path: string): Promise<Json> => (await api.get(path)).body;
  const [quote] = (await list('/quotes?fields=summary&sort=-lastEventAt')).data;
  for (const q of [quote.number, quote.title, quote.customerName.toUpperCase()]) {
    const { data } = await list(`/quotes?q=${encodeURIComponent(q)}&fields=summary&limit=100`);
    assert.ok(hasId(data, quote.id), q);
  }
  const [invoice] = (await list('/invoices')).data;
  const ofCustomer = await list(`/invoices?customerId=${invoice.customerId}&limit=100`);
  assert.ok(hasId(ofCustomer.data, invoice.id));
  assert.equal(ofCustomer.pagination.total, ofCustomer.data.length);
  for (const search of [invoice.number.slice(2), invoice.customerId]) {
    assert.deepEqual((await list(`/invoices?search=${search}`)).data[0], invoice);
  }
  const { data, pagination } = await list(`/customers?search=${invoice.customerId}`);
  assert.ok(hasId(data, invoice.customerId));
  assert.equal(pagination.total, data.length);
  assert.notEqual((await list('/customers')).pagination.total, 0);
}

function hasId(data: Json[], id: string): boolean {
  return data.some((each) => each.id === id);
}

async function checkDocuments({ callers }: StoredDatabase, api: Client): Promise<void> {
  let checked = 0;
  const paths = Object.keys(callers[0]?.replies ?? {}).filter((path) => path.endsWith('/revisions'));
  for (const path of paths) {
    for (const { documentUrl, documentSha256 } of (await api.get(path)).body.data ?? []) {
      const response = await fetch(documentUrl);
      if (response.status === 404) continue;
      assert.equal(hash(await response.bytes()), documentSha256, path);
      checked++;
    }
  }
  assert.ok(checked >= 4, `${checked} documents`);
}

/** Whichever row is edited first after the upgrade, a sent quote keeps its seller, its customer and the PDF that was sent. */
async function checkParties(stored: StoredDatabase, service: TestService, api: Client): Promise<void> {
  const { url } = service;
  await api.patch('/account', { name: 'Renamed', email: 'owner@seller.example' });
  await api.patch('/account', { name: 'Renamed twice', accentColor: '#aa0033' });
  for (const id of ['cus_b', 'cus_test']) await api.put(`/customers/${id}`, { name: 'Somebody else' });
  for (const [path, { status, title, pdf }] of Object.entries(stored.pages)) {
    const page = await visit(url + path, SCANNER);
    assert.equal(page.status, status, path);
    if (status !== 200) continue;
    assert.ok(page.text.includes(`<title>${title}</title>`), path);
    assert.doesNotMatch(page.text, /Renamed|Somebody else/);
    const [, number] = /(Q-\d+-\d+)/.exec(title) ?? [];
    const [quote] = number ? (await api.get(`/quotes?search=${number}`)).body.data : [];
    const sent = quote && (await api.get(`/quotes/${quote.id}/revisions`)).body.data.at(-1).documentSha256;
    if (quote?.status === 'SENT') {
      // The notification of the question and all later requests have the PDF that was sent.
      assert.equal((await submit(url + path, 'question', { question: 'When?' })).status, 303);
      await service.runJob('outbox');
      assert.equal((await api.get(`/quotes/${quote.id}/pdf`)).body.sha256, sent);
    }
    const now = hash(await (await fetch(`${url}${path}/pdf`)).bytes());
    if (pdf !== undefined) assert.equal(now, pdf, path);
    else if (quote.status === 'ACCEPTED') assert.notEqual(now, sent, 'the record is on it');
    else assert.equal(now, sent, path);
  }
}

/** Repeats get the stored response word for word, but for fields that were added since and are null. */
async function checkRepeats({ repeatable, key }: StoredDatabase, { url }: TestService): Promise<void> {
  const asBefore = createClient({ url, key });
  for (const { method, path, body, headers, status, text } of repeatable) {
    const repeat = await asBefore.request(method, path, body, { headers });
    const seen = JSON.stringify(omitNewNulls(JSON.parse(repeat.text), JSON.parse(text)));
    assert.deepEqual([repeat.status, seen], [status, text]);
  }
}

async function checkNumbers({ draft }: StoredDatabase, api: Client): Promise<void> {
  const numbers = async (path: string) =>
    (await api.get(path)).body.data.map(({ number }: Json) => number as string);
  const quotes = await numbers('/quotes?limit=100');
  const invoices = await numbers('/invoices?kind=INVOICE&limit=100');
  const items = [{ description: 'Next', quantity: 1, unitPrice: 100 }];
  const next = await api.post('/quotes', { customerId: 'cus_test', title: 'Next', items });
  assert.equal(next.body.number, numberAfter(quotes));
  const { body } = await api.post(`/quotes/${draft}/convert-to-invoice`);
  assert.equal(body.number, numberAfter(invoices));
}

function numberAfter(numbers: string[]): string {
  return (
    numbers
      .sort()
      .at(-1)
      ?.replace(/\d+$/, (last) => `${Number(last) + 1}`.padStart(last.length, '0')) ?? ''
  );
}

/** A stored draft can be changed, issued and paid. */
async function checkDraftInvoice(api: Client): Promise<void> {
  const { data } = (await api.get('/invoices?status=DRAFT&sort=createdAt')).body;
  const path = `/invoices/${data[0].id}`;
  await api.patch(path, { metadata: { ledger: '8400' } });
  const { status, customer } = (await api.post(`${path}/issue`)).body;
  assert.deepEqual([status, customer.name], ['ISSUED', 'Somebody else']);
  await api.post(`${path}/payments`, { amount: data[0].total });
  assert.equal((await api.get(path)).body.status, 'PAID');
}

/** A stored template still makes quotes. */
async function checkTemplates(api: Client): Promise<void> {
  const [template] = (await api.get('/templates')).body.data;
  const { status, body } = await api.post('/quotes', { customerId: 'cus_test', templateId: template.id });
  assert.deepEqual([status, body.title, body.items.length], [201, template.title, template.items.length]);
}

function hash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
