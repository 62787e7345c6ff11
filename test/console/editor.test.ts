import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { ok } from '../support/api/customer.ts';
import { createQuote, sentQuote } from '../support/api/quotes.ts';
import {
  DESKTOP,
  expectAccessible,
  expectNoHorizontalScroll,
  LOOKS,
  PHONE,
  withVisitor,
} from '../support/browser/browser-page.ts';
import { sharedChromium } from '../support/browser/shared-chromium.ts';
import { expectValidHtml, scriptBytes } from '../support/console/pages.ts';
import { signIn, type TestPerson } from '../support/console/sign-in.ts';
import { testAll } from '../support/run/all.ts';
import {
  makeDatabase,
  startTestService,
  type TestAccount,
  type TestService,
} from '../support/service/service.ts';
import { until } from '../support/until.ts';

let browser: Browser;
let service: TestService;
let account: TestAccount;
let ada: TestPerson;
let bob: TestPerson;

before(async () => {
  browser = await sharedChromium();
  service = await startTestService();
  account = await service.newAccount({ name: 'Nordlicht Studio' });
  ok(await account.put('/customers/ada', { name: 'Ada Lovelace', email: 'ada@example.com' }));
  ok(
    await account.post('/catalogue-items', {
      description: 'Workshop',
      unitPrice: 80_000,
      unit: 'day',
      taxRate: 19,
      sku: 'W-1',
    }),
  );
  const { id: accountId } = (await account.get('/account')).body;
  ada = await signIn(service, { accountId, role: 'member' });
  bob = await signIn(service, { accountId, role: 'member', name: 'Bob' });
});

after(async () => {
  await service?.close();
});

const address = (path: string) => `${service.url}/${ada.accountId}/${path}`;

async function signedIn(options: BrowserContextOptions = {}, person = ada): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: DESKTOP, reducedMotion: 'reduce', ...options });
  await context.addCookies([person.browserCookie]);
  return context;
}

/** Runs in a desktop browser that must not report errors. */
function atDesk(
  path: string,
  use: (page: Page, context: BrowserContext) => Promise<void>,
  options: BrowserContextOptions = {},
  person = ada,
): Promise<void> {
  return withVisitor(browser, service.url, { viewport: DESKTOP, ...options }, async (page, context) => {
    await context.addCookies([person.browserCookie]);
    await open(page, path);
    await use(page, context);
  });
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(address(path));
  await page.locator('.editor.live').waitFor();
}

const state = (page: Page, text: string | RegExp) =>
  page.locator('.save-state').filter({ hasText: text }).waitFor();
const cell = (page: Page, n: number, name: string) =>
  page.locator('.rows > .row').nth(n).getByLabel(name, { exact: true });
const total = (page: Page) => page.locator('.totals .total dd').textContent();
const stored = async (id: string) => ok(await account.get(`/quotes/${id}`));
const idIn = (page: Page) => /quo_\w+/.exec(page.url())?.[0] ?? '';
const ITEMS = [
  { description: 'Design', quantity: 2, unitPrice: 10_000, taxRate: 19 },
  { description: 'Build', quantity: 1, unitPrice: 50_000, taxRate: 19 },
];
const draft = (more: object = {}) =>
  createQuote(account, { customerId: 'ada', title: 'Website', items: ITEMS, ...more });

test('the scripts of each page stay within the size budget', async () => {
  const budgets = [
    ['quotes', 5000],
    ['quotes/new', 30_000],
    [`quotes/${(await draft()).id}/edit`, 30_000],
  ] as const;
  for (const [path, most] of budgets) {
    const size = await scriptBytes(service.url, (await ada.page(`/${ada.accountId}/${path}`)).text);
    assert.ok(size <= most, `${path}: ${size} bytes`);
  }
});

testAll('a quote with ten items is written with the keyboard alone and saves itself', async () => {
  await atDesk('quotes/new', async (page) => {
    const { keyboard } = page;
    await keyboard.type('Ten lines');
    await keyboard.press('Tab');
    await keyboard.type('love');
    await page.getByRole('option', { name: /Ada Lovelace/ }).waitFor();
    await keyboard.press('Enter');
    await page.locator('#e-change-customer:focus').waitFor();
    await keyboard.press('Alt+n');
    for (let n = 1; n <= 10; n++) {
      // Typing is slow, so only the first items are typed letter by letter.
      const write = (text: string) => (n <= 2 ? keyboard.type(text) : keyboard.insertText(text));
      await write(`Line ${n}`);
      for (const text of [String(n), 'h', '1,234.50', '19']) {
        await keyboard.press('Tab');
        await keyboard.press('Control+A');
        await write(text);
      }
      await keyboard.press('Enter');
    }
    await keyboard.press('Control+s');
    await state(page, /^Saved/);
    assert.equal(await total(page), '€80,798.03');
    const quote = await stored(idIn(page));
    assert.equal(await page.locator('h1').textContent(), `Edit ${quote.number}`);
    assert.equal(quote.items.length, 10);
    assert.equal(quote.total, 8_079_803);
    assert.equal(quote.customerId, 'ada');
    assert.deepEqual(
      [quote.items[9].description, quote.items[9].quantity, quote.items[9].unitPrice],
      ['Line 10', 10, 123_450],
    );
    await keyboard.press('Control+Enter');
    await page.waitForURL(/quotes\/quo_\w+\/send/);
  });
});

