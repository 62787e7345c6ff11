import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { DESKTOP, expectAccessible, expectNoHorizontalScroll } from '../support/browser/browser-page.ts';
import { sharedChromium } from '../support/browser/shared-chromium.ts';
import { signIn } from '../support/console/sign-in.ts';
import type { WrittenImapServer } from '../support/mail/imap-server.ts';
import {
  type MailProvider,
  mailProviderEnv,
  startMailProvider,
  startOAuthImapServer,
  startOAuthSmtpServer,
} from '../support/mail/oauth-provider.ts';
import type { RealSmtpServer } from '../support/mail/smtp-servers.ts';
import { testAll } from '../support/run/all.ts';
import { startTestService, type TestService } from '../support/service/service.ts';

let provider: MailProvider;
let smtp: RealSmtpServer;
let imap: WrittenImapServer;
let service: TestService;
before(async () => {
  provider = await startMailProvider();
  imap = await startOAuthImapServer(provider, 'rosa@nordlicht.example');
  smtp = await startOAuthSmtpServer(provider);
  service = await startTestService({
    env: { PROFFER_SECRET: 's'.repeat(40), ...mailProviderEnv(provider, smtp, imap.port) },
    smtp: { tls: { ca: provider.ca } },
    imap: { ca: provider.ca },
    mailOAuth: { caCertificates: [provider.ca] },
  });
});
after(async () => {
  await service?.close();
  await Promise.all([smtp?.close(), imap?.close(), provider?.close()]);
});

testAll('an owner connects a mailbox in a browser, cancels once, and signs in again later', async () => {
  provider.mailbox = { sub: 'rosa', email: 'rosa@nordlicht.example' };
  const { accountId } = await service.newAccount({ kind: 'live', name: 'Nordlicht' });
  const owner = await signIn(service, { accountId });
  const browser = await sharedChromium();
  const context = await browser.newContext({
    ...{ viewport: DESKTOP, reducedMotion: 'reduce', ignoreHTTPSErrors: true },
  });
  try {
    // The provider is another site, so only a cookie that is sent with top-level navigation comes back.
    await context.addCookies([{ ...owner.browserCookie, httpOnly: true, sameSite: 'Lax' }]);
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes('status of 403'))
        problems.push(message.text());
    });
    const settings = `${service.url}/${accountId}/settings/mail`;
    await page.goto(settings);
    provider.nextError = 'access_denied';
    // The page leads on after a second; it stays until it was checked.
    const { promise: isChecked, resolve: leadOn } = Promise.withResolvers<void>();
    await page.route(`${provider.url}/**`, async (route) => {
      await isChecked;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Connect Microsoft 365' }).click();
    await page.getByRole('link', { name: 'Continue to Microsoft 365' }).waitFor();
    await expectAccessible(page, 'the page that leads to the provider');
    leadOn();
    await page.getByRole('heading', { name: 'The mailbox was not connected' }).waitFor();
    await expectAccessible(page, 'the page after canceling');
    await expectNoHorizontalScroll(page, 'the page after canceling');
    assert.match((await page.textContent('main')) ?? '', /Access was not allowed at Microsoft 365/);
    await page.getByRole('link', { name: 'Back to the settings' }).click();

    await page.getByRole('button', { name: 'Connect Microsoft 365' }).click();
    await page.getByText('The mail account is connected.').waitFor();
    assert.equal(page.url(), `${settings}?notice=connected`);
    assert.match((await page.textContent('main')) ?? '', /Connected as rosa@nordlicht\.example, last email/);
    assert.deepEqual(
      smtp.received.map(({ user, to }) => [user, to]),
      [['rosa@nordlicht.example', [owner.email]]],
    );
    await page.reload();
    await page.getByRole('button', { name: 'Sign in at Microsoft 365 again' }).click();
    await page.getByText('The mail account is connected.').waitFor();
    assert.equal(smtp.received.length, 2);
    assert.deepEqual(problems, []);
  } finally {
    await context.close();
  }
});
