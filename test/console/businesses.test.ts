import assert from 'node:assert/strict';
import { it } from 'node:test';
import { DESKTOP, expectAccessible, expectGoodLooks, withVisitor } from '../support/browser/browser-page.ts';
import { sharedChromium } from '../support/browser/shared-chromium.ts';
import { expectValidHtml } from '../support/console/pages.ts';
import { signIn } from '../support/console/sign-in.ts';
import { testAll } from '../support/run/all.ts';
import { MINUTE } from '../support/service/clock.ts';
import { describeService } from '../support/service/service.ts';

describeService((service, isFirstEngine) => {
  const enter = async (name: string) => {
    const { accountId } = await service().newAccount({ name });
    return signIn(service(), { accountId });
  };
  const countAccounts = async ({ get }: Awaited<ReturnType<typeof enter>>) =>
    (await get('/accounts')).body.data.length;

  it('without scripts, the form creates one business however often it is submitted', async () => {
    const ada = await enter('First');
    const path = `/${ada.accountId}/accounts/new`;
    const shown = await ada.page(path);
    assert.match(shown.text, /<details class="menu switcher">/);
    const once = /name="once" value="([^"]+)"/.exec(shown.text)?.[1] ?? '';
    assert.equal((await ada.page(path, { once, name: ' ', country: 'SE' })).status, 400);
    const wrong = await ada.page(path, { once, name: 'Bakery', country: 'Sweden' });
    assert.equal(wrong.status, 400);
    assert.match(wrong.text, /value="Bakery"/);
    assert.equal(await countAccounts(ada), 1);
    const form = { once, name: 'Bakery', country: 'SE' };
    const [made, again] = await Promise.all([ada.page(path, form), ada.page(path, form)]);
    assert.match(made.location ?? '', /^\/acc_\w+\/settings\/start$/);
    assert.equal(again.location, made.location);
    assert.equal(await countAccounts(ada), 2);
    const next = await ada.page(made.location ?? '');
    assert.match(next.text, /SEK/);
    const later = await ada.page(path, { once: 'another', name: 'Café', country: '' });
    assert.match(later.location ?? '', /^\/acc_\w+\/$/);
    const home = await ada.page(later.location ?? '');
    for (const name of ['First', 'Bakery', 'Café']) assert.ok(home.text.includes(`<bdi>${name}</bdi>`), name);
  });

  it('an old sign-in keeps what was typed, and the limit is said in words', async () => {
    const ada = await enter('First');
    const path = `/${ada.accountId}/accounts/new`;
    for (let n = 2; n <= 10; n++) await ada.post('/accounts', { name: `Number ${n}` });
    const refused = await ada.page(path, { name: 'Eleventh', country: '' });
    assert.equal(refused.status, 403);
    assert.match(refused.text, /as many businesses as you can/);
    service().clock.advance(16 * MINUTE);
    const old = await ada.page(path, { name: 'Eleventh', country: '' });
    assert.equal(old.status, 401);
    assert.match(old.text, /<textarea name="name" hidden>\nEleventh</);
    assert.equal(await countAccounts(ada), 10);
  });

  it('a business is closed by its name and reopened, without scripts, and every page says so', async () => {
    const ada = await enter('Bakery & <Sons>');
    const base = `/${ada.accountId}`;
    const shown = await ada.page(`${base}/settings/close`);
    assert.match(shown.text, /Bakery &amp; &lt;Sons&gt;<\/bdi>/);
    const wrong = await ada.page(`${base}/settings/close`, { name: 'Bakery' });
    assert.equal(wrong.status, 400);
    assert.match(wrong.text, /Enter the exact name: Bakery &amp; &lt;Sons&gt;</);
    const closed = await ada.page(`${base}/settings/close`, { name: 'Bakery & <Sons>' });
    assert.equal(closed.location, `${base}/`);
    const reader = await signIn(service(), { accountId: ada.accountId, role: 'reader' });
    for (const path of ['/', '/quotes', '/customers/new', '/settings/close', '/settings/business']) {
      const { text } = await ada.page(base + path);
      assert.match(text, /Closed on <time/, path);
      assert.match(text, /action="\/acc_\w+\/settings\/close\/reopen"/, path);
      expectValidHtml(text, `closed ${path}`);
    }
    const theirs = (await reader.page(`${base}/`)).text;
    assert.match(theirs, /An owner can reopen it/);
    assert.doesNotMatch(theirs, /close\/reopen/);
    assert.equal((await reader.page(`${base}/settings/close/reopen`, {})).status, 403);
    const refused = await ada.page(`${base}/customers/new`, { name: 'Grace' });
    assert.equal(refused.status, 403);
    assert.match(refused.text, /This business is closed/);
    const made = await ada.page(`${base}/accounts/new`, { once: 'x', name: 'Next', country: '' });
    assert.match(made.location ?? '', /^\/acc_/, 'from a closed business, too');
    assert.equal((await ada.page(`${base}/settings/close/reopen`, {})).location, `${base}/`);
    assert.doesNotMatch((await ada.page(`${base}/`)).text, /Closed on/);
  });

  if (!isFirstEngine) return;

  it('a person with one business opens the switch, creates another and goes back', async () => {
    const ada = await enter('First');
    await withVisitor(await sharedChromium(), service().url, { viewport: DESKTOP }, async (page, context) => {
      await context.addCookies([ada.browserCookie]);
      await page.goto(`${service().url}/${ada.accountId}/`);
      await page.click('.switcher summary');
      await page.click('.switcher a[href$="/accounts/new"]');
      await expectAccessible(page, 'new business');
      expectValidHtml((await ada.page(`/${ada.accountId}/accounts/new`)).text, 'new business');
      await page.fill('#f-name', 'Bakery & Sons');
      await page.selectOption('#f-country', '');
      await page.click('main button[type=submit]');
      await page.waitForURL(/\/acc_\w+\/$/);
      assert.match(await page.title(), /Bakery & Sons/);
      await page.click('.switcher summary');
      await expectAccessible(page, 'the open switch');
      await page.click('.switcher a:not([aria-current])');
      await page.waitForURL(`**/${ada.accountId}/`);
    });
  });

  testAll('the pages fit every width, theme and language, also in a closed business', async () => {
    const ada = await enter('First');
    await ada.post('/account/close', { name: 'First' });
    for (const locale of ['en-GB', 'de-DE', 'fr-FR', 'es-ES', 'ar']) {
      await withVisitor(await sharedChromium(), service().url, { locale }, async (page, context) => {
        await context.addCookies([ada.browserCookie]);
        for (const path of ['accounts/new', 'settings/close', ''])
          await expectGoodLooks(page, `${service().url}/${ada.accountId}/${path}`);
        assert.equal(await page.evaluate('document.documentElement.dir'), locale === 'ar' ? 'rtl' : 'ltr');
      });
    }
  });
});
