import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import { mailsOf, visit } from '../support/api/customer.ts';
import { sentQuote } from '../support/api/quotes.ts';
import { DESKTOP, withVisitor } from '../support/browser/browser-page.ts';
import { sharedChromium } from '../support/browser/shared-chromium.ts';
import { expectValidHtml, fieldIn } from '../support/console/pages.ts';
import { signIn, type TestPerson } from '../support/console/sign-in.ts';
import { MINUTE } from '../support/service/clock.ts';
import { describeService, type TestAccount } from '../support/service/service.ts';

const ITEMS = [
  { description: 'Oak table', quantity: 1, unitPrice: 120_000, taxRate: 0 },
  { description: 'Delivery', quantity: 1, unitPrice: 10_000, taxRate: 0 },
];

describeService((service, isFirstEngine) => {
  let account: TestAccount;
  let member: TestPerson;
  let base: string;

  beforeEach(async () => {
    account = await service().newAccount();
    member = await signIn(service(), { accountId: account.accountId, role: 'member' });
    base = `/${account.accountId}`;
  });

  const read = async (path: string) => {
    const { text, status } = await member.page(base + path);
    assert.equal(status, 200, path);
    expectValidHtml(text, path);
    return text;
  };
  const toText = (page: string) => page.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ');
  const linkIn = (text = '') => new URL(/http\S+\/q\/[\w-]+/.exec(text)?.[0] ?? '');

  it('a revision is not emailed until it is sent, and its email and page say what has changed', async () => {
    const { id, publicUrl } = await sentQuote(account, { items: ITEMS, title: 'Table' });
    assert.doesNotMatch(await read(`/quotes/${id}`), /not been emailed/);
    service().clock.advance(MINUTE);
    const items = [
      { ...ITEMS[0], unitPrice: 110_000 },
      { description: 'Two chairs', quantity: 2, unitPrice: 20_000, taxRate: 0 },
    ];
    assert.equal((await account.patch(`/quotes/${id}`, { items })).status, 200);
    const page = await read(`/quotes/${id}`);
    assert.match(page, /Revision 2 has not been emailed yet/);
    assert.match(page, new RegExp(`<a class="button" href="[^"]*/${id}/send">Send revision 2</a>`));
    assert.match(await read('/quotes'), /revision 2 not emailed yet/);

    const form = await read(`/quotes/${id}/send`);
    assert.match(form, /has revised this quote\. What has changed is listed below\./);
    const preview = toText((await member.page(`${base}/quotes/${id}/send/preview`)).text);
    assert.match(
      preview,
      /What has changed.*Changed: Oak table.*New: Two chairs.*Removed: Delivery.*Total before: €1,300\.00/,
    );
    const seen = { version: fieldIn(form, 'version'), once: fieldIn(form, 'once') };
    const to = fieldIn(form, 'to');
    const sent = await member.page(`${base}/quotes/${id}/send`, {
      ...seen,
      to,
      cc: '',
      subject: '',
      message: '',
    });
    assert.equal(sent.location, `${base}/quotes/${id}?notice=sent`);
    const mail = (await mailsOf(service(), account)).at(-1);
    assert.match(mail?.text ?? '', /has revised this quote/);
    assert.match(
      mail?.text ?? '',
      /- Changed: Oak table: 1 × €1,200\.00 · €1,200\.00 → 1 × €1,100\.00 · €1,100\.00\n- New: Two chairs\n- Removed: Delivery\n- Total before: €1,300\.00/,
    );
    assert.doesNotMatch(await read(`/quotes/${id}`), /not been emailed/);
    assert.doesNotMatch(await read('/quotes'), /not emailed yet/);

    const changes = /What has changed.*Compared with the earlier version:.*Oak table/s;
    for (const url of [linkIn(mail?.text).href, linkIn(mail?.text).href, publicUrl]) {
      assert.match((await visit(url)).text, changes, 'nobody has opened an earlier revision');
    }
  });

  it('who was never sent an earlier revision is told of no changes', async () => {
    const { id } = await sentQuote(account, { items: ITEMS, title: 'Table' });
    service().clock.advance(MINUTE);
    await account.patch(`/quotes/${id}`, { items: ITEMS.slice(0, 1) });
    service().clock.advance(MINUTE);
    await account.post(`/quotes/${id}/send`, { email: 'new@example.test' });
    const mail = (await mailsOf(service(), account)).at(-1);
    assert.match(mail?.text ?? '', /has prepared this quote for you/);
    assert.doesNotMatch(mail?.text ?? '', /What has changed/);
    assert.doesNotMatch((await visit(linkIn(mail?.text).href)).text, /What has changed/);
  });

  it('prices that the quote does not show are not in the list of changes', async () => {
    const show = { linePrices: false, quantities: false };
    const { id } = await sentQuote(account, { items: ITEMS, title: 'Table', show });
    service().clock.advance(MINUTE);
    await account.patch(`/quotes/${id}`, { items: [{ ...ITEMS[0], unitPrice: 99_900 }, ITEMS[1]] });
    await account.post(`/quotes/${id}/send`, {});
    const mail = (await mailsOf(service(), account)).at(-1);
    assert.match(mail?.text ?? '', /- Changed: Oak table/);
    assert.doesNotMatch(mail?.text ?? '', /1,200\.00|999\.00/);
  });

  if (!isFirstEngine) return;

  it('with a browser, the buttons name the revision that saving makes, and it is saved and sent', async () => {
    const { id } = await sentQuote(account, { items: ITEMS, title: 'Table' });
    await withVisitor(await sharedChromium(), service().url, { viewport: DESKTOP }, async (page, context) => {
      await context.addCookies([member.browserCookie]);
      await page.goto(`${service().url}${base}/quotes/${id}/edit`);
      const buttons = page.locator('.save-bar .button:not(.tab)');
      await page.waitForSelector('.save-bar .button');
      assert.deepEqual(await buttons.allTextContents(), ['Save quote', 'Send quote'], 'nothing has changed');
      const title = page.locator('.title-field, #e-title').first();
      await title.fill('A longer table');
      assert.deepEqual(await buttons.allTextContents(), ['Save revision 2', 'Save and send revision 2']);
      await buttons.first().click();
      await page
        .locator('.save-state')
        .filter({ hasText: /^Saved/ })
        .waitFor();
      assert.deepEqual(await buttons.allTextContents(), ['Save quote', 'Send quote']);
      await title.fill('A still longer table');
      assert.deepEqual(await buttons.allTextContents(), ['Save revision 3', 'Save and send revision 3']);
      await page.keyboard.press('Control+Enter');
      await page.waitForURL(/\/send$/);
      assert.match((await page.inputValue('#message')) ?? '', /has revised this quote/);
      await page.keyboard.press('Control+Enter');
      await page.waitForURL(/notice=sent/);
    });
    const { body } = await account.get(`/quotes/${id}`);
    assert.deepEqual([body.revision, body.status, body.title], [3, 'SENT', 'A still longer table']);
  });
});
