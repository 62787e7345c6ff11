import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import {
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import type { Browser, Page } from 'playwright-core';
import { appOf, authorizeQuery, newVerifier } from '../support/apps/connect.ts';
import { RobotProvider } from '../support/apps/robot-provider.ts';
import {
  DESKTOP,
  expectAccessible,
  expectNoHorizontalScroll,
  PHONE,
} from '../support/browser/browser-page.ts';
import { sharedChromium } from '../support/browser/shared-chromium.ts';
import { hashCheaply } from '../support/console/cheap-hash.ts';
import { signIn, type TestPerson } from '../support/console/sign-in.ts';
import { connectTools } from '../support/mcp/tools.ts';
import { HOUR } from '../support/service/clock.ts';
import { startTestService, type TestService } from '../support/service/service.ts';
import { until } from '../support/until.ts';

const PASSWORD = 'tide pool lantern';

let service: TestService;
let browser: Browser;
let listening: Server;
/** What came back to the app. */
const callbacks: URL[] = [];

before(async () => {
  [service, browser] = await Promise.all([startTestService(), sharedChromium()]);
  listening = createServer(({ url = '' }, response) => {
    if (url.startsWith('/callback')) callbacks.push(new URL(url, 'http://127.0.0.1'));
    response.setHeader('Content-Type', 'text/html').end('<title>Robot</title><h1>Connected</h1>');
  });
  await once(listening.listen(0, '127.0.0.1'), 'listening');
});
after(async () => {
  listening.close();
  await service?.close();
});

const callbackUrl = () => `http://127.0.0.1:${(listening.address() as AddressInfo).port}/callback`;

const newTransport = (authProvider: OAuthClientProvider) =>
  new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { authProvider });

/** Signs in with a password where the consent page asks for it. */
async function signInOnPage(page: Page, person: TestPerson): Promise<void> {
  await page.fill('#email', person.email);
  await page.fill('#password', PASSWORD);
  await page.click('form[action="/sign-in"] button[type=submit]');
  await page.waitForSelector('form[action="/oauth/authorize"]');
}

/** Looks at the lists of apps in a browser. */
async function lookAtLists({ accountId, browserCookie }: TestPerson): Promise<void> {
  const context = await browser.newContext({ viewport: PHONE });
  try {
    await context.addCookies([browserCookie]);
    const page = await context.newPage();
    for (const name of ['apps', 'you']) {
      await page.goto(`${service.url}/${accountId}/settings/${name}`);
      await expectAccessible(page, name);
      await expectNoHorizontalScroll(page, name);
    }
  } finally {
    await context.close();
  }
}

for (const javaScriptEnabled of [true, false]) {
  test(`the official client connects from nothing, with a consent in a browser ${javaScriptEnabled ? 'with' : 'without'} scripts`, async () => {
    const { accountId } = await service.newAccount({ name: 'Hopper & Co' });
    const person = await signIn(service, { accountId, password: hashCheaply(PASSWORD) });
    const provider = new RobotProvider(callbackUrl());
    await assert.rejects(connectTools(newTransport(provider)), UnauthorizedError);
    const { opened } = provider;
    assert.ok(opened, 'the metadata led to the consent page');
    assert.equal(opened.origin + opened.pathname, `${service.url}/oauth/authorize`);
    assert.equal(opened.searchParams.get('resource'), `${service.url}/mcp`);

    const context = await browser.newContext({ viewport: DESKTOP, javaScriptEnabled, locale: 'en-GB' });
    const before = callbacks.length;
    try {
      const page = await context.newPage();
      await page.goto(opened.href);
      await signInOnPage(page, person);
      assert.match((await page.textContent('h1')) ?? '', /Connect Robot\?/);
      if (javaScriptEnabled) await expectAccessible(page, 'consent');
      for (const viewport of javaScriptEnabled ? [DESKTOP, PHONE] : []) {
        await page.setViewportSize(viewport);
        await expectNoHorizontalScroll(page, `consent at ${viewport.width}`);
      }
      await page.click('button[value=allow]');
      assert.equal(new URL(page.url()).pathname, '/oauth/authorize', 'nothing is chosen yet');
      assert.equal(callbacks.length, before);
      await page.check('input[name=access][value=draft]');
      await page.click('button[value=allow]');
      await page.waitForURL(/\/callback\?/);
    } finally {
      await context.close();
    }
    await until(() => callbacks.length > before);
    const callback = callbacks[before] as URL;
    assert.equal(callback.searchParams.get('state'), 'state of the robot');

    const forged = new URLSearchParams(callback.searchParams);
    forged.set('iss', 'https://evil.example');
    await assert.rejects(newTransport(provider).finishAuth(forged), /iss/i, 'a mix-up is noticed');
    await newTransport(provider).finishAuth(callback.searchParams);
    const tools = await connectTools(newTransport(provider));
    const names = await tools.names();
    assert.ok(names.includes('draft_quote') && !names.includes('send_quote'), names.join());
    assert.equal((await tools.call('find_quotes')).isError, false);

    const { access_token: earlier } = provider.held ?? {};
    service.clock.advance(HOUR);
    assert.equal((await tools.call('find_quotes')).isError, false, 'refreshed by the client itself');
    assert.notEqual(provider.held?.access_token, earlier);

    const again = await signIn(service, { accountId });
    const [, end = ''] =
      /action="([^"]*\/end)"/.exec((await again.page(`/${accountId}/settings/apps`)).text) ?? [];
    if (javaScriptEnabled) await lookAtLists(again);
    assert.equal((await again.page(end, {})).status, 303);
    await assert.rejects(tools.call('find_quotes'));
    await tools.close();
  });
}

test('the consent page cannot be shown in a frame, not even of the same site', async () => {
  const person = await signIn(service);
  const query = authorizeQuery(await appOf(service), newVerifier().challenge);
  const context = await browser.newContext();
  try {
    await context.addCookies([person.browserCookie]);
    const page = await context.newPage();
    await page.goto(callbackUrl().replace('/callback', '/'));
    await page.setContent(
      `<iframe src="${service.url}/oauth/authorize?${query.replaceAll('&', '&amp;')}"></iframe>`,
    );
    await until(() => page.frames()[1]?.url().startsWith('chrome-error:') === true);
    await page.goto(`${service.url}/oauth/authorize?${query}`);
    assert.match((await page.textContent('h1')) ?? '', /Connect Ledger Robot/, 'outside of a frame it opens');
  } finally {
    await context.close();
  }
});
