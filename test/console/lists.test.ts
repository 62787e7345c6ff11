import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import { putMembership } from '../../src/store/tables/person/users.ts';
import { createQuote, sentQuote } from '../support/api/quotes.ts';
import { DESKTOP, PHONE, withVisitor } from '../support/browser/browser-page.ts';
import { sharedChromium } from '../support/browser/shared-chromium.ts';
import { expectValidHtml } from '../support/console/pages.ts';
import { signIn, type TestPerson } from '../support/console/sign-in.ts';
import { testAll } from '../support/run/all.ts';
import { describeService, type TestAccount } from '../support/service/service.ts';

describeService((service, isFirstEngine) => {
  let account: TestAccount;
  let member: TestPerson;
  let base: string;

  beforeEach(async () => {
    account = await service().newAccount();
    member = await signIn(service(), { accountId: account.accountId, role: 'member' });
    base = `/${account.accountId}`;
  });

  const read = async (path: string, headers: Record<string, string> = {}) => {
    const { text, status } = await member.page(base + path, undefined, headers);
    assert.equal(status, 200, path);
    expectValidHtml(text, path);
    return text;
  };
  const toText = (page: string) => page.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ');
  const tabsOf = (page: string) => toText(/<nav class="tabs".*?<\/nav>/s.exec(page)?.[0] ?? '').trim();
  const make = (title: string, ...items: string[]) =>
    createQuote(account, {
      customerId: account.customerId,
      title,
      items: items.map((description) => ({ description, quantity: 1, unitPrice: 100 })),
    });

  it('the counts of the tabs follow the search and the other filters', async () => {
    await make('Oak table', 'Table');
    await make('Oak bench', 'Bench');
    await make('Garden shed', 'Shed');
    await sentQuote(account, { title: 'Oak door' });
    assert.match(tabsOf(await read('/quotes')), /^All 4 Draft 3 Sent 1 Accepted 0/);
    const found = await read('/quotes?search=oak&status=DRAFT');
    assert.match(tabsOf(found), /^All 3 Draft 2 Sent 1 Accepted 0/);
    assert.match(tabsOf(await read('/quotes?search=nothing')), /^All 0 Draft 0 Sent 0/);
    assert.match(
      tabsOf(await read(`/quotes?customer=${account.customerId}&search=shed`)),
      /^All 1 Draft 1 Sent 0/,
    );
    assert.match(tabsOf(await read('/quotes?from=2999-01-01')), /^All 0 Draft 0/);
  });

  it('a row says which of its words the search found, and marks them', async () => {
    const long = `${'Lorem ipsum dolor sit amet '.repeat(8)}with a brass <b>Hinge</b> and more ${'words '.repeat(30)}`;
    await make('Kitchen', 'Cupboard', long);
    await make('Hinge replacement', 'Brass hinge');
    const page = await read('/quotes?search=hinge');
    const [matched, ...others] = page.match(/<span class="matched">.*?<\/bdi><\/span>/gs) ?? [];
    assert.equal(others.length, 0, 'a title that matches needs no reason');
    assert.match(matched ?? '', /with a brass &lt;b&gt;<mark>Hinge<\/mark>&lt;\/b&gt; and more/);
    assert.match(toText(matched ?? ''), /^ · … .{20,140} …$/);
    assert.doesNotMatch(await read('/quotes'), /class="matched"/);
    const reference = await createQuote(account, {
      ...{ customerId: account.customerId, title: 'Roof', reference: 'PO-ÄX-17' },
      items: [{ description: 'Tiles', quantity: 1, unitPrice: 100 }],
    });
    assert.match(
      await read('/quotes?search=po-%C3%A4x'),
      new RegExp(`${reference.number}.*<mark>PO-ÄX</mark>-17`, 's'),
    );
  });

  it('columns that are hidden stay hidden in this browser', async () => {
    await make('Kitchen', 'Cupboard');
    const heads = (page: string) =>
      [...page.matchAll(/<th scope="col"[^>]*>(?:<a[^>]*>)?([^<]*)/g)].map(([, text]) => text);
    const all = ['Quote', 'Customer', 'Total', 'Status', 'Valid until', 'Latest event'];
    assert.deepEqual(heads(await read('/quotes')), all);
    const form = { 'show-total': 'on', 'show-status': 'on', back: 'status=DRAFT&evil=1' };
    const answer = await member.page(`${base}/quotes/columns`, form);
    assert.deepEqual([answer.status, answer.location], [303, `${base}/quotes?status=DRAFT`]);
    const set = answer.headers.get('Set-Cookie') ?? '';
    assert.match(
      set,
      /^proffer_columns=customer\.until\.last; HttpOnly; SameSite=Lax; Path=\/; Max-Age=31536000$/,
    );
    const cookie = `${member.cookie}; ${set.split(';')[0]}`;
    assert.deepEqual(heads(await read('/quotes', { Cookie: cookie })), ['Quote', 'Total', 'Status']);
    const nonsense = `${member.cookie}; proffer_columns=what.<b>.total`;
    assert.deepEqual(
      heads(await read('/quotes', { Cookie: nonsense })),
      all.filter((name) => name !== 'Total'),
    );
  });

  if (!isFirstEngine) return;

  testAll(
    'the left edge stays, and the switch between businesses is in full sight, also on a phone',
    async () => {
      const other = await service().newAccount({ name: 'Another business with a rather long name' });
      await service().db.write((tx) =>
        putMembership(tx, member.userId, { accountId: other.accountId, role: 'member' }, service().clock()),
      );
      await make('Kitchen', 'Cupboard');
      await withVisitor(
        await sharedChromium(),
        service().url,
        { viewport: DESKTOP },
        async (page, context) => {
          await context.addCookies([member.browserCookie]);
          const edges: (number | undefined)[] = [];
          for (const path of ['/', '/quotes', '/invoices', '/customers/new', '/settings/you']) {
            await page.goto(service().url + base + path);
            edges.push((await page.locator('h1').boundingBox())?.x);
          }
          assert.equal(new Set(edges).size, 1, String(edges));
          await page.click('.switcher summary');
          const [link, bar] = await Promise.all(
            ['.switcher a:not([aria-current])', '.sidebar'].map((name) =>
              page.locator(name).first().boundingBox(),
            ),
          );
          assert.ok(link && bar && link.x >= bar.x && link.x + link.width <= bar.x + bar.width);
          await page.click('.switcher a:not([aria-current])');
          await page.waitForURL(`**/${other.accountId}/`);
          await page.setViewportSize(PHONE);
          await page.click('.bottom-bar summary');
          await page.click(`.bottom-bar a[href="${base}/"]`);
          await page.waitForURL(`**${base}/`);
        },
      );
    },
  );

  it('twelve rows fit a desk, and on a phone the first quote is above the fold', async () => {
    for (let n = 0; n < 14; n++) await make(`Quote ${n} of a long list with a title that is long`, 'Line');
    await withVisitor(await sharedChromium(), service().url, { viewport: DESKTOP }, async (page, context) => {
      await context.addCookies([member.browserCookie]);
      await page.goto(`${service().url}${base}/quotes`);
      const bottoms: number[] = await page.evaluate(
        "[...document.querySelectorAll('[data-row]')].map((row) => row.getBoundingClientRect().bottom)",
      );
      assert.ok(bottoms.filter((bottom) => bottom <= DESKTOP.height).length >= 12, String(bottoms));
      await page.setViewportSize(PHONE);
      const [first, bar] = await Promise.all(
        ['[data-row]', '.bottom-bar'].map((name) => page.locator(name).first().boundingBox()),
      );
      assert.ok((first?.y ?? 999) + (first?.height ?? 0) < (bar?.y ?? 0), JSON.stringify({ first, bar }));
    });
  });
});
