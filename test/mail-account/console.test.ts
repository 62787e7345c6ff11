import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createQuote } from '../support/api/quotes.ts';
import { expectGoodLooks, withVisitor } from '../support/browser/browser-page.ts';
import { sharedChromium } from '../support/browser/shared-chromium.ts';
import { expectValidHtml } from '../support/console/pages.ts';
import { signIn, type TestPerson } from '../support/console/sign-in.ts';

import { OWN_HOST, type OwnMailServer, startOwnServer } from '../support/mail/own-server.ts';
import { testAll } from '../support/run/all.ts';
import { MINUTE } from '../support/service/clock.ts';
import { startTestService, type TestService } from '../support/service/service.ts';

describe('the mail account in the console', () => {
  let refusesLogin = false;
  let own: OwnMailServer;
  let service: TestService;
  let account: Awaited<ReturnType<TestService['newAccount']>>;
  let owner: TestPerson;
  let path: string;
  const form = () => {
    const { kind: _, port, ...values } = own.input;
    return { ...values, port: String(port), imapHost: '', authservId: '', moveTo: '' };
  };
  before(async () => {
    own = await startOwnServer({
      onAuth: ({ username, password }, _session, done) =>
        !refusesLogin && password === 'correct-horse-battery'
          ? done(null, { user: username })
          : done(new Error('Bad login')),
    });
    service = await startTestService({ env: { MAIL_PRIVATE_HOSTS: OWN_HOST }, smtp: own.smtp });
    account = await service.newAccount({ kind: 'live', name: 'Nordlicht' });
    owner = await signIn(service, { accountId: account.accountId, name: 'Rosa', email: 'rosa@owner.test' });
    path = `/${account.accountId}/settings/mail`;
  });
  after(async () => {
    await service?.close();
    await own?.close();
  });

  it('is offered to live accounts, and errors are shown at their fields without the password', async () => {
    const test = await signIn(service);
    const captured = (await test.page(`/${test.accountId}/settings/mail`)).text;
    assert.ok(!captured.includes('/settings/mail/smtp'), 'test accounts have no mail account');
    const first = await owner.page(path);
    assert.match(first.text, /None is connected\./);
    assert.ok(!first.text.includes('/settings/mail/connect'), 'no provider is configured');
    expectValidHtml(first.text, 'the settings');
    for (const [change, error] of [
      [{ password: 'wrong-horse-battery' }, 'The mail server rejects this user name or password'],
      [{ password: '' }, 'Please fill this in'],
      [{ host: '10.0.0.5' }, 'No public address was found for this host'],
      [{ host: 'mail.acme.test:25' }, 'Enter a host name such as'],
      [{ port: '25' }, 'Enter 465, 587 or 2525'],
      [{ port: '' }, 'Please fill this in'],
      [{ from: 'rosa' }, 'Enter one email address'],
    ] as const) {
      const { status, text } = await owner.page(`${path}/smtp`, { ...form(), ...change });
      assert.deepEqual([status, text.includes(error)], [400, true], error);
      assert.doesNotMatch(text, /horse-battery/);
      assert.match(text, /<details class="panel" open>/);
      expectValidHtml(text, error);
    }
    const down = await owner.page(`${path}/smtp`, { ...form(), port: '587' });
    assert.equal(down.status, 503);
    assert.match(down.text, /Nothing was changed\. The mail server cannot be reached/);
  });

  it('is connected, and its emails are not reported as captured', async () => {
    const connected = await owner.page(`${path}/smtp`, form());
    assert.equal(connected.location, `${path}?notice=connected`);
    service.clock.advance(5 * MINUTE);
    const { text } = await owner.page(path);
    assert.match(text, /Connected as <bdi>rosa@acme\.test<\/bdi>, last email <time[^>]*>5 minutes ago/);
    assert.doesNotMatch(text, /emails are captured and not delivered/);
    const { id } = await createQuote(account);
    await account.post(`/quotes/${id}/send`, { email: 'ada@customer.test' });
    const page = (await owner.page(`/${account.accountId}/quotes/${id}?notice=sent`)).text;
    assert.match(page, /class="notice good"[^>]*>[^<]*[Ss]ent/);
    assert.doesNotMatch(page, /class="notice good"[^>]*>[^<]*[Cc]aptured/);
  });

  it('shows since when a sign-in is needed and how many emails wait, also on the start page', async () => {
    refusesLogin = true;
    own.hangUp();
    const { id } = await createQuote(account);
    const failed = await account.post(`/quotes/${id}/send`, { email: 'ada@customer.test' });
    assert.deepEqual([failed.status, failed.body.code], [502, 'mail_sign_in_needed']);
    const state = (await owner.get('/mail-account')).body;
    assert.deepEqual(
      [state.state, state.signInNeededSince, state.waiting],
      ['sign_in_needed', new Date(service.clock()).toISOString(), 0],
    );
    const { text } = await owner.page(path);
    assert.match(text, /Sign-in needed since <time[^>]*>[^<]+<\/time>\. *<\/span>/);
    const member = await signIn(service, { accountId: account.accountId, role: 'member' });
    const [home, theirs] = await Promise.all([
      owner.page(`/${account.accountId}/`),
      member.page(`/${account.accountId}/`),
    ]);
    assert.match(home.text, /Your mail server rejects the sign-in/);
    assert.doesNotMatch(theirs.text, /rejects the sign-in/);
    refusesLogin = false;
    const again = await owner.page(`${path}/smtp`, form());
    assert.equal(again.location, `${path}?notice=connected`);
    assert.doesNotMatch((await owner.page(`/${account.accountId}/`)).text, /rejects the sign-in/);
  });

  testAll('is accessible, and fits phones and desktops', async () => {
    const browser = await sharedChromium();
    await withVisitor(browser, service.url, { javaScriptEnabled: true }, async (page, context) => {
      await context.addCookies([owner.browserCookie]);
      await expectGoodLooks(page, `${service.url}${path}`);
      await page.locator('summary', { hasText: 'Change the mail server' }).click();
      await expectGoodLooks(page, `${service.url}${path}`);
    });
  });

  it('is disconnected after a confirmation without scripts', async () => {
    const browser = await sharedChromium();
    await withVisitor(browser, service.url, { javaScriptEnabled: false }, async (page, context) => {
      await context.addCookies([owner.browserCookie]);
      await page.goto(`${service.url}${path}`);
      await page.locator('summary', { hasText: 'Disconnect' }).click();
      await page.locator('button', { hasText: 'Disconnect' }).click();
      await page.locator('.notice', { hasText: 'The mail account is disconnected' }).waitFor();
    });
    assert.equal((await owner.get('/mail-account')).body.state, 'not_connected');
  });
});
