import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { computeTotpCode } from '../../src/actions/people/second-factor/totp.ts';
import {
  DESKTOP,
  expectAccessible,
  expectNoHorizontalScroll,
  LOOKS,
  PHONE,
  withVisitor,
} from '../support/browser/browser-page.ts';
import { sharedChromium, sharedViewer } from '../support/browser/shared-chromium.ts';
import { hashCheaply } from '../support/console/cheap-hash.ts';
import { expectValidHtml } from '../support/console/pages.ts';
import { openPage, personWith, signIn, tokenIn } from '../support/console/sign-in.ts';
import { testAll } from '../support/run/all.ts';
import { MINUTE } from '../support/service/clock.ts';
import { startTestService, type TestService } from '../support/service/service.ts';

const PASSWORD = 'tide pool lantern';

let service: TestService;
let browser: Browser;
before(async () => {
  [service, browser] = await Promise.all([startTestService(), sharedChromium()]);
});
after(() => service?.close());

const secretIn = (text: string) => /<code class="once" dir="ltr">([^<]+)<\/code>/.exec(text)?.[1] ?? '';

test('the console is set up with a passkey, which signs in again, and a second one is added', async (t) => {
  const warnings: string[] = [];
  const listen = ({ message }: Error) => warnings.push(message);
  process.on('warning', listen);
  t.after(() => process.off('warning', listen));
  const at = service.url.replace('127.0.0.1', 'localhost');
  const setupUrl = service.setupUrl ?? '';
  await withVisitor(browser, at, { viewport: DESKTOP, locale: 'en-GB' }, async (page, context) => {
    const authenticator = await context.newCDPSession(page);
    await addAuthenticator(authenticator);
    await page.goto(setupUrl);
    await expectAccessible(page, 'setup');
    await page.fill('#business', 'Hopper & Co');
    await page.fill('#name', 'Grace Hopper');
    assert.equal(await page.inputValue('#country'), 'GB', 'guessed by the language of the browser');
    await page.selectOption('#country', '');
    await page.fill('#email', 'grace@example.test');
    await page.click('text=Use a passkey instead');
    await page.waitForURL(/\/acc_\w+\/$/);
    const base = new URL(page.url()).pathname;
    await page.request.post(`${at}/sign-out`, { headers: { Origin: at }, maxRedirects: 0 });
    await page.goto(`${at}${base}settings/you`);
    await expectAccessible(page, 'sign-in');
    await page.click('text=Sign in with a passkey');
    await page.waitForURL(/\/settings\/you$/);
    await expectAccessible(page, 'you');
    assert.match(await page.content(), /You have no password/);
    await page.click('text=Remove Passkey');
    await page.waitForURL(/notice=last-means/);
    const you = { headers: { Origin: at }, form: { password: PASSWORD }, maxRedirects: 0 };
    const bare = await page.request.post(`${at}${base}settings/you/password`, you);
    assert.equal(bare.status(), 400, 'not without the passkey');
    await page.fill('#password', PASSWORD);
    await page.click('text=Set password and confirm with a passkey');
    await page.waitForURL(/notice=password$/);
    await addAuthenticator(authenticator, 'usb');
    await page.fill('#passkeyName', 'Laptop');
    await page.click('text=Add a passkey');
    await page.waitForURL(/notice=passkey$/);
    await page.click('text=Remove Laptop');
    await page.waitForURL(/notice=passkey-removed/);
  });
  const rows = await service.db.read.all<{ name: string }>('SELECT name FROM passkeys');
  assert.deepEqual(
    rows.map(({ name }) => name),
    ['Passkey'],
  );
  assert.deepEqual(warnings, []);
});

