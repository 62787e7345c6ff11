import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { accept, attachmentOf, mailsOf, ok, readSeen, submit, visit } from '../support/api/customer.ts';
import { createQuote, errorPaths, sentQuote } from '../support/api/quotes.ts';
import {
  DESKTOP,
  expectAccessible,
  expectNoHorizontalScroll,
  PHONE,
  withVisitor,
} from '../support/browser/browser-page.ts';
import { sharedChromium } from '../support/browser/shared-chromium.ts';
import { wordsOf } from '../support/pdf/pdf-text.ts';
import { testAll } from '../support/run/all.ts';
import type { Json } from '../support/service/client.ts';
import { startTestService, type TestAccount, type TestService } from '../support/service/service.ts';

let browser: Browser;
let service: TestService;
let account: TestAccount;

before(async () => {
  browser = await sharedChromium();
  service = await startTestService({ documents: 'typeset' });
  account = await service.newAccount({ name: 'Nordlicht Studio' });
});

after(() => service?.close());

const [ROOF, GARDEN] = [{ section: 'Roof' }, { section: 'Garden' }];
/** Every price, amount and quantity is conspicuous, and no sum equals that of a single item. */
const ITEMS = [
  { description: 'Slates', quantity: 3, unitPrice: 123_457, taxRate: 19, ...ROOF },
  { description: 'Battens', quantity: 1, unitPrice: 98_761, taxRate: 19, ...ROOF },
  { description: 'Plans', quantity: 7.25, unit: 'fathoms', unitPrice: 9876, taxRate: 7, ...ROOF },
  { description: 'Permits', quantity: 1, unitPrice: 43_129, taxRate: 7, ...ROOF },
  {
    ...{ description: 'Hedge', quantity: 2, unitPrice: 57_771, taxRate: 19, ...GARDEN },
    ...{ discountType: 'fixed', discountValue: 1213 },
  },
  { description: 'Lawn', quantity: 1, unitPrice: 31_337, taxRate: 19, ...GARDEN },
  { description: 'Pond', quantity: 1, unitPrice: 88_891, taxRate: 19, optional: true, ...GARDEN },
  { description: 'Travel', quantity: 1, unitPrice: 20_207, taxRate: 19 },
  { description: 'Gardener', quantity: 2, unitPrice: 61_171, taxRate: 19, quantityRange: { min: 1, max: 5 } },
];
const OFFER = { title: 'House', items: ITEMS, show: { linePrices: false } };
const [ALL, NO_PRICES] = [
  { linePrices: true, quantities: true },
  { linePrices: false, quantities: true },
];
/** By hand: 3 × 1,234.57 + 987.61 at 19 %, 7.25 × 98.76 + 431.29 at 7 %; 2 × 577.71 − 12.13 + 313.37. */
const SUMS = ['5,838.62', '4,691.32', '1,147.30', '1,456.66'];

/** The figures of single items, as they are written for people and for programs. */
function figuresOf(items: Json[]): string[] {
  return items.flatMap(({ unitPrice, amount, discountAmount }) =>
    [unitPrice, amount, discountAmount].flatMap((minor: number | undefined) =>
      minor === undefined
        ? []
        : [String(minor), (minor / 100).toLocaleString('en'), (minor / 100).toFixed(2)],
    ),
  );
}

function expectNoFigures(texts: Record<string, string>, items: Json[]): void {
  for (const [where, text] of Object.entries(texts)) {
    // Tokens and hashes may contain any digits.
    for (const figure of figuresOf(items)) {
      assert.doesNotMatch(
        text,
        new RegExp(`(?<!\\w)${RegExp.escape(figure)}(?!\\w)`),
        `${figure} in ${where}`,
      );
    }
  }
}

async function pdfWords(url: string): Promise<string> {
  return wordsOf(new Uint8Array(await (await fetch(`${url}/pdf`)).arrayBuffer()));
}

