import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { hashCheaply } from '../support/console/cheap-hash.ts';
import { startOidcProvider, type TestProvider } from '../support/console/oidc-provider.ts';
import { openPage, type PageAnswer, personWith, signIn, tokenIn } from '../support/console/sign-in.ts';
import { startTestService, type TestService } from '../support/service/service.ts';

const PASSWORD = 'tide pool lantern';

describe('an OpenID Connect provider', () => {
  let provider: TestProvider;
  let service: TestService;
  const envOf = ({ issuer, clientId, clientSecret }: TestProvider) => ({
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_NAME: 'Acme ID',
    OIDC_DOMAINS: 'acme.test',
  });
  before(async () => {
    provider = await startOidcProvider();
    service = await startTestService({ env: envOf(provider) });
  });
  after(async () => {
    await service?.close();
    provider?.close();
  });

  const open = (path: string, form?: Record<string, string>, headers: Record<string, string> = {}) =>
    openPage(service.url, path, form, { Origin: service.url, ...headers });
  const cookiesOf = ({ headers }: PageAnswer) =>
    headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');

  /** Follows the redirects of a browser to the provider and back. */
  async function come(person: TestProvider['person'], query = ''): Promise<PageAnswer> {
    provider.person = person;
    const start = await open(`/oidc/start${query}`);
    assert.equal(start.status, 303, start.text);
    const there = await fetch(start.location ?? '', { redirect: 'manual' });
    const back = new URL(there.headers.get('Location') ?? '');
    assert.equal(back.origin + back.pathname, `${service.url}/oidc/callback`);
    return open(back.pathname + back.search, undefined, { Cookie: cookiesOf(start) });
  }

  test('is offered on the page and requested with a code, PKCE, state and nonce', async () => {
    await signIn(service);
    assert.match((await open('/sign-in')).text, /Sign in with Acme ID/);
    const refused = await come({ sub: 'stranger', email: 'x@elsewhere.test', email_verified: true });
    assert.equal(refused.status, 403);
    assert.match(refused.text, /invited/);
    for (const name of ['state', 'nonce', 'code_challenge']) assert.ok(provider.asked.get(name), name);
    assert.equal(provider.asked.get('code_challenge_method'), 'S256');
  });

  test('admits invited people and allowed domains, then identifies them by issuer and sub', async () => {
    const { accountId } = await service.newAccount();
    const owner = await signIn(service, { accountId });
    await owner.post('/invitations', { email: 'iris@guest.test', role: 'member' });
    const unverified = await come({ sub: 'iris', email: 'iris@guest.test' });
    assert.equal(unverified.status, 403, 'not by an address that nobody has verified');
    const entered = await come(
      { sub: 'iris', email: 'Iris@guest.test', email_verified: true, name: 'Iris' },
      '?to=/acc_x/',
    );
    assert.deepEqual([entered.status, entered.location], [303, '/acc_x/']);
    const iris = personWith(service, tokenIn(entered) ?? '', accountId);
    assert.equal((await iris.get('/quotes')).status, 200);
    assert.equal((await owner.get('/invitations')).body.data.length, 0);
    const later = await come({ sub: 'iris', email: 'other@elsewhere.test', email_verified: false });
    assert.equal(later.status, 303, 'the address may change');

    const ofDomain = await come({ sub: 'dora', email: 'dora@acme.test', email_verified: true });
    assert.equal(ofDomain.status, 303);
    const first = (await service.automation.get('/account')).body.id;
    const dora = personWith(service, tokenIn(ofDomain) ?? '', first);
    assert.equal((await dora.get('/quotes')).status, 200);
    assert.equal((await dora.post('/quotes', {})).status, 403, 'a reader');
    assert.equal((await come({ sub: 'eve', email: 'eve@notacme.test', email_verified: true })).status, 403);
  });

  test('is linked to a known person only after they have signed in once', async () => {
    const known = await signIn(service, { email: 'known@acme.test', password: hashCheaply(PASSWORD) });
    const person = { sub: 'known', email: 'known@acme.test', email_verified: true };
    const asked = await come(person);
    assert.equal(asked.status, 200);
    assert.equal(tokenIn(asked), undefined, 'not inside');
    assert.match(asked.text, /Sign in once as before/);
    assert.equal((await come(person)).status, 200, 'still not linked');
    const other = await signIn(service, { email: 'other@acme.test', password: hashCheaply(PASSWORD) });
    const cookie = { Cookie: cookiesOf(asked) };
    await open('/sign-in', { email: other.email, password: PASSWORD }, cookie);
    assert.equal((await come(person)).status, 200, 'nobody else is linked by it');
    await open(
      '/sign-in',
      { email: known.email, password: PASSWORD },
      { Cookie: cookiesOf(await come(person)) },
    );
    const linked = await come(person);
    assert.equal(linked.status, 303);
    assert.ok(tokenIn(linked));
  });

  test('is rejected if state, nonce, audience, issuer or time is wrong, or if no sign-in is in progress', async () => {
    const person = { sub: 'liar', email: 'liar@acme.test', email_verified: true };
    for (const lies of [{ nonce: 'x' }, { aud: 'another' }, { iss: 'https://evil.test' }, { exp: 1 }]) {
      provider.lies = lies;
      const refused = await come(person);
      assert.equal(refused.status, 401, JSON.stringify(lies));
      assert.equal(tokenIn(refused), undefined);
    }
    provider.lies = {};
    assert.equal((await open('/oidc/callback?code=x&state=y')).status, 401);
    const start = await open('/oidc/start');
    const cookie = { Cookie: cookiesOf(start) };
    assert.equal((await open('/oidc/callback?code=x&state=other', undefined, cookie)).status, 401);
  });

  test('is rejected if the token is not signed with a key of the provider', async () => {
    const person = { sub: 'forger', email: 'forger@acme.test', email_verified: true };
    const signatures = [
      'changed',
      'of another key',
      'of an unknown key',
      'none',
      'of the client secret',
    ] as const;
    for (const signature of signatures) {
      provider.signature = signature;
      const refused = await come(person);
      assert.equal(refused.status, 401, signature);
      assert.equal(tokenIn(refused), undefined);
    }
    provider.signature = 'right';
    assert.equal((await come(person)).status, 303);
  });

  test('proves a recent sign-in by auth_time alone, whether it is requested or not', async () => {
    const { accountId } = await service.newAccount();
    const owner = await signIn(service, { accountId });
    await owner.post('/invitations', { email: 'again@guest.test', role: 'owner' });
    const person = { sub: 'again', email: 'again@guest.test', email_verified: true };
    const seconds = () => Math.floor(Date.now() / 1000);
    const old = [{ auth_time: undefined }, { auth_time: seconds() - 16 * 60 }];
    for (const lies of old) {
      provider.lies = lies;
      const entered = await come(person);
      assert.equal(entered.status, 303, 'an earlier sign-in lets in');
      const again = personWith(service, tokenIn(entered) ?? '', accountId);
      assert.equal((await again.get('/quotes')).status, 200);
      const refused = await again.post('/keys', { name: 'Late' });
      assert.deepEqual([refused.status, refused.body.code], [403, 'sign_in_again']);
    }
    assert.deepEqual([provider.asked.get('prompt'), provider.asked.get('max_age')], [null, null]);
    for (const lies of [...old, { auth_time: seconds() - 60 }, { auth_time: seconds() + 3600 }]) {
      provider.lies = lies;
      const refused = await come(person, '?again=1');
      assert.equal(refused.status, 401, JSON.stringify(lies));
      assert.equal(tokenIn(refused), undefined);
      assert.match(refused.text, /Acme ID did not confirm a recent sign-in/);
    }
    assert.deepEqual([provider.asked.get('prompt'), provider.asked.get('max_age')], ['login', '0']);
    provider.lies = {};
    const fresh = personWith(service, tokenIn(await come(person, '?again=1')) ?? '', accountId);
    assert.equal((await fresh.post('/keys', { name: 'Now' })).status, 201);
  });

  test('counts as two steps if it reports several factors', async () => {
    const { accountId } = await service.newAccount();
    const owner = await signIn(service, { accountId });
    await owner.post('/invitations', { email: 'multi@guest.test', role: 'reader' });
    assert.equal((await owner.patch('/account', { requireTwoStep: true })).status, 200);
    const person = { sub: 'multi', email: 'multi@guest.test', email_verified: true };
    for (const [amr, status] of [
      [undefined, 403],
      [['pwd'], 403],
      ['mfa', 403],
      [['pwd', 'mfa'], 200],
    ] as const) {
      provider.lies = { amr };
      const entered = personWith(service, tokenIn(await come(person)) ?? '', accountId);
      assert.equal((await entered.get('/quotes')).status, status, String(amr));
    }
    provider.lies = {};
  });

  test('can be the only sign-in method, effective immediately, and creates the first owner too', async () => {
    const strict = await startTestService({
      env: { ...envOf(provider), OIDC_REDIRECT: 'on', PASSWORD_SIGN_IN: 'off', OIDC_DOMAINS: '' },
    });
    try {
      const ask = (path: string, form?: Record<string, string>, headers: Record<string, string> = {}) =>
        openPage(strict.url, path, form, { Origin: strict.url, ...headers });
      const code = new URL(strict.setupUrl ?? '').searchParams.get('code') ?? '';
      const setup = await ask(`/setup?code=${code}`);
      assert.doesNotMatch(setup.text, /type="password"/);
      provider.person = { sub: 'boss', email: 'boss@acme.test', email_verified: true, name: 'Boss' };
      const start = await ask(`/oidc/start?setup=${code}`);
      const there = await fetch(start.location ?? '', { redirect: 'manual' });
      const back = new URL(there.headers.get('Location') ?? '');
      const entered = await ask(back.pathname + back.search, undefined, { Cookie: cookiesOf(start) });
      assert.equal(entered.status, 303);
      const first = (await strict.automation.get('/account')).body.id;
      assert.equal(
        entered.location,
        `/${first}/settings/business`,
        'which asks for the name of the business',
      );
      const boss = personWith(strict, tokenIn(entered) ?? '', first);
      assert.equal((await boss.get('/users')).body.data[0].role, 'owner');
      assert.equal((await ask('/sign-in?to=/acc_x/')).location, '/oidc/start?to=%2Facc_x%2F');
      assert.equal((await boss.page('/sign-out', {})).location, '/sign-in?out=1');
      assert.equal((await ask('/sign-in?out=1')).status, 200);
      assert.equal((await ask('/sign-in', { email: 'boss@acme.test', password: PASSWORD })).status, 404);
      assert.equal((await ask('/reset')).status, 404);
    } finally {
      await strict.close();
    }
  });
});