test('an invited person can choose a passkey and sign in with it', async () => {
  const at = service.url.replace('127.0.0.1', 'localhost');
  const { accountId } = await service.newAccount({ name: 'Nordlicht' });
  const owner = await signIn(service, { accountId });
  const people = `/${accountId}/settings/people/invitations`;
  const invited = await owner.page(people, { email: 'mona@example.test', role: 'member' });
  const link = new URL(secretIn(invited.text));
  await withVisitor(browser, at, { viewport: PHONE, locale: 'ar-EG' }, async (page, context) => {
    await addAuthenticator(await context.newCDPSession(page));
    await page.goto(`${at}${link.pathname}${link.search}`);
    await expectAccessible(page, 'an invitation');
    await page.locator('[data-passkey-instead]').click();
    assert.equal(new URL(page.url()).pathname, '/invitation', 'a name is missing');
    await page.fill('#name', 'Mona');
    await page.locator('[data-passkey-instead]').click();
    await page.waitForURL(`${at}/${accountId}/`);
    await page.request.post(`${at}/sign-out`, { headers: { Origin: at }, maxRedirects: 0 });
    await page.goto(`${at}/${accountId}/settings/you`);
    await page.locator('form[data-passkey] button').click();
    await page.waitForURL(/\/settings\/you$/);
    await page.getByText('Chrome · Linux').first().waitFor();
  });
  const made = (await owner.get('/users')).body.data.find(({ name }: { name: string }) => name === 'Mona');
  assert.deepEqual([made.email, made.role], ['mona@example.test', 'member']);
  const used = await openPage(
    service.url,
    '/invitation',
    { code: 'x', credential: '{}' },
    { Origin: service.url },
  );
  assert.equal(used.status, 410);
});

/** Adds a virtual authenticator in place of a fingerprint sensor. */
async function addAuthenticator(
  session: CDPSession,
  transport: 'internal' | 'usb' = 'internal',
): Promise<void> {
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
}

test('a passkey response that is replayed, forged or from another site does not sign in', async () => {
  const ours = { Origin: service.url };
  for (const credential of [
    '',
    '{}',
    'x',
    JSON.stringify({ id: 'x', response: { clientDataJSON: 'e30' } }),
  ]) {
    const refused = await openPage(service.url, '/passkey', { credential }, ours);
    assert.equal(refused.status, 401);
    assert.equal(tokenIn(refused), undefined);
  }
});

test('an owner invites, changes roles and removes people on the page', async () => {
  const { accountId } = await service.newAccount();
  const owner = await signIn(service, { accountId });
  const member = await signIn(service, { accountId, role: 'member', name: 'Mona' });
  const at = `/${accountId}/settings/people`;
  assert.equal((await member.page(at)).status, 403);
  const page = await owner.page(at);
  expectValidHtml(page.text, 'people');
  assert.match(page.text, /Mona/);

  assert.equal((await owner.page(`${at}/invitations`, { email: 'x', role: 'member' })).status, 400);
  const invited = await owner.page(`${at}/invitations`, { email: 'new@example.test', role: 'reader' });
  assert.match(secretIn(invited.text), /\/invitation\?code=[\w-]{22}$/, 'there is no mail server');
  const { data } = (await owner.get('/invitations')).body;
  assert.match(
    (await owner.page(`${at}/invitations/${data[0].id}/withdraw`, {})).location ?? '',
    /withdrawn/,
  );
  assert.equal((await owner.page(`${at}/invitations/${data[0].id}/withdraw`, {})).status, 404);
  const asReader = await owner.page(`${at}/${member.userId}/role`, { role: 'reader', seesCosts: 'on' });
  assert.match((await owner.page(asReader.location ?? '')).text, /rights changed\. .*readers do neither/);
  assert.match(
    (await owner.page(`${at}/${member.userId}/role`, { role: 'owner' })).location ?? '',
    /notice=role$/,
  );
  assert.equal((await member.page(at)).status, 200);
  assert.match(
    (await owner.page(`${at}/${member.userId}/remove`, {})).location ?? '',
    /notice=removed&name=Mona/,
  );
  const kept = await owner.page(`${at}/${owner.userId}/remove`, {});
  assert.equal(kept.status, 409);
  assert.match(kept.text, /needs an owner/);
  service.clock.advance(16 * MINUTE);
  const late = await owner.page(`${at}/invitations`, { email: 'late@example.test', role: 'reader' });
  assert.equal(late.status, 401);
  expectValidHtml(late.text, 'a form that needs a new sign-in');
  assert.match(late.text, /Sign in again for this change/);
  assert.match(late.text, /href="\/sign-in\?again=1"/);
  assert.match(
    late.text,
    new RegExp(`action="${at}/invitations"[^]*name="email" hidden>\\nlate@example.test<`),
  );
  const address = { postalCode: 'LS1 4DY', 'customer.postalCode': '10115', version: '1' };
  const settings = await owner.page(`/${accountId}/settings/business`, address, { Cookie: '' });
  assert.match(settings.text, /name="postalCode" hidden>\nLS1 4DY</, 'an address is no secret');
  const keys = { host: 'smtp.example.test', password: 'hush-hush', apiKey: 'live_hush' };
  const mail = await owner.page(`/${accountId}/settings/mail/smtp`, keys, { Cookie: '' });
  expectValidHtml(mail.text, 'a form whose secrets are left out');
  assert.match(mail.text, /asked for them again.*name="host" hidden>\nsmtp\.example\.test</s);
  assert.doesNotMatch(mail.text, /hush/);
  assert.match((await owner.page('/sign-in?again=1')).text, /sign in again/);
  const secret = await owner.page(`/${accountId}/settings/you/password`, { current: 'x', password: 'y' });
  assert.match(secret.location ?? '', /^\/sign-in\?again=1/, 'a password is not sent back');
});

