import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { ok, readSeen, submit, visit } from '../support/api/customer.ts';
import { sentQuote } from '../support/api/quotes.ts';
import {
  DESKTOP,
  expectAccessible,
  expectNoHorizontalScroll,
  PHONE,
  withVisitor,
} from '../support/browser/browser-page.ts';
import { sharedChromium } from '../support/browser/shared-chromium.ts';
import { expectValidHtml } from '../support/console/pages.ts';
import { wordsOf } from '../support/pdf/pdf-text.ts';
import { testAll } from '../support/run/all.ts';
import { startTestService, type TestAccount, type TestService } from '../support/service/service.ts';

let browser: Browser;
let service: TestService;
let account: TestAccount;

before(async () => {
  browser = await sharedChromium();
  service = await startTestService({ documents: 'typeset' });
  account = await service.newAccount({ name: 'Nordlicht Studio' });
  for (const locale of ['de', 'ar'])
    ok(await account.put(`/customers/${locale}`, { name: 'Muster', email: `${locale}@example.com`, locale }));
});

after(() => service?.close());

const steps = [
  { from: 0, unitPrice: 1234 },
  { from: 10, unitPrice: 1111 },
  { from: 100, unitPrice: 987 },
];
const seats = (kind: string, quantity: number, more: object = {}) => ({
  ...{ description: `Seats ${kind}`, quantity, taxRate: 19, quantityPrices: { kind, steps } },
  ...more,
});
const RANGE = { quantityRange: { min: 1, max: 200 } };
const OFFER = { title: 'Licences', items: [seats('volume', 5, RANGE), seats('graduated', 5, RANGE)] };

/** The words of a PDF come without spaces. */
const squeeze = (text: string) => text.replaceAll(/\s/g, '');
const clean = (text: string) => text.replaceAll(/[\u200e\u200f\u00a0]/g, ' ').trim();
const readPdf = async (url: string) =>
  wordsOf(new Uint8Array(await (await fetch(`${url}/pdf`)).arrayBuffer()));

/** Price, amount and marked steps of both items. */
async function readItems(page: Page): Promise<string[][]> {
  const rows = await page.locator('tr[data-line]').all();
  return Promise.all(
    rows.map(async (row) => [
      clean(await row.locator('[data-price]').innerText()),
      clean(await row.locator('[data-amount]').innerText()),
      ...(await row.locator('.used dt').allInnerTexts()).map(clean),
    ]),
  );
}

const READERS: Record<string, BrowserContextOptions> = {
  'at a desk': { viewport: DESKTOP },
  'on a phone, without scripts': { viewport: PHONE, javaScriptEnabled: false },
};
for (const [reader, options] of Object.entries(READERS)) {
  // Without scripts, the browser posts what other tests post.
  (options.javaScriptEnabled === false ? testAll : test)(
    `the price follows the quantity that the customer chooses ${reader}`,
    async () => {
      const quote = await sentQuote(account, OFFER);
      await withVisitor(browser, service.url, options, async (page) => {
        await page.goto(quote.publicUrl);
        let loads = 0;
        page.on('load', () => loads++);
        const choose = async (quantity: string) => {
          for (const field of await page.locator('input[type="number"]').all()) await field.fill(quantity);
          if (options.javaScriptEnabled === false)
            await page.locator('[data-recalculate] button:visible').click();
        };
        assert.deepEqual(await readItems(page), [
          ['€12.34', '€61.70', 'under 10'],
          ['€12.34', '€61.70', 'up to 10'],
        ]);
        await choose('10');
        assert.deepEqual(await readItems(page), [
          ['€11.11', '€111.10', 'from 10'],
          ['€12.34', '€123.40', 'up to 10'],
        ]);
        await choose('110');
        const chosen = [
          ['€9.87', '€1,085.70', 'from 100'],
          ['', '€1,222.00', 'up to 10', 'over 10', 'over 100'],
        ];
        assert.deepEqual(await readItems(page), chosen);
        const total = '€2,746.16';
        for (const place of await page.locator('.totals .grand dd, .summary .total').allInnerTexts())
          assert.equal(clean(place), total);
        await expectNoHorizontalScroll(page, reader);
        if (options.javaScriptEnabled !== false) {
          assert.equal(loads, 0, 'nothing was loaded again');
          await expectAccessible(page, reader);
        }
        await page.locator('#name').fill('Ada Lovelace');
        await page.locator('#name').press('Enter');
        await page.locator('.notice.good').waitFor();
        assert.deepEqual(await readItems(page), chosen);
      });
      const accepted = ok(await account.get(`/quotes/${quote.id}`));
      assert.deepEqual(
        [accepted.total, ...accepted.items.map(({ unitPrice }: { unitPrice: number }) => unitPrice)],
        [274_616, 987, 987],
      );
      const words = await readPdf(quote.publicUrl);
      for (const text of [
        '€9.87',
        '€1,085.70',
        '€1,222.00',
        'over 100',
        'Each part of the quantity at its own price',
      ])
        assert.ok(words.includes(squeeze(text)), `${text} in ${words}`);
      const invoice = (await account.post(`/quotes/${quote.id}/convert-to-invoice`)).body;
      assert.equal(invoice.total, 274_616);
      ok(await account.post(`/invoices/${invoice.id}/issue`));
      const { url } = ok(await account.get(`/invoices/${invoice.id}/pdf`));
      const printed = await wordsOf(new Uint8Array(await (await fetch(url)).arrayBuffer()));
      assert.ok(printed.includes('over100') && !printed.includes('from100'), printed);
    },
  );
}

