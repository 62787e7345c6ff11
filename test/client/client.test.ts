import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import {
  createProffer,
  isProfferError,
  type NewQuote,
  type Proffer,
  ProfferError,
  responseOf,
} from '../../clients/typescript/src/index.ts';
import { type ApiDocument, generateClientTypes } from '../../scripts/client-types/client-types.ts';
import { OPERATION_LISTS, replaceTable } from '../../scripts/client-types/operation-lists.ts';
import { CUSTOMER } from '../fixtures/customer.ts';
import { sentQuote } from '../support/api/quotes.ts';
import { faultyFetch } from '../support/client/faulty-fetch.ts';
import { signIn } from '../support/console/sign-in.ts';
import { DAY } from '../support/service/clock.ts';
import { startTestService, type TestAccount, type TestService } from '../support/service/service.ts';

let service: TestService;
let account: TestAccount;
let proffer: Proffer;
before(async () => {
  service = await startTestService();
  account = await service.newAccount();
  proffer = createProffer({ url: service.url, key: account.key });
});
after(() => service.close());

const items = [{ description: 'Design', quantity: 2, unitPrice: 5000, taxRate: 19 }];
const newQuote = (more: Partial<NewQuote> = {}): NewQuote => ({
  ...{ customerId: account.customerId, title: 'Redesign', items },
  ...more,
});
const textOf = (response: Response) => response.text();

async function apiDocument(): Promise<ApiDocument> {
  return (await (await fetch(`${service.url}/api/v1/openapi.json`)).json()) as ApiDocument;
}

test('the client types match the OpenAPI document', async () => {
  const file = new URL('../../clients/typescript/src/api.ts', import.meta.url);
  assert.ok(
    (await readFile(file, 'utf8')) === generateClientTypes(await apiDocument()),
    'the document has changed: run "npm run client:types"',
  );
});

type Node = { [name: string]: Node | ((...args: unknown[]) => unknown) };

/** Returns every method with its dotted name. */
function methodsOf(node: Node, name = ''): [string, (...args: unknown[]) => unknown][] {
  return Object.entries(node).flatMap(([key, value]) =>
    typeof value === 'function' ? [[name + key, value] as const] : methodsOf(value, `${name}${key}.`),
  ) as [string, (...args: unknown[]) => unknown][];
}

