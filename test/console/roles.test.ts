import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeTotpCode } from '../../src/actions/people/second-factor/totp.ts';
import { startSession } from '../../src/actions/people/sessions.ts';
import type { Endpoint } from '../../src/api/endpoint.ts';
import { ENDPOINTS } from '../../src/api/endpoints.ts';
import { hasRole } from '../../src/domain/people/role.ts';
import { CONSOLE_ROUTES } from '../../src/pages/console/routes.ts';
import { insertPasskey } from '../../src/store/tables/person/passkeys.ts';
import { putMembership } from '../../src/store/tables/person/users.ts';
import { createQuote, sentQuote } from '../support/api/quotes.ts';
import { hashCheaply } from '../support/console/cheap-hash.ts';
import {
  openPage,
  type PageAnswer,
  personWith,
  signIn,
  type TestPerson,
  tokenIn,
} from '../support/console/sign-in.ts';
import type { Client } from '../support/service/client.ts';
import { DAY, MINUTE } from '../support/service/clock.ts';
import { describeService } from '../support/service/service.ts';

/** Routes for owners only, independent of what the endpoints declare. */
const OWNER_PATHS =
  /^\/api\/v1\/(account\/(?:close|reopen|export)|users|invitations|sessions|keys|payment-provider|mail-account|quotes\/:id\/(?:approve|reject)|customers\/:id\/(?:erase|export))(\/|$)/;
const OF_SETTINGS =
  /^(?:[A-Z]+ \/api\/v1\/webhook-endpoints(\/|$)|POST \/api\/v1\/events\/[^/]+\/resend$|PATCH \/api\/v1\/account$)/;
/** POST routes that change nothing. */
const READS = ['POST /api/v1/quotes/preview'];

/** Files that are for those who may write: what came by email, and what has the link of the customer. */
const OF_WRITERS = ['messages/:messageId/attachments/:index', 'evidence'].map(
  (file) => `GET /api/v1/quotes/:id/${file}`,
);

type Who = 'owner' | 'member' | 'reader' | 'stranger' | 'other owner' | 'key' | 'reading key';

/** Checks only the authorization: the handler may still respond 404 or 400 to an empty body. */
function expected(who: Who, { method, path }: Endpoint): 'in' | number {
  const route = `${method} ${path}`;
  const isWrite = OF_WRITERS.includes(route) || (method !== 'GET' && !READS.includes(route));
  if (who === 'stranger') return 401;
  if (path === '/api/v1/accounts') return who === 'key' || who === 'reading key' ? 403 : 'in';
  if (who === 'other owner') return 404;
  if (OWNER_PATHS.test(path)) return who === 'owner' ? 'in' : 403;
  if (OF_SETTINGS.test(route) && (who === 'member' || who === 'reader')) return 403;
  if (isWrite && (who === 'reader' || who === 'reading key')) return 403;
  return 'in';
}