test('items are pasted, undone, duplicated, moved by keys and by hand, and deleted, and the focus is never lost', async () => {
  const { id } = await draft();
  await atDesk(`quotes/${id}/edit`, async (page) => {
    const texts = (): Promise<string[]> =>
      page.evaluate('[...document.querySelectorAll(".rows .description textarea")].map((one) => one.value)');
    const focused = () => page.evaluate('document.activeElement?.value ?? document.activeElement?.tagName');
    await cell(page, 2, 'Description').focus();
    await page.evaluate(`(() => {
      const data = new DataTransfer();
      data.setData('text/plain', 'Description\\tQty\\tPrice\\nText\\t3\\t€1,000.00\\nPhotos\\t1\\t250.00\\n');
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    })()`);
    await page.locator('.rows .description textarea').nth(4).waitFor();
    assert.equal(await page.locator('.rows .description textarea').count(), 5);
    assert.deepEqual(await texts(), ['Design', 'Build', 'Text', 'Photos', '']);
    assert.equal(await cell(page, 2, 'Price').inputValue(), '1,000.00');
    await page.keyboard.press('Control+z');
    assert.deepEqual(await texts(), ['Design', 'Build', '']);
    assert.notEqual(await focused(), 'BODY');
    await page.keyboard.press('Control+Shift+z');
    assert.deepEqual(await texts(), ['Design', 'Build', 'Text', 'Photos', '']);
    await cell(page, 0, 'Description').focus();
    await page.keyboard.press('Alt+ArrowDown');
    assert.deepEqual(await texts(), ['Build', 'Design', 'Text', 'Photos', '']);
    assert.equal(await focused(), 'Design');
    await page.keyboard.press('Control+d');
    assert.deepEqual(await texts(), ['Build', 'Design', 'Design', 'Text', 'Photos', '']);
    await page.keyboard.press('Alt+Delete');
    assert.deepEqual(await texts(), ['Build', 'Design', 'Text', 'Photos', '']);
    assert.equal(await focused(), 'Text');
    const grip = page.locator('.grip').nth(3);
    const first = await page.locator('.rows > .row').first().boundingBox();
    await grip.hover();
    await page.mouse.down();
    await page.mouse.move((first?.x ?? 0) + 20, (first?.y ?? 0) + 10, { steps: 6 });
    await page.mouse.up();
    assert.deepEqual(await texts(), ['Photos', 'Build', 'Design', 'Text', '']);
    await page.keyboard.press('Control+z');
    assert.deepEqual(await texts(), ['Build', 'Design', 'Text', 'Photos', ''], 'the whole way is one step');
    await page.keyboard.press('Control+s');
    await state(page, /^Saved/);
    const { items } = await stored(id);
    assert.deepEqual(
      items.map((item: { description: string }) => item.description),
      ['Build', 'Design', 'Text', 'Photos'],
    );
  });
});

testAll(
  'numbers are read as the person writes them; an unreadable one marks its field and is never 0',
  async () => {
    const { id } = await draft();
    await atDesk(
      `quotes/${id}/edit`,
      async (page) => {
        assert.equal(await cell(page, 1, 'Preis').inputValue(), '500,00');
        await cell(page, 1, 'Preis').fill('1.234,25');
        assert.match(
          (await page.locator('.rows > .row').nth(1).locator('output').textContent()) ?? '',
          /1\.234,25/,
        );
        await cell(page, 0, 'Menge').fill('zwei');
        assert.equal(await cell(page, 0, 'Menge').getAttribute('aria-invalid'), 'true');
        await page.getByText('nicht als Zahl lesbar').waitFor();
        await state(page, 'ungültig');
        assert.match((await total(page)) ?? '', /1\.468,76/, 'the other line alone');
        assert.equal((await stored(id)).items[0].quantity, 2, 'nothing was saved');
        await expectAccessible(page, 'a marked field');
        await cell(page, 0, 'Menge').fill('2,5');
        await state(page, /^Gespeichert/);
        const { items } = await stored(id);
        assert.deepEqual([items[0].quantity, items[1].unitPrice], [2.5, 123_425]);
      },
      { locale: 'de-DE' },
    );
  },
);

