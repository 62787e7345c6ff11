import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { setLimits } from '../../src/actions/account/limits/account-limits.ts';
import type { AccountLimits } from '../../src/domain/account/limits/account-limits.ts';
import { createQuote, quoteBody } from '../support/api/quotes.ts';
import { signIn } from '../support/console/sign-in.ts';
import { openTools } from '../support/mcp/tools.ts';
import type { Client, Json, Reply } from '../support/service/client.ts';
import { DAY, MINUTE } from '../support/service/clock.ts';
import { describeService, type TestAccount } from '../support/service/service.ts';
import { until } from '../support/until.ts';

type Seen = Pick<Reply, 'status' | 'body'>;

const statuses = (replies: readonly Seen[]) => replies.map(({ status }) => status).sort();

/** Of concurrent requests the one that finds no place is last, whichever came first. */
function expectOneTooMany(replies: readonly Seen[], done: number): Json {
  assert.deepEqual(statuses(replies), [...replies.slice(1).map(() => done), 403]);
  const refused = replies.find(({ status }) => status === 403) as Seen;
  assert.equal(refused.body.code, 'limit_reached');
  assert.match(refused.body.detail, /The operator of this installation can raise the limit/);
  return refused.body;
}

function upload(api: Client, { id }: Json, name: string, bytes: number): Promise<Reply> {
  return api.request('PUT', `/quotes/${id}/attachments/${name}`, undefined, {
    raw: new Uint8Array(randomBytes(bytes)),
    headers: { 'Content-Type': 'application/pdf' },
  });
}

