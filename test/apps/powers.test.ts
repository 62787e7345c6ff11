import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readInstallationSecret } from '../../src/actions/people/command-line.ts';
import { newResetCode } from '../../src/actions/people/passwords/reset-password.ts';
import { approve, decide, expectHeld, openRuledAccount } from '../support/api/approval.ts';
import { appOf, authorizeQuery, connectApp, consent, newVerifier, refresh } from '../support/apps/connect.ts';
import { openPage, signIn } from '../support/console/sign-in.ts';
import { describeService } from '../support/service/service.ts';

const ITEMS = [{ description: 'Work', quantity: 1, unitPrice: 1000 }];

describeService((service) => {
  test('a token may do what its scope and the role of the person both allow, at each request', async () => {
    const { accountId, customerId } = await service().newAccount();
    const owner = await signIn(service(), { accountId });
    const member = await signIn(service(), { accountId, role: 'member' });
    const quote = { customerId, title: 'By an app', items: ITEMS };
    const [reading, drafting, writing] = [
      await connectApp(service(), member, { access: 'read' }),
      await connectApp(service(), member, { access: 'draft' }),
      await connectApp(service(), member, { access: 'write' }),
    ];
    const refused = await reading.api.post('/quotes', quote);
    assert.deepEqual([refused.status, refused.body.code], [403, 'forbidden']);
    assert.equal(
      refused.headers.get('WWW-Authenticate'),
      'Bearer error="insufficient_scope", scope="read draft"',
    );
    const drafted = await drafting.api.post('/quotes', quote);
    assert.equal(drafted.status, 201, drafted.text);
    assert.equal((await drafting.api.post(`/quotes/${drafted.body.id}/send`)).status, 403);
    assert.equal(
      (await writing.api.post(`/quotes/${drafted.body.id}/send`, { email: 'a@example.test' })).status,
      200,
    );

    await owner.patch(`/users/${member.userId}`, { role: 'reader' });
    assert.equal((await writing.api.post('/quotes', quote)).status, 403, 'the role counts');
    assert.equal((await drafting.api.post('/quotes', quote)).status, 403);
    const exported = await reading.api.get('/exports/journal?month=2026-01');
    assert.deepEqual([exported.status, exported.body.code], [403, 'forbidden'], 'what no reader exports');
    const read = await writing.api.get(`/quotes/${drafted.body.id}`);
    assert.deepEqual([read.status, read.body.publicUrl], [200, undefined], 'a reader sees no link');
    await owner.patch(`/users/${member.userId}`, { role: 'member' });
    assert.equal((await writing.api.post('/quotes', quote)).status, 201);
    assert.equal((await reading.api.get('/exports/journal?month=2026-01')).status, 200);
  });

  test('not even the app of an owner changes settings, people, keys or webhooks', async () => {
    const { accountId } = await service().newAccount();
    const { api } = await connectApp(service(), await signIn(service(), { accountId }));
    const rejected = [
      await api.patch('/account', { name: 'Taken over' }),
      await api.get('/users'),
      await api.get('/keys'),
      await api.get('/sessions'),
      await api.post('/webhook-endpoints', { url: 'https://example.com/hook' }),
      await api.get('/webhook-endpoints'),
    ];
    for (const { status, body, text } of rejected) {
      assert.deepEqual([status, body.code], [403, 'forbidden'], text);
      assert.match(body.detail, /Connected apps/);
    }
    assert.equal((await api.get('/account')).status, 200);
  });

  test('it counts as a key for madeByKeys, and as the person for who may approve', async () => {
    const { api, owner, approver } = await openRuledAccount(service(), { madeByKeys: true });
    const app = await connectApp(service(), approver);
    const made = await app.api.post('/quotes', {
      customerId: api.customerId,
      title: 'By an app',
      items: ITEMS,
    });
    expectHeld(await app.api.post(`/quotes/${made.body.id}/send`), ['madeByKeys']);
    const own = await decide(approver, 'approve', made.body.id);
    assert.deepEqual([own.status, own.body.code], [403, 'forbidden'], own.text);
    assert.equal((await app.api.post(`/quotes/${made.body.id}/approve`, { note: 'x' })).status, 403);
    assert.equal((await app.api.post(`/quotes/${made.body.id}/request-approval`)).status, 200);
    const shown = await approver.page(`/${api.accountId}/quotes/${made.body.id}`);
    assert.match(shown.text, /You asked for this approval, so someone else must decide/);
    await approve(owner, made.body.id);
    assert.equal((await app.api.post(`/quotes/${made.body.id}/send`)).status, 200);
  });

  test('the history names the person and the app, in the API and in the console', async () => {
    const { accountId, customerId } = await service().newAccount();
    const person = await signIn(service(), { accountId, name: 'Grace Hopper' });
    const app = await connectApp(service(), person);
    const { body } = await app.api.post('/quotes', { customerId, title: 'By an app', items: ITEMS });
    const { actor } = (await person.get(`/quotes/${body.id}/events`)).body.data[0];
    const { id, ...named } = actor;
    assert.match(id, /^grt_/);
    assert.deepEqual(named, { type: 'key', name: 'Grace Hopper (Ledger Robot)', userId: person.userId });
    const page = await person.page(`/${accountId}/quotes/${body.id}`);
    assert.match(page.text, /Grace Hopper \(Ledger Robot\)/);
  });

  test('it sees costs only if the person allowed that, and only while the person sees them', async () => {
    const { accountId, customerId } = await service().newAccount();
    const owner = await signIn(service(), { accountId });
    const member = await signIn(service(), { accountId, role: 'member' });
    await owner.patch(`/users/${member.userId}`, { seesCosts: true });
    const withCosts = await connectApp(service(), member, { costs: 'on' });
    const without = await connectApp(service(), member);
    const items = [{ ...ITEMS[0], cost: 400 }];
    const { body } = await withCosts.api.post('/quotes', { customerId, title: 'Costed', items });
    assert.equal(body.items[0].cost, 400);
    assert.equal((await without.api.get(`/quotes/${body.id}`)).body.items[0].cost, undefined);
    await owner.patch(`/users/${member.userId}`, { seesCosts: false });
    assert.equal((await withCosts.api.get(`/quotes/${body.id}`)).body.items[0].cost, undefined);
  });

  test('it ends with the membership, and does not come back with it', async () => {
    const { accountId } = await service().newAccount();
    const owner = await signIn(service(), { accountId });
    const member = await signIn(service(), { accountId, role: 'member' });
    const other = await service().newAccount();
    await service().db.write((tx) =>
      tx.run(
        'INSERT INTO memberships (account_id, user_id, role, sees_costs, may_approve, created_at) VALUES (?, ?, ?, 0, 0, 1)',
        ...[other.accountId, member.userId, 'member'],
      ),
    );
    const app = await connectApp(service(), member);
    const elsewhere = await connectApp(service(), member, { account: other.accountId });
    assert.equal((await owner.delete(`/users/${member.userId}`)).status, 204);
    assert.equal((await app.api.get('/quotes')).status, 401);
    assert.equal((await refresh(service(), app)).body.error, 'invalid_grant');
    assert.equal((await elsewhere.api.get('/quotes')).status, 200, 'another account is not concerned');
    await service().db.write((tx) =>
      tx.run(
        'INSERT INTO memberships (account_id, user_id, role, sees_costs, may_approve, created_at) VALUES (?, ?, ?, 0, 0, 1)',
        ...[accountId, member.userId, 'member'],
      ),
    );
    assert.equal((await app.api.get('/quotes')).status, 401);
  });

  test('it ends when the password of the person is reset', async () => {
    const { accountId } = await service().newAccount();
    const person = await signIn(service(), { accountId });
    const app = await connectApp(service(), person);
    const { db, config, clock, url } = service();
    const secret = (await readInstallationSecret({ db, config })) ?? '';
    const code = await db.write((tx) => newResetCode(tx, { secret }, person.email, clock()));
    const form = { email: person.email, code, password: 'tide pool lantern' };
    const reset = await openPage(url, '/reset/password', form, { Origin: url });
    assert.equal(reset.status, 303, reset.text);
    assert.equal((await app.api.get('/quotes')).status, 401);
    assert.equal((await refresh(service(), app)).body.error, 'invalid_grant');
  });

  test('the last use is recorded', async () => {
    const { accountId } = await service().newAccount();
    const person = await signIn(service(), { accountId });
    const app = await connectApp(service(), person);
    const path = `/${accountId}/settings/apps`;
    assert.match((await person.page(path)).text, /Last used: never/);
    assert.equal((await app.api.get('/quotes')).status, 200);
    await service().runJob('key use');
    assert.match((await person.page(path)).text, /Last used: <time/);
  });

  test('the rule of two-step verification applies to apps, whenever it is turned on', async () => {
    const { accountId } = await service().newAccount();
    const owner = await signIn(service(), { accountId });
    const app = await connectApp(service(), owner);
    await service().db.write((tx) =>
      tx.run('UPDATE sessions SET two_step = 1 WHERE user_id = ?', owner.userId),
    );
    const { status, text } = await owner.patch('/account', { requireTwoStep: true });
    assert.equal(status, 200, text);
    const blocked = await app.api.get('/quotes');
    assert.deepEqual([blocked.status, blocked.body.code], [403, 'two_step_required']);
    const verified = await connectApp(service(), owner);
    assert.equal((await verified.api.get('/quotes')).status, 200);
    await service().db.write((tx) =>
      tx.run('UPDATE sessions SET two_step = 0 WHERE user_id = ?', owner.userId),
    );
    const { challenge } = newVerifier();
    const query = authorizeQuery(await appOf(service()), challenge);
    assert.match((await owner.page(`/oauth/authorize?${query}`)).text, /cannot open any account/);
    await assert.rejects(consent(owner, query));
  });

  test('a closed account is not offered, and what is connected to it may read', async () => {
    const { accountId, customerId } = await service().newAccount({ name: 'Done & Co' });
    const owner = await signIn(service(), { accountId });
    const app = await connectApp(service(), owner);
    const closed = await owner.post('/account/close', { name: 'Done & Co' });
    assert.equal(closed.status, 200, closed.text);
    assert.equal((await app.api.get('/quotes')).status, 200);
    const made = await app.api.post('/quotes', { customerId, title: 'Too late', items: ITEMS });
    assert.deepEqual([made.status, made.body.code], [403, 'account_closed']);
    assert.equal((await refresh(service(), app)).status, 200);
    const query = authorizeQuery(await appOf(service()), newVerifier().challenge);
    assert.match((await owner.page(`/oauth/authorize?${query}`)).text, /cannot open any account/);
    const form = {
      request: query,
      user: owner.userId,
      account: accountId,
      access: 'read',
      decision: 'allow',
    };
    assert.equal((await owner.page('/oauth/authorize', form)).status, 400);
  });

  test('requests are counted per grant', async () => {
    const { accountId } = await service().newAccount();
    const person = await signIn(service(), { accountId });
    const [first, second] = [await connectApp(service(), person), await connectApp(service(), person)];
    const left = async ({ api }: typeof first) =>
      Number(/r=(\d+)/.exec((await api.get('/quotes')).headers.get('RateLimit') ?? '')?.[1]);
    const [one, two] = [await left(first), await left(second)];
    assert.equal(one, two, 'neither counts for the other');
    assert.equal(await left(first), one - 1);
  });
});
