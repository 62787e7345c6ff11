import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENDPOINTS } from '../../src/app.ts';
import { isAtLeast } from '../../src/domain/person/role.ts';
import type { Endpoint } from '../../src/http/api/endpoint.ts';
import { CONSOLE_ROUTES } from '../../src/http/pages/console/routes.ts';
import { createQuote, sentQuote } from '../support/api/quotes.ts';
import { openPage, type PageAnswer, signIn, type TestPerson } from '../support/console/sign-in.ts';
import type { Client } from '../support/service/client.ts';
import { MINUTE } from '../support/service/clock.ts';
import { describeService } from '../support/service/service.ts';

/** What the owner of a business keeps to themselves, whatever the endpoints say of themselves. */
const OF_OWNERS = /^\/api\/v1\/(users|invitations|sessions|keys)(\/|$)/;
const OF_SETTINGS = /^(?:[A-Z]+ \/api\/v1\/webhook-endpoints(\/|$)|PATCH \/api\/v1\/account$)/;
/** POSTs that change nothing. */
const READS = ['POST /api/v1/quotes/preview'];

type Who = 'owner' | 'member' | 'reader' | 'stranger' | 'other owner' | 'key' | 'reading key';

/** Whether the door opens: what is behind it may still say 404 or 400 to an empty body. */
function expected(who: Who, { method, path }: Endpoint): 'in' | number {
  const route = `${method} ${path}`;
  const isWrite = method !== 'GET' && !READS.includes(route);
  if (who === 'stranger') return 401;
  if (who === 'other owner') return 404;
  if (OF_OWNERS.test(path)) return who === 'owner' ? 'in' : 403;
  if (OF_SETTINGS.test(route) && (who === 'member' || who === 'reader')) return 403;
  if (isWrite && (who === 'reader' || who === 'reading key')) return 403;
  return 'in';
}

describeService((service) => {
  test('every endpoint, by everybody who may come', async () => {
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

  test('every page of the console, by everybody who may come', async () => {
    const { accountId } = await service().newAccount();
    const elsewhere = (await service().newAccount()).accountId;
    const roles = ['owner', 'member', 'reader'] as const;
    const people = await Promise.all(roles.map((role) => signIn(service(), { accountId, role })));
    const other = await signIn(service(), { accountId: elsewhere });
    const wrong: string[] = [];
    for (const { method, path, least } of CONSOLE_ROUTES) {
      const url = `/${accountId}${path.replaceAll(/:\w+/g, 'none')}`;
      const form = method === 'POST' ? {} : undefined;
      const note = (who: string, { status, location }: PageAnswer, isRight: boolean) => {
        if (!isRight) wrong.push(`${method} ${path} by ${who}: ${status} ${location ?? ''}`);
      };
      const ours = { Origin: service().url };
      const stranger = await openPage(service().url, url, form, ours);
      note(
        'a stranger',
        stranger,
        stranger.status === 303 && /^\/sign-in\?to=/.test(stranger.location ?? ''),
      );
      const visitor = await other.page(url, form);
      note('another account', visitor, visitor.status === 404);
      for (const [index, role] of roles.entries()) {
        const person = people[index] as TestPerson;
        // What is allowed is not done: it may change what the others see.
        if (isAtLeast(role, least) && method === 'POST') continue;
        const seen = await person.page(url, form);
        note(role, seen, isAtLeast(role, least) ? seen.status !== 403 : seen.status === 403);
      }
      if (method === 'GET') continue;
      for (const origin of ['null', 'http://127.0.0.1:1', `http://sub.${new URL(service().url).host}`]) {
        const forged = await (people[0] as TestPerson).page(url, {}, { Origin: origin });
        note(`a forger at ${origin}`, forged, forged.status === 403);
      }
    }
    assert.deepEqual(wrong, []);
    const ofOwners = CONSOLE_ROUTES.filter(({ path }) => /^\/settings\/(people|keys|webhooks)/.test(path));
    assert.deepEqual([...new Set(ofOwners.map(({ least }) => least))], ['owner']);
  });

  test('a reader sees no way to a customer’s page, a member does', async () => {
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

  test('an owner changes roles at once, with a new token, and the last owner stays', async () => {
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

  test('of two owners who remove each other at once one stays', async () => {
    const { accountId } = await service().newAccount();
    const [one, two] = [await signIn(service(), { accountId }), await signIn(service(), { accountId })];
    const replies = await Promise.all([
      one.delete(`/users/${two.userId}`),
      two.delete(`/users/${one.userId}`),
    ]);
    const statuses = replies.map(({ status }) => status).sort();
    assert.ok(['204,401', '204,404', '204,409'].includes(statuses.join()), statuses.join());
  });

  test('keys, and sessions of all people, are the owner’s to list and end', async () => {
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
});

async function statusOf(request: Client['request'], method: string, path: string): Promise<number> {
  const body = method === 'GET' || method === 'DELETE' ? undefined : {};
  try {
    return (await request(method, path, body)).status;
  } catch (error) {
    // The document does not name, for each operation, what only sessions can be told.
    const status = /answered (\d+)/.exec((error as Error).message)?.[1];
    if (status === undefined) throw error;
    return Number(status);
  }
}