test('the client has every operation of the document, and no other', async () => {
  const network = faultyFetch(Array(200).fill(() => new Response('{}', { status: 404 })));
  const client = createProffer({ url: service.url, key: 'k', fetch: network.fetch, maxRetries: 0 });
  for (const [name, method] of methodsOf(client as unknown as Node)) {
    const before = network.requests.length;
    const result = method('x', 'x', 'x') as Promise<unknown> | AsyncGenerator;
    await assert.rejects('next' in result ? result.next() : result, ProfferError, name);
    assert.equal(network.requests.length, before + 1, name);
  }
  const called = network.requests.map(
    ({ method, url }) => `${method} ${url.slice(`${service.url}/api/v1`.length).replace(/\?.*/, '')}`,
  );
  const documented = Object.entries((await apiDocument()).paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, 'x')}`),
  );
  assert.deepEqual([...new Set(called)].sort(), documented.sort());
});

test('the client creates, reads, changes and deletes', async () => {
  const quote = await proffer.quotes.create(newQuote({ metadata: { project: '7' } }));
  assert.equal(quote.total, 11_900);
  assert.equal(responseOf(quote)?.headers.get('Location'), `/api/v1/quotes/${quote.id}`);
  assert.deepEqual(await proffer.quotes.get(quote.id), quote);
  const listed = await proffer.quotes.list({ status: ['DRAFT', 'SENT'], metadata: { project: '7' } });
  assert.deepEqual(
    listed.data.map(({ id }) => id),
    [quote.id],
  );
  const summaries = await proffer.quotes.list({ fields: 'summary', search: quote.number });
  assert.equal(summaries.data[0]?.customerName, CUSTOMER.name);
  assert.equal(await proffer.quotes.delete(quote.id), undefined);
  const customer = await proffer.customers.put('cus:1@x', { name: 'Odd' });
  assert.equal((await proffer.customers.get(customer.id)).name, 'Odd');
});

test('ifMatch changes only an unchanged quote, and ifNoneMatch does not download one again', async () => {
  const quote = await proffer.quotes.create(newQuote());
  const unchanged = await proffer.quotes.get(quote.id, { ifNoneMatch: quote });
  assert.equal(unchanged, quote);
  const changed = await proffer.quotes.update(quote.id, { title: 'Other' }, { ifMatch: quote });
  assert.equal(changed.title, 'Other');
  assert.equal((await proffer.quotes.get(quote.id, { ifNoneMatch: quote })).title, 'Other');
  await assert.rejects(proffer.quotes.update(quote.id, { title: 'Lost' }, { ifMatch: quote }), {
    name: 'ProfferError',
    code: 'precondition_failed',
    status: 412,
  });
  const etag = responseOf(changed)?.etag ?? '';
  assert.equal((await proffer.quotes.update(quote.id, { notes: 'n' }, { ifMatch: etag })).notes, 'n');
  // A copy has lost its ETag: an error is better than an unconditional change.
  await assert.rejects(proffer.quotes.update(quote.id, { title: 'x' }, { ifMatch: { ...quote } }), TypeError);
  await assert.rejects(proffer.quotes.delete(quote.id, { ifMatch: quote }), { code: 'precondition_failed' });
});

test('errors are thrown by their code', async () => {
  const wrong = await proffer.quotes.create({ ...newQuote(), title: '', items: [] }).catch((error) => error);
  assert.ok(isProfferError(wrong, 'validation_failed'));
  assert.equal(wrong.status, 400);
  assert.deepEqual(wrong.errors.map(({ path }) => path).sort(), ['/items', '/title']);
  assert.match(wrong.requestId, /./);
  const { id } = await proffer.quotes.create(newQuote());
  const invoice = await proffer.quotes.convertToInvoice(id, { dueDate: '2027-01-31' });
  const again = await proffer.quotes.convertToInvoice(id).catch((error) => error);
  assert.ok(isProfferError(again, 'not_found', 'quote_converted'));
  assert.equal(again.problem.invoiceId, invoice.id);
  assert.equal(isProfferError(again, 'not_found'), false);
  assert.equal(isProfferError(new Error('other')), false);
  const item = await proffer.catalogueItems.create({ sku: 'S-1', description: 'x', unitPrice: 1 });
  const taken = await proffer.catalogueItems
    .create({ sku: 'S-1', description: 'y', unitPrice: 2 })
    .catch((error) => error);
  assert.ok(isProfferError(taken, 'sku_taken'));
  assert.equal(taken.problem.catalogueItemId, item.id);
  const nobody = createProffer({ url: service.url, key: 'prf_test_wrong' });
  await assert.rejects(nobody.account.get(), { code: 'unauthorized' });
  const elsewhere = createProffer({ url: `${service.url}/docs`, key: account.key });
  await assert.rejects(elsewhere.account.get(), (error) => isProfferError(error) && error.status === 404);
});

test('an iterator visits all pages, and returns no entry twice that has moved', async () => {
  const own = await service.newAccount();
  const client = createProffer({ url: `${service.url}/api/v1/`, key: own.key });
  const create = (index: number) =>
    client.catalogueItems.create({ description: `Item ${index}`, unitPrice: index, taxRate: 0 });
  await Promise.all(Array.from({ length: 105 }, (_, index) => create(index)));
  const seen: string[] = [];
  for await (const { id } of client.catalogueItems.all()) {
    // Pushes an entry of this page to the next one.
    if (seen.push(id) === 50) await create(1000);
  }
  assert.equal(seen.length, 105);
  assert.equal(new Set(seen).size, 105);
});

test('an iterator leaves nothing out while entries are deleted, by the loop and by others', async () => {
  const own = await service.newAccount();
  const { customers } = createProffer({ url: service.url, key: own.key });
  const ids = Array.from({ length: 105 }, (_, index) => `c${1000 + index}`);
  await Promise.all(ids.map((id) => customers.put(id, { name: id })));
  const seen: string[] = [];
  for await (const { id } of customers.all()) {
    // The last entry of the first page, which the next page would follow.
    if (seen.push(id) === 99) await customers.delete('c1099');
    if (seen.length > 50 && id !== 'c1099') await customers.delete(id);
  }
  assert.deepEqual(seen, [...ids, 'cus_test']);
});

test('PDFs and CSV are streamed, and attachments are returned unchanged', async () => {
  const quote = await proffer.quotes.create(newQuote({ title: 'Streamed' }));
  const pdf = await proffer.quotes.pdf(quote.id);
  const [first] = await Array.fromAsync(pdf.body);
  assert.equal(new TextDecoder().decode(first).slice(0, 5), '%PDF-');
  assert.match((await proffer.quotes.pdfLink(quote.id)).url, /^http/);
  assert.match(await textOf(await proffer.quotes.previewPdf(newQuote())), /^%PDF-/);
  const csv = await textOf(await proffer.quotes.csv({ search: 'Streamed' }));
  assert.deepEqual(csv.split('\r\n').length, 3);
  assert.match(csv, /119\.00/);
  const { attachments } = proffer.quotes;
  const name = 'Plan ß #1%20, [a] & b=+c.txt';
  const bytes = new TextEncoder().encode('Ground floor');
  const stream = new Blob([bytes]).stream();
  for (const body of [
    'Ground floor',
    bytes,
    bytes.buffer,
    new Blob([bytes], { type: 'text/plain' }),
    stream,
  ]) {
    const put = await attachments.put(quote.id, name, body);
    assert.equal(put.size, 12);
    assert.equal(put.contentType, body instanceof Blob ? 'text/plain' : 'application/octet-stream');
    assert.equal(await textOf(await attachments.get(quote.id, name)), 'Ground floor');
    await attachments.delete(quote.id, name);
  }
  await assert.rejects(attachments.get(quote.id, name), { code: 'not_found' });
});

test('an identifier cannot change the path of the request', async () => {
  for (const id of ['', '.', '..']) await assert.rejects(proffer.quotes.delete(id), TypeError, id);
  await assert.rejects(proffer.quotes.get('../account'), { code: 'not_found' });
  for (const url of ['', 'quotes.example.com', '/api'])
    assert.throws(() => createProffer({ url }), TypeError);
});

test('the client reads the messages of a quote', async () => {
  const { id } = await sentQuote(account);
  await proffer.quotes.messages.post(id, { text: 'Shall we start?' });
  const [message] = await Array.fromAsync(proffer.quotes.messages.all(id));
  assert.equal(message?.text, 'Shall we start?');
  assert.deepEqual(await proffer.quotes.messages.markRead(id, { upTo: message?.id ?? '' }), { unread: 0 });
});

test('the client subscribes an endpoint to events, and lists its deliveries', async () => {
  const own = await service.newAccount();
  const { webhookEndpoints, customers } = createProffer({ url: service.url, key: own.key });
  const endpoint = await webhookEndpoints.create({
    url: 'https://receiver.invalid/hooks',
    types: ['customer.*'],
  });
  assert.match(endpoint.secret, /^whsec_/);
  assert.notEqual((await webhookEndpoints.rotateSecret(endpoint.id)).secret, endpoint.secret);
  const ids = Array.from({ length: 101 }, (_, index) => `c${index}`);
  await Promise.all(ids.map((id) => customers.put(id, { name: id })));
  const types = new Map<string, string>();
  // A run of the job queues at least a hundred events, then yields to requests.
  for (let runs = 0; runs < 2; runs++) await service.runJob('fan-out');
  for await (const { id, type } of webhookEndpoints.deliveries.all(endpoint.id)) types.set(id, type);
  assert.deepEqual([types.size, ...new Set(types.values())], [101, 'customer.created']);
  const read = await webhookEndpoints.get(endpoint.id);
  assert.equal(
    (await webhookEndpoints.update(read.id, { enabled: false }, { ifMatch: read })).enabled,
    false,
  );
  for await (const { id } of webhookEndpoints.all()) assert.equal(id, endpoint.id);
  await webhookEndpoints.delete(endpoint.id);
  assert.deepEqual((await webhookEndpoints.list()).data, []);
});

test('the client advances the clock of a test account', async () => {
  const own = await service.newAccount();
  const { testClock } = createProffer({ url: service.url, key: own.key });
  const before = await testClock.get();
  const { now, status } = await testClock.advance({ advanceBy: 'P3D' });
  assert.equal(status, 'ready');
  assert.ok(Date.parse(now) - Date.parse(before.now) >= 3 * DAY);
});

test('README.md of the client and docs/api.md list all operations', async () => {
  for (const { file, heading, list } of OPERATION_LISTS) {
    const text = await readFile(new URL(`../../${file}`, import.meta.url), 'utf8');
    assert.ok(replaceTable(text, heading, list()) === text, `${file} is old: run "npm run client:types"`);
  }
});

test('a client with a session can perform operations closed to keys', async () => {
  const owner = await signIn(service, { accountId: account.accountId });
  const signedIn = createProffer({
    url: service.url,
    account: account.accountId,
    headers: { Cookie: owner.cookie, Origin: service.url },
  });
  assert.deepEqual(
    (await signedIn.users.list()).data.map(({ email }) => email),
    [owner.email],
  );
  await assert.rejects(proffer.users.list(), { code: 'forbidden' });
});