test('an owner creates and revokes keys on the page', async () => {
  const { accountId } = await service.newAccount();
  const owner = await signIn(service, { accountId });
  const at = `/${accountId}/settings/keys`;
  expectValidHtml((await owner.page(at)).text, 'keys');
  assert.equal((await owner.page(at, { name: ' ' })).status, 400);
  const made = await owner.page(at, { name: 'Website', access: 'read' });
  const program = service.client(secretIn(made.text));
  assert.equal((await program.get('/quotes')).status, 200);
  assert.equal((await program.post('/quotes', {})).status, 403);
  const key = (await owner.get('/keys')).body.data.find(({ name }: { name: string }) => name === 'Website');
  assert.match((await owner.page(`${at}/${key.id}/revoke`, {})).location ?? '', /notice=revoked/);
  assert.equal((await program.get('/quotes')).status, 401);
});

test('a person changes name, language, password and two-step verification; security changes end other sessions', async () => {
  const business = 'Nordlicht Tischlerei';
  const { accountId } = await service.newAccount({ name: business });
  const email = 'own@example.test';
  const person = await signIn(service, {
    accountId,
    role: 'reader',
    email,
    password: hashCheaply('before it'),
  });
  const enter = async (password: string) => {
    const entered = await openPage(service.url, '/sign-in', { email, password }, { Origin: service.url });
    return { ...person, ...personWith(service, tokenIn(entered) ?? '', accountId) };
  };
  const other = await enter('before it');
  const at = `/${accountId}/settings/you`;
  const { text: own } = await person.page(at);
  expectValidHtml(own, 'you');
  const [, languages = ''] = /<select id="language".*?>(.*?)<\/select>/s.exec(own) ?? [];
  const names = [...languages.matchAll(/<option value="(\w+)"[^>]*>([^<]+)/g)].map(([, code, name]) => [
    code,
    name,
  ]);
  const known = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español', ar: 'العربية' };
  assert.deepEqual(Object.fromEntries(names), known);
  assert.equal((await person.page(`/${accountId}/settings/sessions`)).location, at);
  assert.equal((await person.page(`${at}/profile`, { name: '' })).status, 400);
  await person.page(`${at}/profile`, { name: 'Neu', language: 'de' });
  assert.match((await person.page(at)).text, /<html lang="de"[\s\S]*Neu/);
  await person.page(`${at}/profile`, { name: 'Neu', language: '' });

  const current = 'before it';
  for (const password of ['short', 'football123', 'Own@Example.test', `${business} 2024`]) {
    assert.equal((await person.page(`${at}/password`, { current, password })).status, 400, password);
  }
  const wrong: Record<string, string>[] = [{}, { current: '' }, { current: 'wrong' }, { credential: '{}' }];
  for (const proof of wrong) {
    const refused = await person.page(`${at}/password`, { ...proof, password: PASSWORD });
    assert.equal(refused.status, 400, JSON.stringify(proof));
    assert.match(refused.text, /could not be confirmed/);
  }
  assert.equal((await other.get('/quotes')).status, 200);
  assert.match(
    (await person.page(`${at}/password`, { current, password: PASSWORD })).location ?? '',
    /notice=password/,
  );
  for (let times = 0; times < 5; times++) await person.page(`${at}/password`, { password: PASSWORD });
  const tooMany = await person.page(`${at}/password`, { current: PASSWORD, password: PASSWORD });
  assert.equal(tooMany.status, 429, 'nobody guesses the current one');
  service.clock.advance(MINUTE);
  assert.equal((await other.get('/quotes')).status, 401);
  assert.equal((await person.get('/quotes')).status, 200);

  const second = await enter(PASSWORD);
  const offered = await person.page(`${at}/second-factor/start`, {});
  expectValidHtml(offered.text, 'second step');
  const key = secretIn(offered.text).replaceAll(' ', '');
  const sealed = /name="key" value="([^"]+)"/.exec(offered.text)?.[1] ?? '';
  const code = () => computeTotpCode(key, Math.floor(service.clock() / 30_000));
  assert.equal((await person.page(`${at}/second-factor`, { key: sealed, code: '000000' })).status, 400);
  const started = await person.page(`${at}/second-factor`, { key: sealed, code: code() });
  assert.equal(started.text.match(/[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}/g)?.length, 10);
  assert.equal((await second.get('/quotes')).status, 401);
  assert.match((await person.page(at)).text, /10 recovery codes/);
  const stranger = await signIn(service, { accountId });
  await stranger.page(`${at}/second-factor`, { key: sealed, code: code() });
  assert.doesNotMatch((await stranger.page(at)).text, /recovery codes left/, 'the key is for one person');
  assert.match((await person.page(`${at}/second-factor/end`, {})).location ?? '', /second-ended/);

  const third = await enter(PASSWORD);
  const [session] = await service.db.read.all<{ id: string }>(
    'SELECT id FROM sessions WHERE user_id = ? ORDER BY created_at DESC, id DESC',
    person.userId,
  );
  await stranger.page(`${at}/sessions/${session?.id}/end`, {});
  assert.equal((await third.get('/quotes')).status, 200, 'nobody ends the session of somebody else here');
  await person.page(`${at}/sessions/${session?.id}/end`, {});
  assert.equal((await third.get('/quotes')).status, 401);
  const fourth = await enter(PASSWORD);
  await person.page(`${at}/sessions/end-others`, {});
  assert.equal((await fourth.get('/quotes')).status, 401);
});