test('the second of two editors sees both versions and chooses one for each field', async () => {
  const { id, items } = await draft();
  await atDesk(`quotes/${id}/edit`, async (page) => {
    ok(
      await bob.patch(`/quotes/${id}`, {
        title: 'Theirs',
        reference: 'PO 7',
        items: items.map((item: object, at: number) => (at ? item : { ...item, unitPrice: 11_100 })),
      }),
    );
    await page.locator('#e-title').fill('Mine');
    await cell(page, 0, 'Price').fill('120');
    await state(page, 'someone else');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await expectAccessible(page, 'two versions');
    assert.deepEqual(
      await dialog.locator('legend').evaluateAll((all) => all.map((one) => one.textContent?.split(' ')[0])),
      ['Title', 'Reference', 'Price'],
    );
    assert.equal((await stored(id)).title, 'Theirs', 'nothing is written meanwhile');
    assert.ok(await page.getByRole('button', { name: 'Send quote' }).isDisabled());
    await dialog
      .getByRole('group', { name: /Price/ })
      .getByLabel(/Theirs/)
      .check();
    await dialog.getByRole('button', { name: 'Save selection' }).click();
    await state(page, /^Saved/);
    const quote = await stored(id);
    assert.deepEqual([quote.title, quote.reference, quote.items[0].unitPrice], ['Mine', 'PO 7', 11_100]);
  });
});

test('text typed during a network failure is kept and saved when the network is back', async () => {
  const { id } = await draft();
  const context = await signedIn();
  const page = await context.newPage();
  await open(page, `quotes/${id}/edit`);
  await page.locator('#e-title').press('End');
  await page.locator('#e-title').pressSequentially(' A');
  await context.setOffline(true);
  await page.locator('#e-title').pressSequentially('BC');
  await state(page, 'no connection');
  assert.equal((await stored(id)).title, 'Website');
  const warning = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  assert.equal((await warning).type(), 'beforeunload', 'leaving warns');
  await (await warning).dismiss();
  await page.locator('.editor.live').waitFor();
  await context.setOffline(false);
  await state(page, /^Saved/);
  assert.equal((await stored(id)).title, 'Website ABC');
  await context.close();
});

testAll('text typed during a restart of the service is saved afterwards', async () => {
  const place = await makeDatabase('sqlite', { withTables: true });
  let own = await startTestService({ place });
  const context = await signedIn();
  try {
    const { port } = new URL(own.url);
    ok(await own.automation.put('/customers/grace', { name: 'Grace' }));
    const quote = ok(
      await own.automation.post('/quotes', { customerId: 'grace', title: 'Before', items: ITEMS }),
    );
    const person = await signIn(own);
    await context.addCookies([person.browserCookie]);
    const page = await context.newPage();
    await page.goto(`${own.url}/${person.accountId}/quotes/${quote.id}/edit`);
    await page.locator('.editor.live').waitFor();
    await own.close();
    await page.locator('#e-title').fill('Meanwhile');
    await state(page, 'no connection');
    own = await startTestService({ place, env: { PORT: port } });
    await state(page, /^Saved/);
    assert.equal(ok(await own.automation.get(`/quotes/${quote.id}`)).title, 'Meanwhile');
  } finally {
    await context.close();
    await own.close();
    await place.remove();
  }
});

testAll('after a browser crash the local copy is offered and compared with newer changes', async () => {
  const { id } = await draft();
  const context = await signedIn();
  const page = await context.newPage();
  await open(page, `quotes/${id}/edit`);
  await page.route('**/api/v1/**', (route) => route.abort());
  await page.locator('#e-title').fill('Not saved');
  await state(page, 'no connection');
  // The renderer process ends, so none of its handlers run.
  const crashed = page.waitForEvent('crash');
  const devtools = await context.newCDPSession(page);
  devtools.send('Page.crash').catch(() => {});
  await crashed;
  ok(await bob.patch(`/quotes/${id}`, { reference: 'later' }));
  const again = await context.newPage();
  await open(again, `quotes/${id}/edit`);
  assert.equal(await again.locator('#e-title').inputValue(), 'Website');
  await expectAccessible(again, 'an offer to go on');
  await again.getByRole('button', { name: 'Restore' }).click();
  await again.getByRole('dialog').getByRole('button', { name: 'Save selection' }).click();
  await state(again, /^Saved/);
  const quote = await stored(id);
  assert.deepEqual([quote.title, quote.reference], ['Not saved', 'later']);
  await again.reload();
  await again.locator('.editor.live').waitFor();
  assert.equal(await again.getByRole('button', { name: 'Restore' }).count(), 0);
  await context.close();
});