for (const [locale, texts] of [
  [
    'de',
    ['unter 10', 'ab 10', 'ab 100', 'bis 10', 'über 100', 'Jeder Teil der Menge zu seinem Preis', '11,11'],
  ],
  ['ar', ['أقل من', 'حتى', 'فوق', 'كل جزء من الكمية بسعره', '11.11']],
] as const) {
  (locale === 'de' ? test : testAll)(`page and PDF have the steps in ${locale}`, async () => {
    const { publicUrl } = await sentQuote(account, { ...OFFER, customerId: locale });
    const page = clean((await visit(publicUrl)).text.replaceAll(/<[^>]*>/g, ' '));
    const pdf = clean(await readPdf(publicUrl));
    for (const text of texts) assert.ok(page.includes(text), `${text} on the page`);
    // Words from right to left are cut by lines in the text of a PDF.
    if (locale === 'de')
      for (const text of texts) assert.ok(pdf.includes(squeeze(text)), `${text} in ${pdf}`);
    assert.ok(pdf.includes(texts.at(-1) ?? ''), pdf);
  });
}

test('hidden prices or a hidden quantity show no steps, also not in the source', async () => {
  const hidden = await sentQuote(account, { ...OFFER, show: { linePrices: false } });
  const seen = await readSeen(hidden.publicUrl);
  const chosen = await submit(hidden.publicUrl, 'choose', {
    ...{ ...seen, choosing: '1', quantity0: '110', quantity1: '110' },
  });
  assert.match(chosen.text, /2,746\.16/);
  const fixed = { ...OFFER, items: [seats('volume', 12), seats('graduated', 12)] };
  const unsaid = await sentQuote(account, { ...fixed, show: { quantities: false } });
  for (const [where, text] of Object.entries({
    page: (await visit(hidden.publicUrl)).text,
    chosen: chosen.text,
    pdf: await readPdf(hidden.publicUrl),
    'page without quantities': (await visit(unsaid.publicUrl)).text,
    'PDF without quantities': await readPdf(unsaid.publicUrl),
  })) {
    assert.doesNotMatch(
      squeeze(text),
      /12\.34|1234|9\.87|\b987\b|from10|over10|ownprice|quantityPrices/,
      where,
    );
  }
});

test('a single step is no table, and many steps break no page', async () => {
  const many = Array.from({ length: 20 }, (_, from) => ({ from, unitPrice: 2000 - from }));
  const one = { kind: 'volume', steps: [{ from: 0, unitPrice: 500 }] };
  const items = [
    { description: 'One', quantity: 3, quantityPrices: one },
    ...Array.from({ length: 9 }, () => ({
      ...{
        description: 'Many\nlines\n'.repeat(20),
        quantity: 9,
        quantityPrices: { kind: 'volume', steps: many },
      },
    })),
  ];
  const { publicUrl } = await sentQuote(account, { items });
  expectValidHtml((await visit(publicUrl)).text, 'many steps');
  assert.equal((await visit(publicUrl)).text.match(/class="detail steps"/g)?.length, 9);
  const words = await readPdf(publicUrl);
  assert.equal(words.match(/from19/g)?.length, 9);
  assert.ok(words.includes('€5.00'));
});