test('an owner adds, tests, changes, rotates, replays and deletes a webhook on the page', async () => {
  const account = await service.newAccount();
  const owner = await signIn(service, { accountId: account.accountId });
  const at = `/${account.accountId}/settings/webhooks`;
  assert.match((await owner.page(at)).text, /No webhooks yet/);
  const refused = await owner.page(at, { url: 'https://127.0.0.1/hook' });
  assert.deepEqual(
    [refused.status, /is reachable from the internet and contains/.test(refused.text)],
    [400, true],
  );
  assert.match(refused.text, /value="https:\/\/127\.0\.0\.1\/hook"/, 'what was typed stays');

  const url = 'https://hooks.example.test/proffer?a=1&b=<2>';
  const created = await owner.page(at, { url, description: 'CRM', 'type:quote.*': '1' });
  expectValidHtml(created.text, 'webhooks');
  const secret = secretIn(created.text);
  assert.match(secret, /^whsec_/);
  assert.doesNotMatch((await owner.page(at)).text, /whsec_/);
  const endpoint = async () => (await account.get('/webhook-endpoints')).body.data[0];
  const { id, types, description } = await endpoint();
  assert.deepEqual([types, description], [['quote.*'], 'CRM']);

  const one = `${at}/${id}`;
  assert.match((await owner.page(`${one}/test`, {})).location ?? '', /notice=tested/);
  const [ping] = (await account.get(`/webhook-endpoints/${id}/deliveries`)).body.data;
  assert.equal(ping.type, 'ping');
  const shown = await owner.page(one);
  expectValidHtml(shown.text, 'webhook');
  assert.match(shown.text, new RegExp(ping.eventId));
  assert.match((await owner.page(`${one}/deliveries/${ping.id}/retry`, {})).location ?? '', /notice=retried/);
  assert.match(secretIn((await owner.page(`${one}/rotate`, {})).text), /^whsec_/);
  assert.match((await owner.page(one)).text, /The old secret is valid until/);
  assert.match((await owner.page(`${one}/replay`, { since: 'soon' })).location ?? '', /notice=since/);
  const today = new Date(service.clock()).toISOString().slice(0, 10);
  assert.match((await owner.page(`${one}/replay`, { since: today })).location ?? '', /notice=replayed/);
  assert.equal((await owner.page(one, { url: 'ftp://x', enabled: '1' })).status, 400);
  assert.match((await owner.page(one, { url: 'https://hooks.example.test/two' })).location ?? '', /saved/);
  const changed = await endpoint();
  assert.deepEqual(
    [changed.url, changed.types, changed.enabled],
    ['https://hooks.example.test/two', ['*'], false],
  );
  assert.match((await owner.page(`${one}/test`, {})).location ?? '', /notice=off/);
  assert.match((await owner.page(`${one}/delete`, {})).location ?? '', /notice=removed/);
  assert.match((await owner.page(`${one}/delete`, {})).location ?? '', /notice=gone/);
  assert.equal((await owner.page(one)).status, 404);
  const elsewhere = await signIn(service, { accountId: (await service.newAccount()).accountId });
  const theirs = (await account.post('/webhook-endpoints', { url: 'https://hooks.example.test/' })).body.id;
  assert.equal((await elsewhere.page(`/${elsewhere.accountId}/settings/webhooks/${theirs}`)).status, 404);
});