test('an older unfinished quote is restored as one of its own, beside the one saved since', async () => {
  const context = await signedIn();
  const older = await context.newPage();
  await open(older, 'quotes/new?customer=ada');
  await older.locator('#e-title').fill('Older');
  await until(() => older.evaluate(`Object.values(localStorage).some((copy) => copy.includes('"Older"'))`));
  await older.close();
  const page = await context.newPage();
  await open(page, 'quotes/new?customer=ada');
  const restore = page.getByRole('button', { name: 'Restore' });
  await restore.waitFor();
  await page.locator('#e-title').fill('Newer');
  await cell(page, 0, 'Description').fill('Hedge');
  await cell(page, 0, 'Price').fill('100');
  await state(page, /^Saved/);
  const id = idIn(page);
  await restore.click();
  await page.waitForURL(/quotes\/new$/);
  await page.locator('.editor.live').waitFor();
  await until(async () => (await page.locator('#e-title').inputValue()) === 'Older');
  await cell(page, 0, 'Description').fill('Gate');
  await cell(page, 0, 'Price').fill('50');
  await state(page, /^Saved/);
  assert.notEqual(idIn(page), id);
  assert.deepEqual([(await stored(id)).title, (await stored(idIn(page))).title], ['Newer', 'Older']);
  await open(page, 'quotes/new');
  await page.keyboard.press('Alt+n');
  await page.locator('.keys').waitFor();
  assert.equal(await restore.count(), 0);
  await context.close();
});

test('a draft shows its files and payment schedule immediately', async () => {
  const { id } = await draft(RICH);
  const file = { raw: 'plan', headers: { 'Content-Type': 'text/plain' } };
  ok(await account.put(`/quotes/${id}/attachments/plan.txt`, undefined, file));
  await atDesk(`quotes/${id}/edit`, async (page) => {
    const shown = await page.evaluate(
      '[document.querySelector(".files bdi")?.textContent, document.querySelector(".stages input")?.value]',
    );
    assert.deepEqual(shown, ['plan.txt', 'All']);
    await page.getByRole('button', { name: 'Remove plan.txt' }).click();
    await page.getByText('plan.txt removed.').waitFor();
    assert.deepEqual((await stored(id)).attachments, []);
  });
});

const PLAN = { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('plan') };

testAll('a file stays visible until the draft can be saved, and leaving before that warns', async () => {
  const { id } = await draft();
  const context = await signedIn();
  const page = await context.newPage();
  await open(page, `quotes/${id}/edit`);
  await cell(page, 1, 'Price').fill('');
  await page.getByLabel('Attach files').setInputFiles(PLAN);
  const waits = page.locator('.files li').filter({ hasText: 'Uploads when the quote is saved.' });
  await waits.waitFor();
  assert.deepEqual((await stored(id)).attachments, []);
  await expectAccessible(page, 'a file that waits');
  const warning = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  assert.equal((await warning).type(), 'beforeunload');
  await (await warning).dismiss();
  await waits.waitFor();
  await cell(page, 1, 'Price').fill('500');
  await page.getByText('plan.txt attached.').waitFor();
  assert.equal(await waits.count(), 0);
  assert.equal((await stored(id)).attachments[0].name, 'plan.txt');

  await open(page, 'quotes/new?customer=ada');
  await page.keyboard.press('Shift');
  await page.getByLabel('Attach files').setInputFiles([PLAN, { ...PLAN, name: 'other.txt' }]);
  await waits.nth(1).waitFor();
  await page.getByRole('button', { name: 'Remove other.txt' }).click();
  await page.locator('#e-title').fill('With a file');
  await cell(page, 0, 'Description').fill('Something');
  await cell(page, 0, 'Price').fill('5');
  // Text typed during an upload waits for it, and neither is rejected.
  await page.route('**/attachments/**', async (route) => {
    await page.locator('#e-title').fill('With a file and more');
    await route.continue();
  });
  await page.getByText('plan.txt attached.').waitFor();
  await state(page, /^Saved/);
  const quote = await stored(idIn(page));
  assert.deepEqual([quote.title, quote.attachments.length], ['With a file and more', 1]);
  await context.close();
});

testAll('a failed upload is retried when the service is back, also before the quote is sent', async () => {
  const { id } = await draft();
  await atDesk(`quotes/${id}/edit`, async (page) => {
    let tries = 0;
    await page.route('**/attachments/**', (route) =>
      tries++ === 0
        ? route.fulfill({ status: 429, json: {}, headers: { 'Retry-After': '1' } })
        : route.continue(),
    );
    await page.keyboard.press('Shift');
    await page.getByLabel('Attach files').setInputFiles(PLAN);
    await page.getByText('Retrying automatically').waitFor();
    await page.getByText('plan.txt attached.').waitFor();
    await page.getByLabel('Attach files').setInputFiles({ ...PLAN, name: 'second.txt' });
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(/\/send$/);
    assert.equal((await stored(id)).attachments.length, 2);
  });
});