test('without line prices, page, PDF and emails have the sums of sections and the totals, and no figure of an item', async () => {
  const own = await service.newAccount({ name: 'Nordlicht Studio' });
  const quote = await sentQuote(own, OFFER);
  assert.deepEqual(figuresOf(quote.items).length, 57, 'the API returns everything');
  const { publicUrl } = quote;
  const texts = { page: (await visit(publicUrl)).text, pdf: await pdfWords(publicUrl) };
  for (const [where, text] of Object.entries(texts)) {
    for (const sum of [...SUMS, 'Slates', 'Gardener']) assert.ok(text.includes(sum), `${sum} in ${where}`);
    for (const sum of ['Items at 7%', 'fathoms', '7.25']) {
      assert.ok(text.replaceAll(/<[^>]*>|\s/g, '').includes(sum.replaceAll(' ', '')), `${sum} in ${where}`);
    }
    assert.doesNotMatch(text, /Unit ?price/);
  }
  assert.equal(texts.page.match(/class="at-rate"/g)?.length, 2, 'the garden has a single rate');
  const seen = { ...(await readSeen(publicUrl)), choosing: '1', take6: 'on', quantity8: '3' };
  const chosen = (await submit(publicUrl, 'choose', seen)).text;
  assert.match(chosen, /2,345\.57/, 'the garden with its pond');

  const items = [{ ...ITEMS[0], unitPrice: 124_577 }, ...ITEMS.slice(1, 7), ...ITEMS.slice(8)];
  const revised = ok(await own.patch(`/quotes/${quote.id}`, { items }));
  const changes = (await visit(publicUrl)).text;
  assert.match(changes, /class="changed".*Slates.*class="removed".*Travel/s);
  const offered = new Uint8Array(await (await fetch(`${publicUrl}/pdf`)).arrayBuffer());
  assert.equal((await accept(publicUrl)).status, 303);
  const { documentSha256, offerSha256 } = ok(await own.get(`/quotes/${quote.id}/acceptance`));
  const sha256 = createHash('sha256').update(offered).digest('hex');
  assert.deepEqual([documentSha256, offerSha256], [sha256, sha256]);
  const mails = await mailsOf(service, own);
  assert.ok(mails.length >= 2);
  const mailed = await Promise.all(
    mails.map(
      async (mail) => `${mail.html}${mail.text}${await wordsOf(await attachmentOf(service, own, mail))}`,
    ),
  );
  expectNoFigures(
    {
      ...{ ...texts, chosen, changes, accepted: await pdfWords(publicUrl), mails: mailed.join('\n') },
      'accepted page': (await visit(publicUrl)).text,
    },
    [...quote.items, ...revised.items],
  );
});

test('without quantities, only those that the customer may choose are shown', async () => {
  const { publicUrl } = await sentQuote(account, { ...OFFER, show: { quantities: false } });
  const texts = { page: (await visit(publicUrl)).text, pdf: await pdfWords(publicUrl) };
  for (const [where, text] of Object.entries(texts)) {
    assert.doesNotMatch(text, /fathoms|7\.25/, where);
    assert.match(text, /1,234\.57.*3,703\.71/s, where);
    assert.match(text.replaceAll(/<[^>]*>|\s/g, ''), /Quantityfrom1to5/, where);
  }
  assert.match(texts.page, /<input id="quantity8"/);
  const neither = await sentQuote(account, {
    ...{ ...OFFER, items: ITEMS.slice(0, 4).map((item) => ({ ...item, section: null })) },
    show: { linePrices: false, quantities: false },
  });
  const plain = { page: (await visit(neither.publicUrl)).text, pdf: await pdfWords(neither.publicUrl) };
  for (const text of Object.values(plain)) assert.doesNotMatch(text, /fathoms|7\.25|Quantity|Amount/);
  expectNoFigures(plain, neither.items);
});

for (const [reader, options] of Object.entries({
  'with scripts': { viewport: DESKTOP },
  'on a phone, without scripts': { viewport: PHONE, javaScriptEnabled: false },
})) {
  ('javaScriptEnabled' in options ? testAll : test)(
    `a selection changes the totals ${reader}, and nothing that the browser gets has a figure of an item`,
    async () => {
      const quote = await sentQuote(account, OFFER);
      const received: Promise<string>[] = [];
      await withVisitor(browser, service.url, options, async (page) => {
        page.on('response', (response) => received.push(response.text().catch(() => '')));
        await page.goto(quote.publicUrl);
        await page.getByRole('checkbox', { name: 'Pond' }).check();
        await page.locator('input[type="number"]').fill('3');
        const recalculate = page.locator('[data-recalculate] button:visible');
        if (!('javaScriptEnabled' in options)) assert.equal(await recalculate.count(), 0);
        else await recalculate.click();
        // 1,456.66 + 888.91; all together 9,074.09 at 19 % and 1,147.30 at 7 %, with their taxes.
        await page.getByText('€2,345.57').waitFor();
        await expectTotal(page, '€12,025.78');
        await expectNoHorizontalScroll(page, reader);
        if (!('javaScriptEnabled' in options)) await expectAccessible(page, reader);
        expectNoFigures({ document: await page.content() }, quote.items);
        await page.locator('#name').fill('Ada Lovelace');
        await page.locator('#name').press('Enter');
        await page.locator('.notice.good').waitFor();
        await expectTotal(page, '€12,025.78');
      });
      expectNoFigures({ responses: (await Promise.all(received)).join('\n') }, quote.items);
      assert.equal(ok(await account.get(`/quotes/${quote.id}`)).total, 1_202_578);
    },
  );
}