testAll('pages are readable, narrow and wide, in the dark and from right to left', async () => {
  const { accountId } = await service.newAccount();
  const owner = await signIn(service, { accountId });
  await owner.post('/invitations', { email: 'waiting@example.test', role: 'reader' });
  const url = `https://hooks.example.test/${'long/'.repeat(30)}`;
  const { id } = (await owner.post('/webhook-endpoints', { url, types: ['quote.*', 'invoice.created'] }))
    .body;
  await owner.post(`/webhook-endpoints/${id}/test`, {});
  const settings = ['people', 'keys', 'you', 'webhooks', `webhooks/${id}`];
  const looks = [
    [{ viewport: PHONE, locale: 'ar' }],
    [{ viewport: DESKTOP, locale: 'en-GB', colorScheme: 'dark' as const }, LOOKS],
  ] as const;
  for (const [look, rules] of looks) {
    await withVisitor(await sharedViewer(), service.url, look, async (page, context) => {
      for (const path of ['/sign-in', '/reset', '/invitation?code=x']) await lookAt(page, path, rules);
      await context.addCookies([owner.browserCookie]);
      for (const path of settings) await lookAt(page, `/${accountId}/settings/${path}`, rules);
    });
  }
  async function lookAt(page: Page, path: string, rules?: string[]): Promise<void> {
    await page.goto(service.url + path);
    await expectAccessible(page, path, rules);
    await expectNoHorizontalScroll(page, path);
    expectValidHtml(await (await fetch(service.url + path)).text(), path);
  }
});