describeService((service) => {
  async function limited(limits: Partial<AccountLimits>) {
    const api = await service().newAccount();
    await limit(api.accountId, limits);
    return api;
  }

  const limit = (accountId: string, limits: Partial<AccountLimits>) =>
    setLimits(service(), accountId, limits, null, service().clock());
  const usesOf = async (api: Client) => (await api.get('/account')).body.limits;
  const create = (api: Client, headers?: Record<string, string>) =>
    api.post('/quotes', quoteBody(), headers && { headers });

  test('an account without limits shows none', async () => {
    const api = await service().newAccount();
    assert.equal('limits' in (await api.get('/account')).body, false);
    await limit(api.accountId, { quotes: 5 });
    await limit(api.accountId, { quotes: null });
    assert.equal('limits' in (await api.get('/account')).body, false);
    assert.equal((await create(api)).status, 201);
  });

  test('of concurrent creates, as many pass as the month has places', async () => {
    const api = await limited({ quotes: 4 });
    const body = expectOneTooMany(await Promise.all([1, 2, 3, 4, 5].map(() => create(api))), 201);
    assert.match(body.detail, /may create 4 quotes per month and has created 4 in \d{4}-\d\d \(UTC\)/);
    assert.deepEqual(body.limit, { name: 'quotes', limit: 4, used: 4 });
    assert.deepEqual(await usesOf(api), { quotes: { limit: 4, used: 4 } });
    assert.equal((await api.get('/quotes')).body.pagination.total, 4);
  });

  test('a repeat of a create, a rejected one and a deleted quote take no place of another', async () => {
    const api = await limited({ quotes: 2 });
    const headers = { 'Idempotency-Key': 'once' };
    const first = await create(api, headers);
    assert.equal((await create(api, headers)).body.id, first.body.id);
    assert.equal((await api.post('/quotes', quoteBody({ customerId: 'cus_nobody' }))).status, 400);
    assert.deepEqual(await usesOf(api), { quotes: { limit: 2, used: 1 } });
    assert.equal((await api.delete(`/quotes/${first.body.id}`)).status, 204);
    assert.equal((await create(api)).status, 201);
    assert.equal((await create(api)).status, 403, 'deleted quotes were created');
    const again = { 'Idempotency-Key': 'later' };
    assert.equal((await create(api, again)).status, 403);
    await limit(api.accountId, { quotes: 3 });
    assert.equal((await create(api, again)).status, 201, 'its key is still unused');
  });

  test('a limit counts the quotes that there are, and begins again with the month', async () => {
    const api = await service().newAccount();
    await createQuote(api);
    await limit(api.accountId, { quotes: 1 });
    assert.equal((await create(api)).status, 403);
    service().clock.advance(31 * DAY);
    assert.equal((await create(api)).status, 201);
    assert.deepEqual(await usesOf(api), { quotes: { limit: 1, used: 1 } });
    await limit(api.accountId, { quotes: 0 });
    assert.deepEqual(await usesOf(api), { quotes: { limit: 0, used: 1 } });
    assert.equal((await create(api)).status, 403);
  });

  test('duplicates, tools and the console go through the same check', async () => {
    const api = await limited({ quotes: 1 });
    const { id } = await createQuote(api);
    assert.equal((await api.post(`/quotes/${id}/duplicate`)).body.code, 'limit_reached');
    const tools = await openTools(service().url, api.key);
    const made = await tools.call('draft_quote', {
      customerId: api.customerId,
      title: 'Work',
      items: [{ description: 'Work', quantity: 1, unitPrice: '100.00' }],
      idempotencyKey: 'tool',
    });
    await tools.close();
    assert.deepEqual([made.isError, made.value.code], [true, 'limit_reached'], made.text);
    const person = await signIn(service(), { accountId: api.accountId });
    const page = await person.page(`/${api.accountId}/quotes/${id}/duplicate`, { once: 'twice' });
    assert.equal(page.status, 403);
    assert.match(page.text, /has created 1 of 1 quotes this month/);
  });

  test('members and open invitations share the places for people', async () => {
    const api = await service().newAccount();
    const owner = await signIn(service(), { accountId: api.accountId });
    await limit(api.accountId, { people: 3 });
    const invite = (email: string) => owner.post('/invitations', { email, role: 'member' });
    const replies = await Promise.all(['a', 'b', 'c'].map((name) => invite(`${name}@example.test`)));
    const body = expectOneTooMany(replies, 201);
    assert.match(body.detail, /may have 3 people, and its members and open invitations are 3/);
    assert.deepEqual(await usesOf(api), { people: { limit: 3, used: 3 } });
    const open = replies.find(({ status }) => status === 201) as Reply;
    const { email } = open.body.invitation ?? open.body;
    assert.equal((await invite(email)).status, 201, 'it replaces the earlier one');
    const shown = await owner.page(`/${api.accountId}/settings/people`);
    assert.match(shown.text, /3 of 3 people/);
    const [{ id }] = (await owner.get('/invitations')).body.data;
    assert.equal((await owner.delete(`/invitations/${id}`)).status, 204);
    assert.equal((await invite('d@example.test')).status, 201);
  });

  test('of concurrent uploads, those pass that the storage has room for', async () => {
    const api = await service().newAccount();
    const quote = await createQuote(api);
    assert.equal((await upload(api, quote, 'before', 60_000)).status, 201);
    await limit(api.accountId, { storage: 200_000 });
    const uploads = ['a', 'b', 'c'].map((name) => beginUpload(api, quote, name));
    // Each has found room for itself, and none is complete.
    await until(async () => {
      const sql = 'SELECT count(*) AS n FROM attachment_files WHERE account_id = ? AND sha256 IS NULL';
      return (await service().db.read.get<{ n: number }>(sql, api.accountId))?.n === 3;
    });
    const replies = await Promise.all(uploads.map(({ finish }) => finish(70_000)));
    const { limit: reached } = expectOneTooMany(replies, 201);
    assert.deepEqual(reached, { name: 'storage', limit: 200_000, used: 200_000 });
    assert.deepEqual(await usesOf(api), { storage: { limit: 200_000, used: 200_000 } });
    assert.equal((await upload(api, quote, 'small', 1)).status, 403);
    await limit(api.accountId, { storage: 200_001 });
    assert.equal((await upload(api, quote, 'small', 1)).status, 201);
    assert.equal((await api.get(`/quotes/${quote.id}/pdf`)).status, 200, 'documents are never rejected');
    assert.ok((await usesOf(api)).storage.used > 200_001);
  });

  /** Sends the first byte, and the others when it is told to. */
  function beginUpload({ key }: TestAccount, { id }: Json, name: string) {
    const body = new TransformStream<Uint8Array, Uint8Array>();
    const writer = body.writable.getWriter();
    const reply = fetch(`${service().url}/api/v1/quotes/${id}/attachments/${name}`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/pdf' },
      body: body.readable,
      duplex: 'half',
    } as RequestInit);
    writer.write(new Uint8Array(1));
    return {
      async finish(bytes: number) {
        await writer.write(new Uint8Array(randomBytes(bytes - 1)));
        await writer.close();
        const response = await reply;
        return { status: response.status, body: await response.json() };
      },
    };
  }

  test('all keys of an account share its requests per minute, and people are not counted', async () => {
    const api = await service().newAccount();
    const other = service().client((await service().newKey(api.accountId, 'read')).secret);
    const person = await signIn(service(), { accountId: api.accountId });
    await limit(api.accountId, { requests: 6 });
    // The limit was read at most five seconds ago.
    service().clock.advance(5_000);
    for (const client of [api, other, api, other, api])
      assert.equal((await client.get('/quotes')).status, 200);
    assert.deepEqual(await usesOf(api), { requests: { limit: 6 } });
    const refused = await other.get('/quotes');
    assert.deepEqual([refused.status, refused.body.code], [429, 'rate_limited']);
    assert.match(refused.body.detail, /keys and apps of this account .* 6 requests per minute/);
    assert.equal(refused.headers.get('Retry-After'), '60');
    assert.equal((await person.get('/quotes')).status, 200);
    service().clock.advance(MINUTE);
    assert.equal((await other.get('/quotes')).status, 200);
    await limit(api.accountId, { requests: null });
    service().clock.advance(5_000);
    const many = await Promise.all(Array.from({ length: 12 }, () => api.get('/quotes')));
    assert.ok(many.every(({ status }) => status === 200));
  });

  test('owners see the limits with their use among the settings', async () => {
    const api = await limited({ quotes: 1000, storage: 500_000_000, people: 5, requests: 600 });
    const owner = await signIn(service(), { accountId: api.accountId });
    const { text } = await owner.page(`/${api.accountId}/settings`);
    for (const shown of [/>0 of 1,000</, />0 \w+ of 500.MB</, />1 of 5</, />at most 600</])
      assert.match(text, shown);
    const sent = await api.patch('/account', (await api.get('/account')).body);
    assert.equal(sent.status, 200, 'a response can be sent back');
    assert.equal(sent.body.limits.people.limit, 5);
  });
});