testAll('text typed after the session ended is offered on its quote, named and compared', async () => {
  const context = await signedIn();
  const page = await context.newPage();
  await open(page, 'quotes/new?customer=ada');
  await page.locator('#e-title').fill('Garden');
  await cell(page, 0, 'Description').fill('Hedge');
  await cell(page, 0, 'Price').fill('100');
  await state(page, /^Saved/);
  const id = idIn(page);
  await context.clearCookies();
  await page.locator('#e-title').fill('Garden and gate');
  await cell(page, 0, 'Price').fill('120');
  await state(page, 'you are signed out');
  await page.close();

  const again = await context.newPage();
  const offer = again.locator('.restore');
  await context.addCookies([bob.browserCookie]);
  await open(again, `quotes/${id}/edit`);
  await again.keyboard.press('Alt+n');
  await again.locator('.keys').waitFor();
  assert.equal(await offer.count(), 0, 'another person sees nothing of it');
  await context.addCookies([ada.browserCookie]);
  await open(again, 'quotes/new');
  await again.keyboard.press('Alt+n');
  await again.locator('.keys').waitFor();
  assert.equal(await offer.count(), 0, 'it belongs to another quote');
  await open(again, `quotes/${id}/edit`);
  await offer.waitFor();
  const { number } = await stored(id);
  assert.match((await offer.textContent()) ?? '', new RegExp(`${number} · Garden`));
  assert.deepEqual(await offer.locator('dl > div').allInnerTexts(), [
    'Title\nSaved: Garden\nOn this device: Garden and gate',
    'Price · Hedge\nSaved: 100.00\nOn this device: 120',
  ]);
  await expectAccessible(again, 'an offer');
  await again.setViewportSize(PHONE);
  await expectNoHorizontalScroll(again, 'an offer');
  await again.getByRole('button', { name: 'Restore' }).click();
  await state(again, /^Saved/);
  const quote = await stored(id);
  assert.deepEqual([quote.title, quote.items[0].unitPrice], ['Garden and gate', 12_000]);
  await context.close();
});

testAll('a window of one person does not use the session of another', async () => {
  const { id } = await draft();
  const context = await signedIn();
  const page = await context.newPage();
  await open(page, `quotes/${id}/edit`);
  await context.addCookies([bob.browserCookie]);
  await page.locator('#e-title').fill('Whose?');
  await state(page, 'you are signed out');
  assert.equal((await stored(id)).title, 'Website');
  await context.addCookies([ada.browserCookie]);
  await state(page, /^Saved/);
  await context.close();
});

