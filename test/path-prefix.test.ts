import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { mailsOf, ok, visit } from './support/api/customer.ts';
import { createQuote, sentQuote } from './support/api/quotes.ts';
import { DESKTOP, withVisitor } from './support/browser/browser-page.ts';
import { sharedChromium } from './support/browser/shared-chromium.ts';
import { signIn } from './support/console/sign-in.ts';
import { IS_ALL, testAll } from './support/run/all.ts';
import { createClient, type Json } from './support/service/client.ts';
import { type PathProxy, startPathProxy } from './support/service/path-proxy.ts';
import { startTestService, type TestAccount, type TestService } from './support/service/service.ts';

let browser: Browser;
before(async () => {
  browser = await sharedChromium();
});

for (const kind of ['keeps', 'strips'] as const) {
  // The second path is also the prefix of Proffer's own paths.
  for (const path of ['/quotes', '/api']) {
    // Whether the prefix stays and which it is are independent, and few runs need both.
    if (!IS_ALL && (kind === 'keeps') !== (path === '/quotes')) continue;
    describe(`a proxy that ${kind} the path ${path}`, () => {
      // What only returns URLs is the same behind every proxy.
      const onFirst = kind === 'keeps' ? it : testAll;
      let proxy: PathProxy;
      let service: TestService;
      let account: TestAccount;

      before(async () => {
        proxy = await startPathProxy(path, kind);
        service = await startTestService({ env: { PUBLIC_URL: `${proxy.publicUrl}/` } });
        proxy.target = service.url;
        const inside = await service.newAccount({ name: 'Nordlicht' });
        account = { ...inside, ...createClient({ url: proxy.publicUrl, key: inside.key }) };
      });
      after(async () => {
        proxy?.close();
        await service?.close();
      });

      it('serves every URL that the API returns', async () => {
        const quote = await createQuote(account, { customerId: account.customerId });
        const created = await account.post('/quotes', { ...quote, id: undefined });
        const invoice = await account.post(`/quotes/${quote.id}/convert-to-invoice`);
        const customer = await account.put('/customers/new', { name: 'New' });
        for (const reply of [created, invoice, customer]) {
          const location = new URL(reply.headers.get('Location') ?? '', proxy.publicUrl).href;
          assert.ok(location.startsWith(`${proxy.publicUrl}/api/v1/`), location);
          const headers = { Authorization: `Bearer ${account.key}` };
          assert.equal((await fetch(location, { headers })).status, 200, location);
        }
        const { url } = ok(await account.get(`/quotes/${created.body.id}/pdf`));
        const { publicUrl } = ok(await account.post(`/quotes/${created.body.id}/send`));
        const [mail] = await mailsOf(service, account);
        assert.ok(mail?.text.includes(publicUrl));
        for (const address of [url, publicUrl, `${publicUrl}/pdf`]) {
          assert.ok(address.startsWith(`${proxy.publicUrl}/`), address);
          assert.equal((await fetch(address)).status, 200, address);
        }
        const openapi: Json = await (await fetch(`${proxy.publicUrl}/api/v1/openapi.json`)).json();
        assert.deepEqual(openapi.servers, [{ url: `${proxy.publicUrl}/api/v1` }]);
      });

      onFirst('returns the same URL for a repeat', async () => {
        const body = { customerId: account.customerId, title: 'Twice', items: [ITEM] };
        const headers = { 'Idempotency-Key': 'twice' };
        const [first, second] = [
          await account.post('/quotes', body, { headers }),
          await account.post('/quotes', body, { headers }),
        ];
        assert.equal(second.headers.get('Idempotency-Replayed'), 'true');
        assert.equal(second.headers.get('Location'), first.headers.get('Location'));
        assert.equal(first.headers.get('Location'), `${path}/api/v1/quotes/${first.body.id}`);
      });

      onFirst('shows styled error pages', async () => {
        for (const address of ['/q/wrong', '/q/%zz', '/q/a/b/c', '/pdf/wrong']) {
          const { status, text } = await visit(proxy.publicUrl + address);
          assert.equal(status, 404, address);
          const style = /href="([^"]*\.css)"/.exec(text)?.[1] ?? '';
          assert.equal((await fetch(new URL(style, proxy.publicUrl))).status, 200, address);
        }
        const unknown: Json = await (await fetch(`${proxy.publicUrl}/api/v1/nothing`)).json();
        assert.match(unknown.detail, new RegExp(`See ${proxy.publicUrl}/docs\\.$`));
      });

      onFirst('shows the reference with working links', async () => {
        const page = await visit(`${proxy.publicUrl}/docs`);
        assert.equal(page.status, 200);
        assert.ok(page.text.includes(`>${proxy.publicUrl}/api/v1<`));
        const places = page.text.matchAll(/\s(?:href|src)="([^"#]+)/g).map(([, place = '']) => place);
        const addresses = new Set(places.map((place) => new URL(place, `${proxy.publicUrl}/docs`).href));
        assert.ok(addresses.has(`${proxy.publicUrl}/api/v1/openapi.json`), [...addresses].join());
        assert.ok(addresses.size > 3, [...addresses].join());
        for (const address of addresses) {
          if (new URL(address).origin !== new URL(proxy.publicUrl).origin) continue;
          assert.equal((await fetch(address)).status, 200, address);
        }
      });

      onFirst('serves the console with working links', async () => {
        const { cookie, accountId } = await signIn(service);
        const headers = { cookie };
        const at = `${proxy.publicUrl}/${accountId}/quotes`;
        const { status, text } = await visit(at, { headers });
        assert.equal(status, 200);
        const addresses = [...text.matchAll(/ (?:href|src|action)="(\/[^"]*)"/g)].map(
          ([, address = '']) => address,
        );
        assert.ok(addresses.length > 20, String(addresses.length));
        assert.deepEqual(
          addresses.filter((address) => !address.startsWith(`${path}/`)),
          [],
        );
        assert.equal((await fetch(new URL(addresses[0] ?? '', at), { headers })).status, 200);
      });

      // Browser output depends on the path or on the proxy, not on both, so each is tested once.
      if ((kind === 'keeps') !== (path === '/quotes')) return;

      (kind === 'strips' ? it : testAll)(
        'serves a customer from the outbox to the accepted quote',
        async () => {
          const { publicUrl } = await sentQuote(account, { title: 'New website' });
          await withVisitor(browser, proxy.publicUrl, { viewport: DESKTOP }, async (outbox, context) => {
            const failed: string[] = [];
            context.on('response', (response) => {
              if (response.status() >= 400 && response.status() !== 401) failed.push(response.url());
            });
            await outbox.goto(`${proxy.publicUrl}/outbox`);
            await outbox.getByLabel('API key').fill(account.key);
            await outbox.keyboard.press('Enter');
            await outbox.getByRole('link', { name: 'New website' }).click();
            const [cookie] = await context.cookies(outbox.url());
            assert.equal(cookie?.path, `${path}/outbox`);
            const opening = context.waitForEvent('page');
            await outbox.frameLocator('iframe').getByRole('link', { name: 'View the quote' }).click();
            const page = await opening;
            await page.getByRole('link', { name: 'Accept quote' }).click();
            assert.equal(page.url().split('#')[0], publicUrl);
            await expectStyled(page);
            await page.getByLabel('Full name').fill('Ada Lovelace');
            await page.getByRole('button', { name: 'Accept quote' }).click();
            await page.getByText('Accepted by Ada Lovelace').waitFor();
            assert.ok(page.url().startsWith(`${publicUrl}?notice=accepted`), page.url());
            assert.deepEqual(failed, []);
          });
        },
      );
    });
  }
}

const ITEM = { description: 'Day', quantity: 1, unitPrice: 100 };

async function expectStyled(page: Page): Promise<void> {
  const rules = '[...document.styleSheets].map((sheet) => sheet.cssRules.length)';
  const counts: number[] = await page.evaluate(rules);
  assert.ok(counts.length >= 2 && counts.every((count) => count > 0), String(counts));
}