describeService((service) => {
  test('every endpoint admits only the documented roles', async () => {
    const account = await service().newAccount();
    const { accountId } = account;
    const { secret } = await service().newKey(accountId, 'read');
    const elsewhere = await signIn(service(), { accountId: (await service().newAccount()).accountId });
    const there = { headers: { 'Proffer-Account': accountId } };
    const people: Record<Who, Pick<Client, 'request'>> = {
      owner: await signIn(service(), { accountId, role: 'owner' }),
      member: await signIn(service(), { accountId, role: 'member' }),
      reader: await signIn(service(), { accountId, role: 'reader' }),
      stranger: service().client(),
      'other owner': { request: (method, path, body) => elsewhere.request(method, path, body, there) },
      key: account,
      'reading key': service().client(secret),
    };
    const wrong: string[] = [];
    for (const endpoint of ENDPOINTS) {
      const path = endpoint.path.replace('/api/v1', '').replaceAll(/:\w+/g, 'none');
      for (const [who, { request }] of Object.entries(people) as [Who, Pick<Client, 'request'>][]) {
        const url = `${service().url}/api/v1${path}`;
        const status = await statusOf(request, endpoint.method, path);
        const wanted = expected(who, endpoint);
        const isRight = wanted === 'in' ? ![401, 403].includes(status) : status === wanted;
        if (!isRight) wrong.push(`${endpoint.method} ${url} by ${who}: ${status}, not ${wanted}`);
      }
    }
    assert.deepEqual(wrong, []);
    assert.ok(ENDPOINTS.length > 40);
  });

  test('a form that is submitted after the session ended keeps what was typed, except secrets', async () => {
    const { accountId } = await service().newAccount();
    const post = (path: string, form: Record<string, string>, origin = service().url) =>
      openPage(service().url, `/${accountId}${path}`, form, {
        Origin: origin,
        Cookie: 'proffer_session=ended',
      });
    const typed = { name: 'Ada "Countess" <Lovelace>', address: '\nOne\nTwo' };
    const late = await post('/customers/new', typed);
    assert.equal(late.status, 401);
    assert.match(late.text, /<a [^>]*href="\/sign-in" target="_blank"/);
    assert.ok(late.text.includes(`<form method="post" action="/${accountId}/customers/new">`));
    assert.ok(
      late.text.includes(
        '<textarea name="name" hidden>\nAda &quot;Countess&quot; &lt;Lovelace&gt;</textarea>',
      ),
    );
    assert.ok(late.text.includes('<textarea name="address" hidden>\n\nOne\nTwo</textarea>'));

    const secret = await post('/settings/you/password', { currentPassword: 'tide', password: 'pool' });
    assert.match(secret.location ?? '', /^\/sign-in\?/);
    const foreign = await post('/customers/new', typed, 'http://elsewhere.test');
    assert.match(foreign.location ?? '', /^\/sign-in\?/);
  });

  test('every page of the console admits only the documented roles', async () => {
    const { accountId } = await service().newAccount();
    const elsewhere = (await service().newAccount()).accountId;
    const roles = ['owner', 'member', 'reader'] as const;
    const people = await Promise.all(roles.map((role) => signIn(service(), { accountId, role })));
    const other = await signIn(service(), { accountId: elsewhere });
    const wrong: string[] = [];
    for (const { method, path, minRole } of CONSOLE_ROUTES) {
      const url = `/${accountId}${path.replaceAll(/:\w+/g, 'none')}`;
      const form = method === 'POST' ? {} : undefined;
      const note = (who: string, { status, location }: PageAnswer, isRight: boolean) => {
        if (!isRight) wrong.push(`${method} ${path} by ${who}: ${status} ${location ?? ''}`);
      };
      const ours = { Origin: service().url };
      const stranger = await openPage(service().url, url, form, ours);
      const isAsked = /^\/sign-in\?to=/.test(stranger.location ?? '') || stranger.status === 401;
      note('a stranger', stranger, isAsked);
      const visitor = await other.page(url, form);
      note('another account', visitor, visitor.status === 404);
      for (const [index, role] of roles.entries()) {
        const person = people[index] as TestPerson;
        // Allowed forms are not submitted, because they may change what the other roles see.
        if (hasRole(role, minRole) && method === 'POST') continue;
        const seen = await person.page(url, form);
        note(role, seen, hasRole(role, minRole) ? seen.status !== 403 : seen.status === 403);
      }
      if (method === 'GET') continue;
      for (const origin of ['null', 'http://127.0.0.1:1', `http://sub.${new URL(service().url).host}`]) {
        const forged = await (people[0] as TestPerson).page(url, {}, { Origin: origin });
        note(`a forger at ${origin}`, forged, forged.status === 403);
      }
    }
    assert.deepEqual(wrong, []);
    const ofOwners = CONSOLE_ROUTES.filter(({ path }) => /^\/settings\/(people|keys|webhooks)/.test(path));
    assert.deepEqual([...new Set(ofOwners.map(({ minRole }) => minRole))], ['owner']);
  });

  test('a member sees the link to the customer page, a reader does not', async () => {
    const account = await service().newAccount();
    const quote = await sentQuote(account);
    const as = (role: 'member' | 'reader') => signIn(service(), { accountId: account.accountId, role });
    const [member, reader] = [await as('member'), await as('reader')];
    assert.match((await member.get(`/quotes/${quote.id}`)).body.publicUrl, /\/q\//);
    for (const path of ['', '/events', '/revisions', '/messages']) {
      const reply = await reader.get(`/quotes/${quote.id}${path}`);
      assert.equal(reply.status, 200);
      assert.doesNotMatch(reply.text, /publicUrl|\/q\/\w/, path);
    }
    assert.doesNotMatch((await reader.get('/quotes')).text, /publicUrl/);
    const headers = {
      Accept: 'application/json',
      Cookie: reader.cookie,
      'Proffer-Account': reader.accountId,
    };
    assert.equal((await fetch(`${service().url}/outbox`, { headers })).status, 401);
  });

  test('an owner changes roles with immediate effect and a new token, and the last owner stays', async () => {
    const { accountId, customerId } = await service().newAccount();
    const owner = await signIn(service(), { accountId });
    const second = await signIn(service(), { accountId, role: 'member', name: 'Second' });
    const { data } = (await owner.get('/users')).body;
    assert.deepEqual(data.map(({ name, role }: TestPerson & { role: string }) => [name, role]).sort(), [
      ['Ada Lovelace', 'owner'],
      ['Second', 'member'],
    ]);
    await createQuote(second, { customerId });
    const changed = await owner.patch(`/users/${second.userId}`, { role: 'reader' });
    assert.deepEqual([changed.status, changed.body.role], [200, 'reader']);
    const refused = await second.post('/quotes', {});
    assert.equal(refused.status, 403);
    const token = /proffer_session=([^;]+)/.exec(refused.headers.get('Set-Cookie') ?? '')?.[1];
    assert.ok(token, 'the next answer has a new token');
    const renewed = { headers: { Cookie: `proffer_session=${token}` } };
    assert.equal((await second.get('/quotes', renewed)).status, 200);
    assert.equal((await second.get('/quotes')).status, 200, 'what was under way still gets its answer');
    service().clock.advance(2 * MINUTE);
    assert.equal((await second.get('/quotes')).status, 401, 'the token before is over');
    assert.equal((await second.get('/quotes', renewed)).status, 200);

    assert.equal((await owner.patch(`/users/${owner.userId}`, { role: 'member' })).body.code, 'last_owner');
    assert.equal((await owner.delete(`/users/${owner.userId}`)).status, 409);
    assert.equal((await owner.patch(`/users/${second.userId}`, { role: 'boss' })).status, 400);
    assert.equal((await owner.patch('/users/usr_none', { role: 'owner' })).status, 404);
    assert.equal((await owner.delete(`/users/${second.userId}`)).status, 204);
    assert.equal((await second.get('/quotes', renewed)).status, 401);
    const rows = await service().db.read.all('SELECT id FROM users WHERE id = ?', second.userId);
    assert.deepEqual(rows, [], 'who belongs nowhere is gone');
  });

  test('one of two owners who remove each other concurrently stays', async () => {
    const { accountId } = await service().newAccount();
    const [one, two] = [await signIn(service(), { accountId }), await signIn(service(), { accountId })];
    const replies = await Promise.all([
      one.delete(`/users/${two.userId}`),
      two.delete(`/users/${one.userId}`),
    ]);
    const statuses = replies.map(({ status }) => status).sort();
    assert.ok(['204,401', '204,404', '204,409'].includes(statuses.join()), statuses.join());
  });

  test('only an owner lists and ends keys and the sessions of all people', async () => {
    const account = await service().newAccount();
    const owner = await signIn(service(), { accountId: account.accountId });
    const repeat = { headers: { 'Idempotency-Key': 'website' } };
    const made = await owner.post('/keys', { name: 'Website', scopes: ['read'] }, repeat);
    const again = await owner.post('/keys', { name: 'Website', scopes: ['read'] }, repeat);
    assert.deepEqual([again.status, again.body], [201, made.body]);
    const kept = await service().db.read.all(
      'SELECT * FROM idempotency WHERE account_id = ?',
      account.accountId,
    );
    assert.ok(kept.length > 0);
    assert.doesNotMatch(JSON.stringify(kept), /prf_test_/, 'the key is nowhere in the database');
    assert.equal(made.status, 201);
    const program = service().client(made.body.secret);
    assert.equal((await program.get('/quotes')).status, 200);
    assert.equal((await program.post('/quotes', {})).status, 403);
    const listed = (await owner.get('/keys')).body.data;
    assert.deepEqual(listed.map(({ name }: { name: string }) => name).sort(), ['Test', 'Website']);
    assert.doesNotMatch(JSON.stringify(listed), /prf_test_\w{10}/);
    assert.equal((await owner.post('/keys', { name: ' ' })).status, 400);
    assert.equal((await owner.delete(`/keys/${made.body.id}`)).status, 204);
    assert.equal((await owner.delete(`/keys/${made.body.id}`)).status, 404);
    const other = await service().newAccount();
    assert.equal((await owner.delete(`/keys/${other.keyId}`)).status, 404);

    const member = await signIn(service(), { accountId: account.accountId, role: 'member' });
    assert.equal((await member.get('/quotes')).status, 200);
    const sessions = (await owner.get('/sessions')).body.data;
    assert.deepEqual(sessions.map(({ current }: { current: boolean }) => current).sort(), [false, true]);
    const theirs = sessions.find(({ userId }: { userId: string }) => userId === member.userId);
    assert.equal((await owner.delete(`/sessions/${theirs.id}`)).status, 204);
    assert.equal((await member.get('/quotes')).status, 401);
    const stranger = await signIn(service(), { accountId: other.accountId });
    assert.equal((await stranger.delete(`/sessions/${sessions[0].id}`)).status, 404);

    service().clock.advance(16 * MINUTE);
    assert.equal((await owner.get('/keys')).status, 200);
    assert.equal((await owner.post('/keys', { name: 'Late' })).body.code, 'sign_in_again');
    assert.equal((await owner.delete(`/users/${owner.userId}`)).body.code, 'sign_in_again');
  });

  test('an owner sees and ends a shared person’s session only in the own account', async () => {
    const [ours, theirs] = [await service().newAccount(), await service().newAccount()];
    const [owner, other] = [
      await signIn(service(), { accountId: ours.accountId }),
      await signIn(service(), { accountId: theirs.accountId }),
    ];
    const shared = await signIn(service(), { accountId: ours.accountId, role: 'member' });
    const membership = { accountId: theirs.accountId, role: 'member' } as const;
    await service().db.write((tx) => putMembership(tx, shared.userId, membership, service().clock()));
    const there = { headers: { 'Proffer-Account': theirs.accountId } };
    const seenBy = async (person: TestPerson) =>
      (await person.get('/sessions')).body.data.filter(
        ({ userId }: { userId: string }) => userId === shared.userId,
      );
    const lastSeen = async (person: TestPerson) =>
      (await person.get('/users')).body.data.find(({ id }: { id: string }) => id === shared.userId)
        .lastSeenAt;

    assert.equal((await shared.get('/quotes', there)).status, 200);
    assert.deepEqual(await seenBy(owner), [], 'it was never used here');
    assert.equal(await lastSeen(owner), null);
    const [session] = await seenBy(other);
    assert.equal((await owner.delete(`/sessions/${session.id}`)).status, 404);
    assert.equal((await shared.get('/quotes', there)).status, 200);

    const before = new Date(service().clock()).toISOString();
    assert.equal((await shared.page(`/${ours.accountId}/quotes`)).status, 200);
    service().clock.advance(11 * MINUTE);
    await shared.get('/quotes', there);
    assert.deepEqual(
      (await seenBy(owner)).map(({ id, lastSeenAt }: { id: string; lastSeenAt: string }) => [id, lastSeenAt]),
      [[session.id, before]],
      'as it was last used here',
    );
    assert.equal(await lastSeen(owner), before);
    assert.ok((await lastSeen(other)) > before);

    assert.equal((await owner.delete(`/sessions/${session.id}`)).status, 204);
    assert.equal((await owner.delete(`/sessions/${session.id}`)).status, 404);
    assert.deepEqual(await seenBy(owner), []);
    assert.equal((await shared.get('/quotes')).status, 401);
    const page = await shared.page(`/${ours.accountId}/quotes`);
    assert.equal(page.location, `/sign-in?again=1&to=${encodeURIComponent(`/${ours.accountId}/quotes`)}`);
    assert.equal((await shared.page('/')).location, `/${theirs.accountId}/`);
    assert.equal((await shared.get('/quotes', there)).status, 200, 'the other account is not concerned');
    assert.equal((await seenBy(other)).length, 1);

    const rows = async () => {
      const found = await service().db.read.all<{ account_id: string }>(
        'SELECT account_id FROM session_accounts WHERE user_id = ?',
        shared.userId,
      );
      return found.map((row) => row.account_id);
    };
    assert.equal((await owner.delete(`/users/${shared.userId}`)).status, 204);
    assert.deepEqual(await rows(), [theirs.accountId]);
    service().clock.advance(91 * DAY);
    await service().runJob('clean-up');
    assert.deepEqual(await rows(), []);
  });

  test('an owner requires two-step verification, and a person without it can do nothing else first', async () => {
    const { accountId, key } = await service().newAccount();
    const program = service().client(key);
    const owner = await signIn(service(), { accountId });
    const member = await signIn(service(), { accountId, role: 'member' });
    assert.equal((await program.get('/account')).body.requireTwoStep, false);
    const byKey = await program.patch('/account', { requireTwoStep: true });
    assert.deepEqual([byKey.status, byKey.body.code], [403, 'forbidden']);
    assert.equal((await program.patch('/account', { requireTwoStep: false, name: 'Same' })).status, 200);
    assert.equal((await member.patch('/account', { requireTwoStep: true })).status, 403);
    service().clock.advance(16 * MINUTE);
    assert.equal((await owner.patch('/account', { requireTwoStep: true })).body.code, 'sign_in_again');
    assert.equal((await owner.patch('/account', { phone: '123' })).status, 200);
    const people = `/${accountId}/settings/people`;
    const late = await owner.page(`${people}/two-step`, { require: '1' });
    assert.equal(late.status, 401);
    assert.match(late.text, /name="require" hidden>\n1</);
    assert.equal((await program.get('/account')).body.requireTwoStep, false);

    const boss = await signIn(service(), { accountId });
    assert.match((await boss.page(people)).text, /Require two-step verification/);
    assert.match((await boss.page(`${people}/two-step`, { require: '1' })).location ?? '', /notice=two-step/);
    assert.equal((await program.get('/account')).body.requireTwoStep, true);
    assert.equal((await program.get('/quotes')).status, 200, 'keys are not concerned');
    const you = `/${accountId}/settings/you`;
    for (const person of [boss, member]) {
      const refused = await person.get('/quotes');
      assert.deepEqual([refused.status, refused.body.code], [403, 'two_step_required']);
      for (const path of ['/', '/quotes', '/customers/new']) {
        assert.equal((await person.page(`/${accountId}${path}`)).location, you, path);
      }
      assert.equal((await person.page(`/${accountId}/customers/new`, { name: 'X' })).location, you);
    }
    assert.match((await boss.page(`${people}/two-step`, { require: '0' })).location ?? '', new RegExp(you));
    const led = await boss.page(you);
    assert.equal(led.status, 200);
    assert.match(led.text, /This business requires two-step verification/);

    const offered = await boss.page(`${you}/second-factor/start`, {});
    const secret = /<code class="once" dir="ltr">([^<]+)</.exec(offered.text)?.[1]?.replaceAll(' ', '') ?? '';
    const sealed = /name="key" value="([^"]+)"/.exec(offered.text)?.[1] ?? '';
    const code = computeTotpCode(secret, Math.floor(service().clock() / 30_000));
    assert.equal((await boss.page(`${you}/second-factor`, { key: sealed, code })).status, 200);
    assert.equal((await boss.get('/quotes')).status, 200);
    assert.doesNotMatch((await boss.page(you)).text, /requires two-step/);
    assert.match((await boss.page(`${you}/second-factor/end`, {})).location ?? '', /second-ended/);
    assert.equal((await boss.get('/quotes')).body.code, 'two_step_required', 'nobody turns it off and stays');

    const elsewhere = await signIn(service());
    assert.equal((await elsewhere.get('/quotes')).status, 200, 'other accounts are not concerned');
  });

  test('a passkey meets the requirement in the session that it started, not as an addition to a password', async () => {
    const { accountId } = await service().newAccount();
    const owner = await signIn(service(), { accountId, password: hashCheaply('tide pool lantern') });
    assert.equal((await owner.patch('/account', { requireTwoStep: true })).status, 200);
    const { db, clock } = service();
    const passkey = {
      ...{ id: `passkey-${accountId}`, public_key: new Uint8Array([1]), counter: 0, transports: '[]' },
      ...{ user_id: owner.userId, name: 'Laptop', created_at: clock() },
    };
    await db.write((tx) => insertPasskey(tx, passkey));
    const form = { email: owner.email, password: 'tide pool lantern' };
    const entered = await openPage(service().url, '/sign-in', form, { Origin: service().url });
    const byPassword = personWith(service(), tokenIn(entered) ?? '', accountId);
    assert.equal((await byPassword.get('/quotes')).body.code, 'two_step_required');
    const { token } = await db.write((tx) =>
      startSession(tx, owner.userId, { agent: 'Test', isTwoStep: true }, clock()),
    );
    const byPasskey = personWith(service(), token, accountId);
    assert.equal((await byPasskey.get('/quotes')).status, 200);
    const remove = `/${accountId}/settings/you/passkeys/remove`;
    const stranger = await signIn(service(), { accountId });
    const kept = await stranger.page(remove, { id: passkey.id });
    assert.match(kept.location ?? '', /notice=passkey-gone$/, 'it is not theirs');
    assert.match((await stranger.page(kept.location ?? '')).text, /nothing was removed/);
    assert.equal((await byPasskey.get('/quotes')).status, 200, 'it is still there');
    await byPasskey.page(remove, { id: passkey.id });
    assert.equal((await byPasskey.get('/quotes')).body.code, 'two_step_required');
  });
});

async function statusOf(request: Client['request'], method: string, path: string): Promise<number> {
  const body = method === 'GET' || method === 'DELETE' ? undefined : {};
  try {
    return (await request(method, path, body)).status;
  } catch (error) {
    // The OpenAPI document does not list the errors that only sessions can get.
    const status = /answered (\d+)/.exec((error as Error).message)?.[1];
    if (status === undefined) throw error;
    return Number(status);
  }
}