/** Waits for the response to the last change: each has a request of its own. */
async function expectTotal(page: Page, total: string): Promise<void> {
  const shown = page.locator('.totals .grand dd, .summary .total');
  await shown.filter({ hasText: total }).nth(1).waitFor();
  assert.deepEqual(await shown.allInnerTexts(), [total, total]);
}

test('a script whose request fails offers the button to recalculate', async () => {
  const { publicUrl } = await sentQuote(account, OFFER);
  await withVisitor(browser, service.url, { viewport: PHONE }, async (page) => {
    await page.goto(publicUrl);
    await page.route('**/choose', (route) => route.fulfill({ status: 429, body: 'Try again' }), { times: 1 });
    await page.getByRole('checkbox', { name: 'Pond' }).check();
    await page.locator('[data-recalculate] button:visible').click();
    await page.getByText('€2,345.57').waitFor();
  });
});

test('a change of what is shown is an edit; quotes, templates and duplicates have it', async () => {
  assert.deepEqual((await createQuote(account)).show, ALL);
  const quote = await sentQuote(account, OFFER);
  assert.deepEqual(quote.show, NO_PRICES);
  assert.equal((await accept(quote.publicUrl)).status, 303);
  const patch = async (show: unknown) => ok(await account.patch(`/quotes/${quote.id}`, { show }));
  assert.equal((await patch({ linePrices: false })).status, 'ACCEPTED', 'nothing changes');
  const changed = await patch({ quantities: false });
  assert.deepEqual(
    [changed.status, changed.revision, changed.acceptedAt, changed.show],
    ['DRAFT', 2, null, { linePrices: false, quantities: false }],
  );
  assert.deepEqual((await patch({ linePrices: null })).show, { linePrices: true, quantities: false });
  const copy = (await account.post(`/quotes/${quote.id}/duplicate`)).body;
  assert.deepEqual(copy.show, { linePrices: true, quantities: false });
  assert.deepEqual((await patch(null)).show, ALL);
  const { data } = ok(await account.get(`/quotes/${quote.id}/events`));
  assert.ok(data.some(({ type, data: { fields } }: Json) => type === 'updated' && fields?.includes('show')));

  const { body: template } = await account.post('/templates', {
    name: 'T',
    items: ITEMS,
    show: { linePrices: false },
  });
  assert.deepEqual(template.show, NO_PRICES);
  const fromTemplate = (show?: unknown) =>
    createQuote(account, { items: undefined, templateId: template.id, ...(show !== undefined && { show }) });
  assert.deepEqual((await fromTemplate()).show, NO_PRICES);
  assert.deepEqual((await fromTemplate({ quantities: false })).show, {
    linePrices: false,
    quantities: false,
  });
  assert.deepEqual((await fromTemplate(null)).show, ALL);
  const kept = ok(await account.patch(`/templates/${template.id}`, { show: { quantities: false } }));
  assert.deepEqual(kept.show, { linePrices: false, quantities: false });
  assert.deepEqual(ok(await account.patch(`/templates/${template.id}`, { show: null })).show, ALL);
  for (const [show, path] of [
    ['none', '/show'],
    [[], '/show'],
    [{ linePrices: 'no' }, '/show/linePrices'],
    [{ prices: false }, '/show/prices'],
  ] as const) {
    assert.deepEqual(errorPaths(await account.patch(`/quotes/${quote.id}`, { show })), [path]);
    assert.deepEqual(errorPaths(await account.post('/templates', { name: 'T', show })), [path]);
  }
});

test('an invoice is complete', async () => {
  const quote = await createQuote(account, { ...OFFER, show: { linePrices: false, quantities: false } });
  const { body: invoice } = await account.post(`/quotes/${quote.id}/convert-to-invoice`);
  assert.equal(invoice.show, undefined);
  const { url } = ok(await account.get(`/invoices/${invoice.id}/pdf`));
  const words = await wordsOf(new Uint8Array(await (await fetch(url)).arrayBuffer()));
  assert.match(words, /7\.25fathoms€98\.76/);
  assert.match(words, /€1,234\.57/);
});
