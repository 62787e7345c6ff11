import assert from 'node:assert/strict';
import { it } from 'node:test';
import { putMembership } from '../../src/store/tables/person/users.ts';
import { ok } from '../support/api/customer.ts';
import { sentQuote } from '../support/api/quotes.ts';
import { personWith, signIn, type TestPerson } from '../support/console/sign-in.ts';
import { MINUTE } from '../support/service/clock.ts';
import { describeService, startTestService } from '../support/service/service.ts';

/** A request that names no account. */
const NO_ACCOUNT = { headers: { 'Proffer-Account': '' } };

describeService((service) => {
  const enter = (person: TestPerson, accountId: string) =>
    personWith(service(), person.browserCookie.value, accountId);

  it('a person creates an account, owns it and works in it', async () => {
    const own = await service().newAccount();
    const ada = await signIn(service(), { accountId: own.accountId, role: 'reader' });
    const input = {
      name: 'Second',
      country: 'SE',
      currency: 'SEK',
      locale: 'sv-SE',
      timeZone: 'Europe/Stockholm',
    };
    const made = await ada.post('/accounts', input, NO_ACCOUNT);
    assert.equal(made.status, 201, made.text);
    assert.equal(made.headers.get('Location'), '/api/v1/account');
    const { id, kind, email, ...rest } = made.body;
    assert.deepEqual([kind, email], ['live', ada.email]);
    assert.deepEqual({ ...rest, ...input }, rest);
    const second = enter(ada, id);
    const read = await second.get('/account');
    assert.deepEqual([read.body, read.headers.get('ETag')], [made.body, made.headers.get('ETag')]);
    ok(await second.put('/customers/first', { name: 'Grace', email: 'grace@example.test' }));
    const listed = ok(await ada.get('/accounts', NO_ACCOUNT)).data;
    assert.deepEqual(
      new Set(listed.map(({ id, role }: TestPerson & { id: string; role: string }) => `${id} ${role}`)),
      new Set([`${own.accountId} reader`, `${id} owner`]),
    );
  });

  it('a new account has nothing of the other one, and the other way round', async () => {
    const own = await service().newAccount({ name: 'Walrus' });
    const quote = await sentQuote(own);
    const ada = await signIn(service(), { accountId: own.accountId });
    const { id } = ok(await ada.post('/accounts', { name: 'Empty', kind: 'test' }, NO_ACCOUNT));
    const second = enter(ada, id);
    for (const path of [
      '/quotes',
      '/customers',
      '/invoices',
      '/catalogue-items',
      '/templates',
      '/events',
      '/keys',
    ]) {
      const reply = await second.get(path);
      assert.deepEqual([path, ok(reply).data], [path, []]);
      assert.ok(!reply.text.includes('Walrus'));
    }
    assert.equal((await second.get(`/quotes/${quote.id}`)).status, 404);
    assert.deepEqual(
      ok(await second.get('/users')).data.map(({ id }: { id: string }) => id),
      [ada.userId],
    );
    const member = await signIn(service(), { accountId: own.accountId, role: 'owner' });
    assert.equal((await enter(member, id).get('/customers/none')).body.code, 'not_found');
    assert.ok(!(await member.get('/accounts')).text.includes(id));
  });

  it('only the session of a person who has just signed in, from our own page, creates one', async () => {
    const own = await service().newAccount();
    const ada = await signIn(service(), { accountId: own.accountId });
    const body = { name: 'Second' };
    const refused = async (reply: Promise<{ status: number; body: { code: string } }>) => {
      const { status, body } = await reply;
      return [status, body.code];
    };
    assert.deepEqual(await refused(own.post('/accounts', body)), [403, 'forbidden']);
    assert.deepEqual(await refused(own.get('/accounts')), [403, 'forbidden']);
    assert.deepEqual(await refused(service().client().post('/accounts', body)), [401, 'unauthorized']);
    const elsewhere = { headers: { 'Proffer-Account': '', Origin: 'https://evil.example' } };
    assert.deepEqual(await refused(ada.post('/accounts', body, elsewhere)), [403, 'cross_site']);
    service().clock.advance(16 * MINUTE);
    assert.deepEqual(await refused(ada.post('/accounts', body, NO_ACCOUNT)), [403, 'sign_in_again']);
    assert.equal(ok(await ada.get('/accounts', NO_ACCOUNT)).data.length, 1);
  });

  it('a repeat returns the first response, and the key of another person is another key', async () => {
    const { accountId } = await service().newAccount();
    const [ada, grace] = [await signIn(service(), { accountId }), await signIn(service(), { accountId })];
    const headers = { 'Proffer-Account': '', 'Idempotency-Key': 'second' };
    const create = ({ post }: TestPerson, name = 'Second') => post('/accounts', { name }, { headers });
    const [first, again] = await Promise.all([create(ada), create(ada)]);
    assert.deepEqual([first.status, again.status, again.body.id], [201, 201, first.body.id]);
    assert.equal((await create(ada)).headers.get('Idempotency-Replayed'), 'true');
    assert.equal((await create(ada, 'Third')).body.code, 'idempotency_mismatch');
    assert.notEqual(ok(await create(grace)).id, first.body.id);
    assert.equal(ok(await ada.get('/accounts', NO_ACCOUNT)).data.length, 2);
  });

  it('bad values are named, and create nothing', async () => {
    const ada = await signIn(service(), { accountId: (await service().newAccount()).accountId });
    const paths = async (body: unknown) => {
      const reply = await ada.post('/accounts', body as object, NO_ACCOUNT);
      assert.deepEqual([reply.status, reply.body.code], [400, 'validation_failed']);
      return reply.body.errors.map(({ path }: { path: string }) => path);
    };
    assert.deepEqual(await paths({}), ['/name']);
    assert.deepEqual(await paths({ name: ' ' }), ['/name']);
    assert.deepEqual(await paths({ name: 'x'.repeat(201), country: 'se', currency: 'XX' }), [
      ...['/name', '/country', '/currency'],
    ]);
    assert.deepEqual(await paths({ name: 'A', timeZone: 'Mars/Olympus', id: 'acc_1' }), ['/id', '/timeZone']);
    assert.deepEqual(await paths({ name: 'A', locale: 'not a locale', kind: 'demo' }), ['/kind', '/locale']);
    assert.equal(ok(await ada.get('/accounts', NO_ACCOUNT)).data.length, 1);
  });

  it('of concurrent requests at the limit one succeeds, and accounts that others own do not count', async () => {
    const ada = await signIn(service(), { accountId: (await service().newAccount()).accountId });
    const others = await Promise.all([1, 2, 3].map(() => service().newAccount()));
    await service().db.write(async (tx) => {
      for (const { accountId } of others)
        await putMembership(tx, ada.userId, { accountId, role: 'member' }, 0);
    });
    // Of ten, the first belongs to the person already.
    for (let n = 2; n <= 9; n++) ok(await ada.post('/accounts', { name: `Number ${n}` }, NO_ACCOUNT));
    const replies = await Promise.all(
      [1, 2, 3, 4].map((n) => ada.post('/accounts', { name: `Race ${n}` }, NO_ACCOUNT)),
    );
    assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 403, 403, 403]);
    const { body } = replies.find(({ status }) => status === 403) ?? {};
    assert.equal(body.code, 'too_many_accounts');
    assert.match(body.detail, /10 accounts/);
    const owned = ok(await ada.get('/accounts', NO_ACCOUNT)).data;
    assert.equal(owned.filter(({ role }: { role: string }) => role === 'owner').length, 10);
  });
});

it('with a limit of 0 only the operator creates accounts', async (t) => {
  const service = await startTestService({ env: { ACCOUNTS_PER_PERSON: '0' } });
  t.after(() => service.close());
  const ada = await signIn(service);
  const reply = await ada.post('/accounts', { name: 'Second' }, NO_ACCOUNT);
  assert.deepEqual([reply.status, reply.body.code], [403, 'too_many_accounts']);
  assert.match(reply.body.detail, /proffer accounts create/);
  assert.doesNotMatch((await ada.page(`/${ada.accountId}/`)).text, /accounts\/new/);
});