testAll(
  'sign-out asks before it removes unsaved text; other unsaved text is removed after 14 days',
  async () => {
    const carl = await signIn(service, { accountId: ada.accountId, role: 'member', name: 'Carl' });
    const { id } = await draft();
    const context = await signedIn({}, carl);
    const keys = (page: Page): Promise<string[]> =>
      page.evaluate('Object.keys(localStorage).filter((key) => key.startsWith("proffer:draft:"))');
    const other = await context.newPage();
    await open(other, `quotes/${id}/edit`);
    await other.evaluate(`(() => {
    const copy = (at) => JSON.stringify({ shape: 1, draft: { title: 'Old', rows: [] }, base: null, id: null, at });
    const day = 24 * 60 * 60 * 1000;
    localStorage.setItem('proffer:draft:acc_x:usr_old:1', copy(Date.now() - 15 * day));
    localStorage.setItem('proffer:draft:acc_x:usr_old:2', copy(Date.now() - 13 * day));
  })()`);
    const page = await context.newPage();
    await open(page, 'quotes/new');
    assert.deepEqual(await keys(page), ['proffer:draft:acc_x:usr_old:2']);
    await page.locator('#e-title').fill('Half a quote');
    await state(page, 'Stored on this device');
    await other.locator('#e-title').fill('');
    await state(other, 'Stored on this device');
    assert.equal((await keys(page)).length, 3);
    const list = await context.newPage();
    await list.goto(address('customers'));
    await page.getByRole('button', { name: 'Sign out', exact: true }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Half a quote').waitFor();
    await expectAccessible(page, 'a question before signing out');
    await dialog.getByRole('button', { name: 'Stay signed in' }).click();
    assert.equal((await keys(page)).length, 3);
    await page.getByRole('button', { name: 'Sign out', exact: true }).first().click();
    await dialog.getByRole('button', { name: 'Sign out and delete' }).click();
    await page.waitForURL(/sign-in/);
    for (const left of [other, list]) await left.waitForURL(/sign-in/);
    assert.deepEqual(await keys(page), ['proffer:draft:acc_x:usr_old:2']);
    await context.close();
  },
);

test('a sent quote is only saved explicitly, and the page explains the effect', async () => {
  const { id } = await sentQuote(account, { customerId: 'ada', title: 'Sent', items: ITEMS });
  await atDesk(`quotes/${id}/edit`, async (page) => {
    await page
      .getByText('creates revision 2: the customer page shows it immediately, and no email is sent')
      .waitFor();
    await page.locator('#e-title').fill('Sent again');
    await state(page, 'Not saved');
    await page.getByRole('button', { name: 'Save revision 2' }).click();
    await state(page, /^Saved/);
    const quote = await stored(id);
    assert.deepEqual([quote.title, quote.revision, quote.status], ['Sent again', 2, 'SENT']);
    await page.getByRole('button', { name: 'Save quote' }).waitFor();
    await page.locator('#e-title').fill('Sent once more');
    await page.getByRole('button', { name: 'Save revision 3' }).waitFor();
    await page.keyboard.press('Control+z');
  });
  ok(await account.patch(`/quotes/${id}`, { status: 'ACCEPTED' }));
  await atDesk(`quotes/${id}/edit`, async (page) => {
    await page.getByText('the answer no longer counts').waitFor();
    await page.locator('#e-title').fill('Once more');
    await page.getByRole('button', { name: 'return to draft' }).click();
    await state(page, /^Saved/);
    assert.equal((await stored(id)).status, 'DRAFT');
  });
  ok(await account.post(`/quotes/${id}/convert-to-invoice`));
  const answer = await ada.page(`/${ada.accountId}/quotes/${id}/edit`);
  assert.deepEqual([answer.status, answer.location], [303, `/${ada.accountId}/quotes/${id}`]);
});

test('the editor adds a new customer, a catalogue item, sections, options, a schedule, a file and the preview', async () => {
  await atDesk(
    'quotes/new',
    async (page) => {
      await page.locator('#e-title').fill('Rich');
      await page.locator('#e-customer').fill('Grace Hopper');
      await page.getByRole('option', { name: 'Create “Grace Hopper”' }).click();
      for (const name of ['Save draft', 'Send quote']) {
        await page.locator('#e-new-email').focus();
        await page.locator('.save-bar').getByRole('button', { name, exact: true }).click();
        await page.locator('#e-new-name:focus').waitFor();
      }
      const why = page.locator('.new-customer .error');
      await why.filter({ hasText: /Create the new customer or cancel first/ }).waitFor();
      await page.locator('#e-new-email').fill('grace@');
      await page.getByRole('button', { name: 'Create customer' }).click();
      await why.filter({ hasText: /Some fields are invalid/ }).waitFor();
      await page.locator('#e-new-email:focus').fill('grace@example.com');
      await page.keyboard.press('Enter');
      await page.locator('#e-validUntil:focus').waitFor();
      await page.keyboard.press('Alt+c');
      await page.getByRole('combobox', { name: 'From the catalogue' }).fill('work');
      await page.getByRole('option', { name: /Workshop/ }).click();
      await page.locator('.rows > .row').first().locator('[data-field="quantity"]:focus').waitFor();
      await cell(page, 0, 'Quantity').fill('2');
      await page.keyboard.press('Alt+h');
      await page.getByLabel('Name of the section').fill('Workshops');
      await cell(page, 2, 'Description').fill('Lunch');
      await cell(page, 2, 'Price').fill('10');
      await cell(page, 2, 'Price').press('Alt+Enter');
      await page.getByLabel('Optional: the customer').check();
      await page.getByRole('heading', { name: 'Payment schedule' }).click();
      await page.getByRole('button', { name: 'Add stage' }).click();
      await page.getByLabel('Purpose').fill('All of it');
      await page.getByLabel('Value').fill('100');
      await state(page, /^Saved/);
      await page
        .getByLabel('Attach files')
        .setInputFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('plan') });
      await page.getByText('plan.txt attached.').waitFor();
      const frame = page.frameLocator('iframe');
      await frame.getByRole('heading', { name: 'Rich' }).waitFor();
      await frame.getByText('Lunch').waitFor();
      await expectAccessible(page, 'everything');
      const quote = await stored(idIn(page));
      assert.deepEqual(
        quote.items.map((item: Record<string, unknown>) => [
          item.description,
          item.section,
          item.optional,
          item.taxRate,
        ]),
        [
          ['Workshop', 'Workshops', undefined, 19],
          ['Lunch', 'Workshops', true, 19],
        ],
      );
      assert.deepEqual([quote.items[0].quantity, quote.items[0].sku, quote.total], [2, 'W-1', 190_400]);
      assert.equal(quote.paymentSchedule[0].amount, 190_400);
      assert.equal(quote.attachments[0].name, 'plan.txt');
      const pdf = page.context().waitForEvent('page');
      await page.getByRole('button', { name: 'PDF' }).click();
      await pdf;
    },
    { viewport: { width: 1440, height: 900 } },
  );
});

