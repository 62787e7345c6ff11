import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { runOnce } from '../../src/actions/once.ts';
import { createQuotesOnce } from '../../src/actions/quotes/create-once.ts';
import { createQuoteCreator } from '../../src/actions/quotes/create-quote.ts';
import type { IdempotentCreate } from '../../src/actions/quotes/quote-creator.ts';
import { KeyTaken } from '../../src/actions/repeat.ts';
import type { Call } from '../../src/api/endpoint.ts';
import { readIdempotencyKey } from '../../src/api/idempotency.ts';
import { createNewQuoteResponse } from '../../src/api/quote-response.ts';
import { Problem } from '../../src/domain/errors.ts';
import type { QuoteInput } from '../../src/domain/quote/compose-quote.ts';
import { createQuote, quoteBody } from '../support/api/quotes.ts';
import { hasCitus } from '../support/postgres/citus.ts';
import type { Reply } from '../support/service/client.ts';
import { DAY } from '../support/service/clock.ts';
import { describeService } from '../support/service/service.ts';

const withKey = (key: string) => ({ headers: { 'Idempotency-Key': key } });

describeService((service) => {
  test('a repeat returns the original response', async () => {
    const api = await service().newAccount();
    const first = await api.post('/quotes', quoteBody(), withKey('one'));
    await api.patch(`/quotes/${first.body.id}`, { title: 'Changed since' });
    const again = await api.post('/quotes', quoteBody(), withKey('one'));
    assert.equal(again.status, 201);
    assert.equal(again.text, first.text);
    for (const header of ['Location', 'ETag', 'Content-Type']) {
      assert.equal(again.headers.get(header), first.headers.get(header), header);
    }
    assert.equal(again.headers.get('Idempotency-Replayed'), 'true');
    assert.equal(first.headers.get('Idempotency-Replayed'), null);
    assert.notEqual(again.headers.get('X-Request-Id'), first.headers.get('X-Request-Id'));
    assert.equal((await api.get('/quotes')).body.pagination.total, 1);
  });

  test('a body with the same values in another notation counts as the same body', async () => {
    const api = await service().newAccount();
    const { customerId, title, items } = quoteBody();
    const first = await api.post('/quotes', { customerId, title, items }, withKey('k'));
    const spaced = JSON.stringify({ items, title, customerId }, null, 2);
    const again = await api.post('/quotes', undefined, { raw: spaced, ...withKey('k') });
    assert.equal(again.text, first.text);
  });

  test('a repeated convert or send returns its original response, not a 409', async () => {
    const api = await service().newAccount();
    for (const action of ['send', 'convert-to-invoice']) {
      const { id } = await createQuote(api);
      const first = await api.post(`/quotes/${id}/${action}`, {}, withKey(`key of ${action}`));
      const again = await api.post(`/quotes/${id}/${action}`, undefined, withKey(`key of ${action}`));
      assert.equal(again.status, first.status);
      assert.equal(again.text, first.text);
    }
    assert.equal((await api.get('/invoices')).body.pagination.total, 1);
  });

  test('a repeated change of a quote returns its original response, and undoes no later change', async () => {
    const api = await service().newAccount();
    const { id } = await createQuote(api);
    const change = () => api.patch(`/quotes/${id}`, { title: 'First' }, withKey('change'));
    const replies = await Promise.all([change(), change()]);
    assert.deepEqual(
      replies.map(({ status, body }) => [status, body.title]),
      replies.map(() => [200, 'First']),
    );
    await api.patch(`/quotes/${id}`, { title: 'Second' });
    const again = await change();
    assert.equal(again.text, replies[0]?.text);
    assert.equal(again.headers.get('Idempotency-Replayed'), 'true');
    assert.equal((await api.get(`/quotes/${id}`)).body.title, 'Second');
    const other = await api.patch(`/quotes/${id}`, { title: 'Third' }, withKey('change'));
    assert.deepEqual([other.status, other.body.code], [409, 'idempotency_mismatch']);
  });

  test('a key for drafts does not get the response to a key that may write', async () => {
    const api = await service().newAccount();
    const { id } = await createQuote(api);
    const { secret } = await service().newKey(api.accountId, 'draft');
    await api.patch(`/quotes/${id}`, { title: 'First' }, withKey('change'));
    const reply = await service()
      .client(secret)
      .patch(`/quotes/${id}`, { title: 'First' }, withKey('change'));
    assert.deepEqual([reply.status, reply.body.code], [409, 'idempotency_mismatch']);
  });

  test('requests without a key are independent', async () => {
    const api = await service().newAccount();
    const [one, other] = [await createQuote(api), await createQuote(api)];
    assert.notEqual(one.id, other.id);
    for (let times = 0; times < 2; times++) {
      assert.equal((await api.post(`/quotes/${one.id}/send`)).status, 200);
    }
    const statuses = [];
    for (let times = 0; times < 2; times++) {
      statuses.push((await api.post(`/quotes/${one.id}/convert-to-invoice`)).status);
    }
    assert.deepEqual(statuses, [201, 409]);
  });

  test('the same key with another body or path is a 409', async () => {
    const api = await service().newAccount();
    const { id } = await createQuote(api);
    await api.post('/quotes', quoteBody(), withKey('k'));
    for (const reply of [
      await api.post('/quotes', quoteBody({ title: 'Other' }), withKey('k')),
      await api.post(`/quotes/${id}/convert-to-invoice`, {}, withKey('k')),
      await api.post(`/quotes/${id}/send`, {}, withKey('k')),
    ]) {
      assert.equal(reply.status, 409);
      assert.equal(reply.body.code, 'idempotency_mismatch');
    }
    assert.equal((await api.get('/quotes')).body.pagination.total, 2);
  });

  test('a key used for one quote is rejected for another', async () => {
    const api = await service().newAccount();
    for (const action of ['send', 'convert-to-invoice']) {
      const [one, other] = [await createQuote(api), await createQuote(api)];
      const first = await api.post(`/quotes/${one.id}/${action}`, {}, withKey(action));
      assert.ok(first.status < 300, first.text);
      const reply = await api.post(`/quotes/${other.id}/${action}`, {}, withKey(action));
      assert.deepEqual([reply.status, reply.body.code], [409, 'idempotency_mismatch']);
      assert.equal((await api.get(`/quotes/${other.id}`)).body.status, 'DRAFT');
    }
  });

  test('an error caused by the first request with the key returns its response', async () => {
    const api = await service().newAccount();
    const { id } = await createQuote(api);
    const now = service().clock();
    const call = {
      deps: { db: service().db, clock: service().clock },
      caller: { accountId: api.accountId, canWrite: true },
      now,
      request: {
        method: 'POST',
        url: `/api/v1/quotes/${id}/convert-to-invoice`,
        headers: { 'idempotency-key': 'k' },
      },
    } as unknown as Call;
    const repeatable = readIdempotencyKey(call);
    assert.ok(repeatable);
    const respond = () => ({ status: 500 });
    const given: { first?: Reply } = {};
    // The first request ends before this one reads the quote.
    const late = await runOnce(call.deps, repeatable, respond, async () => {
      given.first = await api.post(`/quotes/${id}/convert-to-invoice`, undefined, withKey('k'));
      throw new Problem('quote_converted', 'The quote has become an invoice.');
    });
    assert.equal(given.first?.status, 201);
    assert.deepEqual(late, {
      status: 201,
      headers: { Location: given.first.headers.get('Location'), 'Idempotency-Replayed': 'true' },
      body: given.first.text,
    });
    // These errors are not caused by the first request.
    for (const code of ['pdf_failed', 'pdf_busy'] as const) {
      const later = { ...repeatable, key: `after ${code}` };
      const { id: next } = await createQuote(api);
      await assert.rejects(
        runOnce(call.deps, later, respond, async () => {
          await api.post(`/quotes/${next}/convert-to-invoice`, undefined, withKey(later.key));
          await service().db.write((tx) =>
            tx.run('UPDATE idempotency SET fingerprint = ? WHERE key = ?', later.fingerprint, later.key),
          );
          throw new Problem(code, 'x');
        }),
        { code },
      );
    }
    await assert.rejects(
      runOnce(call.deps, { ...repeatable, key: 'another', fingerprint: '' }, respond, () =>
        Promise.reject(new Problem('not_found', 'x')),
      ),
      { code: 'not_found' },
    );
  });

  test('a key expires after 24 hours', async () => {
    const api = await service().newAccount();
    const first = await api.post('/quotes', quoteBody(), withKey('k'));
    service().clock.advance(DAY - 1);
    const again = await api.post('/quotes', quoteBody(), withKey('k'));
    assert.equal(again.body.id, first.body.id);
    service().clock.advance(1);
    const next = await api.post('/quotes', quoteBody(), withKey('k'));
    assert.equal(next.status, 201);
    assert.notEqual(next.body.id, first.body.id);
    const repeated = await api.post('/quotes', quoteBody(), withKey('k'));
    assert.equal(repeated.body.id, next.body.id, 'the new response is stored');
  });

  test('an encrypted response that an earlier version stored is still returned', async () => {
    const api = await service().newAccount();
    const create = () =>
      api.post('/webhook-endpoints', { url: 'https://example.com/hooks' }, withKey('secret'));
    const first = await create();
    assert.equal(first.status, 201, first.text);
    await service().db.write((tx) =>
      tx.run('UPDATE idempotency SET shape = 0 WHERE account_id = ?', api.accountId),
    );
    const again = await create();
    assert.deepEqual([again.status, again.body], [201, first.body]);
  });

  test('keys of different accounts are independent', async () => {
    const a = await service().newAccount();
    const b = await service().newAccount();
    const first = await a.post('/quotes', quoteBody(), withKey('k'));
    const second = await b.post('/quotes', quoteBody({ title: 'Other' }), withKey('k'));
    assert.equal(second.status, 201);
    assert.notEqual(second.body.id, first.body.id);
  });

  test('a rejected request does not use up its key', async () => {
    const api = await service().newAccount();
    assert.equal((await api.post('/quotes', quoteBody({ title: '' }), withKey('k'))).status, 400);
    assert.equal((await api.post('/quotes', quoteBody(), withKey('k'))).status, 201);
  });

  test('a key is visible ASCII of up to 255 characters, anything else is rejected', async () => {
    const api = await service().newAccount();
    for (const key of ['"8e03978e-40d5-43dd-bc93-6894a57f9324"', 'x'.repeat(255), "'; DROP TABLE --", '~']) {
      assert.equal((await api.post('/quotes', quoteBody(), withKey(key))).status, 201);
    }
    for (const key of ['x'.repeat(256), 'caf\u00e9', '']) {
      const reply = await api.post('/quotes', quoteBody(), withKey(key));
      assert.equal(reply.status, 400, key);
      assert.deepEqual([reply.body.errors[0].in, reply.body.errors[0].path], ['header', '/Idempotency-Key']);
    }
  });

  test('20 concurrent POSTs with one key create one quote and return the same response', async () => {
    const api = await service().newAccount();
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => api.post('/quotes', quoteBody(), withKey('k'))),
    );
    const made = replies.filter(({ status }) => status === 201);
    assert.ok(made.length >= 1);
    assert.equal(new Set(made.map(({ text }) => text)).size, 1);
    for (const { status, body } of replies) {
      if (status !== 201) assert.deepEqual([status, body.code], [409, 'idempotency_in_progress']);
    }
    assert.equal((await api.get('/quotes')).body.pagination.total, 1);
  });

  test('concurrent creates with keys are written in one batch', async () => {
    const { accountId, keyId } = await service().newAccount();
    const { db } = service();
    let writes = 0;
    const counted: typeof db = {
      ...db,
      write(...args) {
        writes++;
        return db.write(...args);
      },
    };
    const create = createQuoteCreator(counted);
    const wanted = (key: string) => ({
      actor: { type: 'key' as const, id: keyId, name: 'Test' },
      input: quoteBody() as QuoteInput,
      request: { accountId, key, fingerprint: key, now: service().clock(), respond: createNewQuoteResponse },
    });
    const created = await Promise.all(range(30).map((n) => create(accountId, wanted(`key ${n}`))));
    assert.equal(new Set(created.map((quote) => 'id' in quote && quote.id)).size, 30);
    assert.ok(writes <= 2, `${writes} writes`);
  });

  test('each key of a batch creates one quote, and the numbers have no gap', async () => {
    const api = await service().newAccount();
    const post = (key: string, more: object) => api.post('/quotes', quoteBody(more), withKey(key));
    const [same, plain, unknown, different] = await Promise.all([
      Promise.all(range(12).map((n) => post(`same ${n % 4}`, { title: `Of ${n % 4}` }))),
      Promise.all(range(4).map(() => api.post('/quotes', quoteBody()))),
      Promise.all(range(3).map(() => post('unknown', { customerId: 'cus_nobody' }))),
      Promise.all(range(6).map((n) => post('different', { title: `Title ${n}` }))),
    ]);
    for (const group of Map.groupBy(same, ({ body }) => body.title).values()) {
      assert.equal(group.length, 3, JSON.stringify(same.map(({ body }) => body.title)));
      assert.equal(new Set(group.map(({ text }) => text)).size, 1);
      assert.equal(group.filter(({ headers }) => headers.get('Idempotency-Replayed') === null).length, 1);
    }
    assert.deepEqual(
      plain.map(({ status }) => status),
      [201, 201, 201, 201],
    );
    for (const { status, body } of unknown) assert.deepEqual([status, body.code], [400, 'customer_unknown']);
    const codes = different.map(({ body }) => body.code ?? body.status).sort();
    assert.deepEqual(codes, ['DRAFT', ...Array(5).fill('idempotency_mismatch')]);
    const { data } = (await api.get('/quotes?sort=createdAt')).body;
    const numbers = data.map((quote: { number: string }) => Number(quote.number.slice(-5))).sort();
    assert.deepEqual(
      numbers,
      range(9).map((n) => n + 1),
    );
    assert.equal((await post('unknown', {})).status, 201, 'a rejected request does not use its key');
    const again = await post('same 2', { title: 'Of 2' });
    assert.equal(again.text, same[2]?.text);
  });

  test('a key can be used again after its first request was rejected in the same batch', async () => {
    const { accountId, keyId } = await service().newAccount();
    const create = (requests: IdempotentCreate[]) =>
      service().db.write((tx) => createQuotesOnce(tx, accountId, requests, service().clock()), {
        account: accountId,
      });
    const wanted = (more: object) => ({
      actor: { type: 'key' as const, id: keyId, name: 'Test' },
      input: quoteBody(more) as QuoteInput,
      request: {
        ...{ accountId, key: 'k', fingerprint: JSON.stringify(more), now: service().clock() },
        respond: createNewQuoteResponse,
      },
    });
    const inOneBatch = [{ customerId: 'cus_nobody' }, { title: 'Another' }, { customerId: 'cus_nobody' }];
    const outcomes = await create(inOneBatch.map(wanted));
    assert.deepEqual(
      outcomes.map((outcome) => (outcome instanceof Problem ? outcome.code : outcome instanceof KeyTaken)),
      ['customer_unknown', true, 'customer_unknown'],
    );
    const [made] = await create([wanted({ title: 'Another' })]);
    assert.ok(made && 'id' in made);
    const [again] = await create([wanted({ title: 'Another' })]);
    assert.ok(again instanceof KeyTaken);
  });

  test('a key claimed by a concurrent transaction creates no second quote', async () => {
    if (service().engine === 'sqlite') return;
    const api = await service().newAccount();
    const first = await api.post('/quotes', quoteBody(), withKey('k'));
    const url = service().config.databaseUrl ?? '';
    const waiting = (await hasCitus(url)) ? WAITING_ON_CITUS : WAITING;
    const client = new pg.Client(url);
    await client.connect();
    try {
      // The record becomes visible only after the batch has looked for it.
      await client.query('BEGIN');
      await client.query(
        `INSERT INTO idempotency (account_id, key, fingerprint, created_at, status, headers, body)
         SELECT account_id, 'late', fingerprint, created_at, status, headers, body FROM idempotency
         WHERE account_id = $1`,
        [api.accountId],
      );
      const [other, late] = [
        api.post('/quotes', quoteBody(), withKey('other')),
        api.post('/quotes', quoteBody(), withKey('late')),
      ];
      await untilWaitedFor(client, waiting);
      await client.query('COMMIT');
      assert.equal((await late).text, first.text);
      assert.equal((await late).headers.get('Idempotency-Replayed'), 'true');
      assert.equal((await other).status, 201);
    } finally {
      await client.end();
    }
    assert.equal((await api.get('/quotes')).body.pagination.total, 2);
  });
});

function range(length: number): number[] {
  return Array.from({ length }, (_, n) => n);
}

const WAITING = 'SELECT 1 FROM pg_stat_activity WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid))';
/** The locks of rows are on the workers. */
const WAITING_ON_CITUS = 'SELECT 1 FROM citus_lock_waits WHERE blocking_gpid = citus_backend_gpid()';

/** Resolves when another transaction waits for a lock of this connection. */
async function untilWaitedFor(client: pg.Client, waiting: string): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    const { rows } = await client.query(waiting);
    if (rows.length > 0) return;
    await setTimeout(10);
  }
  throw new Error('no transaction waits');
}