testAll('a line states why there is no tax, and prices may include it or be hidden', async () => {
  const { id } = await draft();
  await atDesk(`quotes/${id}/edit`, async (page) => {
    await cell(page, 1, 'Price').press('Alt+Enter');
    await cell(page, 1, 'Tax %').fill('0');
    await page.getByLabel('Why there is no tax').selectOption('Reverse charge');
    await page.getByLabel('Reason, printed below the taxes').fill('Article 196');
    await page.getByLabel('Prices include tax').check();
    await page.getByLabel('Hide the prices of lines').check();
    await page.getByText('Payment schedule').click();
    await page.getByLabel('Issue the invoice when the customer accepts').check();
    await state(page, /^Saved/);
    assert.equal(await total(page), '€700.00');
    await page.locator('.totals dl').getByText('including tax 19%').waitFor();
    await expectAccessible(page, 'taxes in detail');
  });
  const { taxes, pricesIncludeTax, invoiceOnAcceptance, show } = await stored(id);
  assert.deepEqual(show, { linePrices: false, quantities: true });
  assert.deepEqual([pricesIncludeTax, invoiceOnAcceptance], [true, true]);
  assert.deepEqual(taxes, [
    { rate: 0, net: 50_000, tax: 0, category: 'reverse_charge', reason: 'Article 196' },
    { rate: 19, net: 16_807, tax: 3_193 },
  ]);
});

const RICH = {
  items: [
    { ...ITEMS[0], section: 'First' },
    { ...ITEMS[1], optional: true },
    { ...ITEMS[1], choice: 'Size', description: 'Small' },
    { ...ITEMS[1], choice: 'Size', description: 'Large', discountType: 'percentage', discountValue: 10 },
  ],
  paymentSchedule: [{ label: 'All', type: 'percentage', value: 100, due: { when: 'acceptance' } }],
};

/** Opens the editor with a quote that uses every feature. */
async function atRichQuote(
  options: BrowserContextOptions,
  use: (page: Page) => Promise<void>,
): Promise<void> {
  ok(await account.put('/customers/long', { name: 'Northern Harbour and Vale Trading Company '.repeat(3) }));
  const { id } = await draft({ ...RICH, customerId: 'long' });
  await atDesk(
    `quotes/${id}/edit`,
    async (page) => {
      await page.locator('.stages').waitFor();
      await page.locator('.row.line .icon-button').first().click();
      await page.locator('.more').waitFor();
      await use(page);
    },
    options,
  );
}

async function expectForEverybody(page: Page, reader: string, rules?: string[]): Promise<void> {
  const change = await page.locator('.chosen .button').boundingBox();
  assert.ok((change?.height ?? 99) < 60, `${reader}: the name leaves the button its place`);
  await expectAccessible(page, reader, rules);
  await expectNoHorizontalScroll(page, reader);
}

testAll('the editor with a preview is accessible on desktop and phone, in light and dark', async () => {
  await atRichQuote({ viewport: { width: 1440, height: 900 }, colorScheme: 'dark' }, async (page) => {
    await page.frameLocator('iframe').getByText('Small').first().waitFor();
    await expectForEverybody(page, 'beside a preview, dark', LOOKS);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize(DESKTOP);
    await expectForEverybody(page, 'at a desk');
    await page.setViewportSize(PHONE);
    await expectForEverybody(page, 'on a phone', LOOKS);
  });
});

testAll('the editor is accessible on a dark phone in Arabic', async () => {
  await atRichQuote({ viewport: PHONE, colorScheme: 'dark', locale: 'ar' }, async (page) => {
    assert.equal(await page.evaluate('document.dir'), 'rtl');
    await expectForEverybody(page, 'on a phone, dark, in Arabic');
  });
});

const NEEDS_SCRIPT = {
  en: /The editor needs JavaScript/,
  de: /Der Editor braucht JavaScript/,
  fr: /L’éditeur demande JavaScript/,
  es: /El editor necesita JavaScript/,
  ar: /يحتاج المحرر إلى JavaScript/,
};

test('without scripts the editor says in every language of the console that it needs them', async () => {
  const { id } = await draft();
  const paths = ['quotes/new', `quotes/${id}/edit`, 'templates/new'];
  for (const [language, sentence] of Object.entries(NEEDS_SCRIPT)) {
    for (const path of paths) {
      const at = `/${ada.accountId}/${path}`;
      const { text } = await ada.page(at, undefined, { 'Accept-Language': language });
      const [, shown = ''] = /<noscript>(.*?)<\/noscript>/s.exec(text) ?? [];
      assert.match(shown, sentence, at);
    }
  }
  const options = { viewport: PHONE, javaScriptEnabled: false };
  await withVisitor(browser, service.url, options, async (page, context) => {
    await context.addCookies([ada.browserCookie]);
    await page.goto(address('quotes/new'));
    await page.getByText(NEEDS_SCRIPT.en).waitFor();
    assert.equal(await page.locator('.editor form').count(), 0);
  });
});

test('errors found only by the service are shown in the language of the person', async () => {
  ok(await account.put('/customers/fleeting', { name: 'Flüchtig' }));
  await atDesk(
    'quotes/new?customer=fleeting',
    async (page) => {
      await page.keyboard.type('Weg');
      await page.keyboard.press('Alt+n');
      await page.keyboard.type('Etwas');
      await cell(page, 0, 'Preis').fill('5');
      ok(await account.delete('/customers/fleeting'));
      await page.keyboard.press('Control+s');
      await state(page, 'Diesen Kunden gibt es nicht mehr');
      await page.locator('.chosen .error').filter({ hasText: 'Wählen Sie einen anderen' }).waitFor();
    },
    { locale: 'de' },
  );
});

test('the HTML of the editor is valid for a new quote and an existing one', async () => {
  const { id } = await draft(RICH);
  const at = `/${ada.accountId}/quotes`;
  const pages = [await ada.page(`${at}/new`), await ada.page(`${at}/${id}/edit`)];
  assert.deepEqual(
    pages.map(({ status }) => status),
    [200, 200],
  );
  for (const { text } of pages) expectValidHtml(text, 'the editor');
});

test('a reader gets no editor, and a quote of another business is not found', async () => {
  const { id } = await draft();
  const reader = await signIn(service, { accountId: ada.accountId, role: 'reader' });
  assert.equal((await reader.page(`/${ada.accountId}/quotes/${id}/edit`)).status, 403);
  assert.equal((await reader.page(`/${ada.accountId}/quotes/new`)).status, 403);
  const other = await service.newAccount({ name: 'Other' });
  const accountId = (await other.get('/account')).body.id;
  const stranger = await signIn(service, { accountId, role: 'owner' });
  assert.equal((await stranger.page(`/${accountId}/quotes/${id}/edit`)).status, 404);
  assert.equal((await stranger.page(`/${ada.accountId}/quotes/${id}/edit`)).status, 404);
});

test('a price by quantity is written as steps, and the line shows the price of its quantity', async () => {
  const quote = await createQuote(account, {
    customerId: 'ada',
    items: [{ description: 'Seats', quantity: 12, unitPrice: 1000 }],
  });
  await atDesk(`quotes/${quote.id}/edit`, async (page) => {
    const row = page.locator('.row.line').first();
    await row.locator('[data-field="menu"]').click();
    await row.getByLabel('Price by quantity').selectOption('volume');
    const steps = row.getByLabel('Steps: from = price');
    assert.equal((await steps.inputValue()).trim(), '0 = 10.00', 'its price so far');
    await steps.fill('0 = 10\n10');
    await row.getByText('Enter one step per line').waitFor();
    await steps.fill('0 = 10\n10 = 9\n100 = 8');
    const price = row.locator('button[data-field="price"]');
    assert.equal(await price.innerText(), '9.00');
    assert.match(await row.locator('.amount output').innerText(), /108\.00/);
    await row.locator('[data-field="quantity"]').fill('110');
    assert.equal(await price.innerText(), '8.00');
    await row.getByLabel('Price by quantity').selectOption('graduated');
    assert.equal(await price.innerText(), '…', 'its parts have several prices');
    assert.match(await row.locator('.amount output').innerText(), /990\.00/);
    await expectAccessible(page, 'steps of a line');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('Saved').first().waitFor();
    const { items, total } = ok(await account.get(`/quotes/${quote.id}`));
    assert.deepEqual(
      [total, items[0].quantityPrices.kind, items[0].quantityPrices.steps.length],
      [99_000, 'graduated', 3],
    );
    await page.reload();
    await page.locator('.editor.live').waitFor();
    await page.locator('.row.line button[data-field="price"]').click();
    const again = page.getByLabel('Steps: from = price');
    assert.equal(await again.inputValue(), '0 = 10.00\n10 = 9.00\n100 = 8.00');
    await page.getByLabel('Price by quantity').selectOption('');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('Saved').first().waitFor();
    const { items: plain } = ok(await account.get(`/quotes/${quote.id}`));
    assert.deepEqual([plain[0].quantityPrices, plain[0].unitPrice], [undefined, 800], 'the price it had');
  });
});
