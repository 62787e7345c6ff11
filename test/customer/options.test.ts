import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

import { ok, readSeen, submit, visit } from '../support/api/customer.ts';
import { createQuote, sentQuote } from '../support/api/quotes.ts';
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
import { startTestService, type TestAccount, type TestService } from '../support/service/service.ts';
import { until } from '../support/until.ts';

let browser: Browser;
let service: TestService;
let account: TestAccount;
/** Creates real documents, for the tests that read them. */
let typesetting: TestService;
let seller: TestAccount;

before(async () => {
  browser = await sharedChromium();
  service = await startTestService();
  account = await service.newAccount({ name: 'Nordlicht Studio' });
  typesetting = await startTestService({ documents: 'typeset' });
  seller = await typesetting.newAccount({ name: 'Nordlicht Studio' });
  ok(await seller.put('/customers/arabic', { name: 'ليلى', email: 'layla@example.com', locale: 'ar' }));
});

after(async () => {
  await service?.close();
  await typesetting?.close();
});

const ITEMS = [
  { description: 'Shop, small', quantity: 1, unitPrice: 200_000, taxRate: 19, choice: 'Shop' },
  { description: 'Shop, large', quantity: 1, unitPrice: 333_333, taxRate: 19, choice: 'Shop' },
  { description: 'Photographs', quantity: 1, unitPrice: 90_001, taxRate: 7, optional: true },
  { description: 'Training', quantity: 1, unitPrice: 45_005, taxRate: 19, quantityRange: { min: 1, max: 5 } },
];
const OFFER = {
  ...{ title: 'Website', items: ITEMS, discountType: 'percentage', discountValue: 3 },
  paymentSchedule: [
    { label: 'Deposit', type: 'percentage', value: 40, due: { when: 'acceptance', days: 14 } },
    { label: 'Rest', type: 'rest', due: { when: 'completion' } },
  ],
};
/** Stages of the selection: 40 % of the net of each rate with its tax, and the rest. */
const STAGES = { amounts: [253_610, 380_417], shown: ['2,536.10', '3,804.17'] };

/** Large shop, photographs, three days of training, by hand: 558,349 less 3 %, plus the tax of each rate. */
const CHOSEN = {
  subtotal: 558_349,
  discountAmount: 16_750,
  taxes: [
    { rate: 7, net: 87_301, tax: 6111 },
    { rate: 19, net: 454_298, tax: 86_317 },
  ],
  total: 634_027,
};

const DESK = 'at a desk';
const READERS: Record<string, { customerId?: string; browser: BrowserContextOptions; total: string }> = {
  [DESK]: { browser: { viewport: DESKTOP }, total: '€6,340.27' },
  'on a phone, without scripts': {
    browser: { viewport: PHONE, javaScriptEnabled: false },
    total: '€6,340.27',
  },
  'in Arabic': { customerId: 'arabic', browser: { viewport: PHONE, locale: 'ar' }, total: '6,340.27' },
};

for (const [reader, { customerId, browser: options, total }] of Object.entries(READERS)) {
  (reader === DESK ? test : testAll)(
    `a selection made ${reader} determines page, document, record and invoice`,
    async () => {
      const quote = await sentQuote(seller, { ...OFFER, ...(customerId && { customerId }) });
      await withVisitor(browser, typesetting.url, options, async (page) => {
        await page.goto(quote.publicUrl);
        await page.getByRole('radio', { name: 'Shop, large' }).check();
        await page.getByRole('checkbox', { name: 'Photographs' }).check();
        await page.locator('input[type="number"]').fill('3');
        if (options.javaScriptEnabled === false)
          await page.locator('[data-recalculate] button:visible').click();
        else await page.locator('input[type="number"]').press('Enter');
        await expectSums(page, total);
        await expectNoHorizontalScroll(page, reader);
        if (options.javaScriptEnabled !== false) await expectAccessible(page, reader);
        await page.locator('#name').fill('Ada Lovelace');
        await page.locator('#name').press('Enter');
        await page.locator('.notice.good').waitFor();
        await expectSums(page, total);
      });
      await expectSameEverywhere(quote.id, quote.revision);
    },
  );
}

test('the invoice that follows acceptance is announced for the current selection', async () => {
  const quote = await sentQuote(account, { ...OFFER, invoiceOnAcceptance: true });
  await withVisitor(browser, service.url, { viewport: DESKTOP }, async (page) => {
    await page.goto(quote.publicUrl);
    const announced = page.locator('[data-announced]');
    const read = async () => /€[\d.,]+\d/.exec(await announced.innerText())?.[0];
    const deposit = () => page.locator('.schedule td.number').first().innerText();
    const before = await read();
    assert.equal(before, await deposit());
    await page.getByRole('radio').nth(1).check();
    assert.equal(await read(), await deposit());
    assert.notEqual(await read(), before);
    await page.locator('#name').fill('Ada Lovelace');
    await page.locator('#name').press('Enter');
    await page.locator('.notice.good').waitFor();
    await expectAccessible(page, 'a deposit is due');
    assert.equal(await page.locator('.summary .total').first().innerText(), await deposit());
    await page.getByRole('link', { name: 'View the invoice' }).click();
    await page.waitForURL(/\/i\//);
  });
});

async function expectSums(page: Page, total: string): Promise<void> {
  const shown = await page.locator('.totals .grand dd, .summary .total').allInnerTexts();
  for (const text of shown) assert.ok(text.replaceAll(/[\u200e\u200f\u00a0]/g, '').includes(total), text);
  assert.equal(shown.length, 2);
  const stages = await page.locator('.schedule td.number').allInnerTexts();
  assert.equal(stages.length, 2);
  for (const [index, text] of stages.entries()) assert.ok(text.includes(STAGES.shown[index] ?? ''), text);
}

async function expectSameEverywhere(id: string, revision: number): Promise<void> {
  const accepted = ok(await seller.get(`/quotes/${id}`));
  const { subtotal, discountAmount, taxes, total } = accepted;
  assert.deepEqual({ subtotal, discountAmount, taxes, total }, CHOSEN);
  const stages: { amount: number }[] = accepted.paymentSchedule;
  assert.deepEqual(
    stages.map(({ amount }) => amount),
    STAGES.amounts,
  );
  assert.deepEqual([accepted.status, accepted.revision], ['ACCEPTED', revision], 'a choice is no edit');
  const record = ok(await seller.get(`/quotes/${id}/acceptance`));
  assert.equal(record.total, CHOSEN.total);
  assert.deepEqual(
    record.selection.map(({ selected, quantity }: { selected: boolean; quantity: number }) => [
      selected,
      quantity,
    ]),
    [
      [false, 1],
      [true, 1],
      [true, 1],
      [true, 3],
    ],
  );
  assert.notEqual(record.documentSha256, record.offerSha256);
  const pdf = new Uint8Array(await (await fetch(`${accepted.publicUrl}/pdf`)).arrayBuffer());
  assert.match(await wordsOf(pdf), /6,340\.27/);
  const invoice = (await seller.post(`/quotes/${id}/convert-to-invoice`)).body;
  assert.deepEqual([invoice.total, invoice.taxes], [CHOSEN.total, CHOSEN.taxes]);
  assert.deepEqual(
    invoice.items.map(({ description }: { description: string }) => description),
    ['Shop, large', 'Photographs', 'Training'],
  );
}

for (const javaScriptEnabled of [true, false]) {
  const reader = javaScriptEnabled ? 'with scripts' : 'without scripts';
  (javaScriptEnabled ? test : testAll)(
    `a selection survives a question, a failed form and a reload ${reader}`,
    async () => {
      const { publicUrl, id } = await sentQuote(account, OFFER);
      await withVisitor(browser, service.url, { viewport: PHONE, javaScriptEnabled }, async (page) => {
        const expectChosen = async () => {
          assert.ok(await page.getByRole('radio', { name: 'Shop, large' }).isChecked());
          assert.ok(await page.getByRole('checkbox', { name: 'Photographs' }).isChecked());
          assert.equal(await page.locator('input[type="number"]').inputValue(), '3');
          await expectSums(page, '€6,340.27');
        };
        await page.goto(publicUrl);
        await page.getByRole('radio', { name: 'Shop, large' }).check();
        await page.getByRole('checkbox', { name: 'Photographs' }).check();
        await page.locator('input[type="number"]').fill('3');
        await page.locator('#name').fill('Ada');
        await page.locator('details:has(#question) summary').click();
        await page.locator('#question').fill(' ');
        await page.locator('button[formaction$="/question"]').click();
        await page.locator('.notice.bad').waitFor();
        await expectChosen();
        assert.equal(await page.locator('#name').inputValue(), 'Ada');
        await page.locator('#question').fill('When can you begin?');
        await page.locator('button[formaction$="/question"]').click();
        await page.locator('.notice.good').waitFor();
        await expectChosen();
        await page.reload();
        await expectChosen();
        if (!javaScriptEnabled) return;
        await page.locator('input[type="number"]').fill('4');
        await page.locator('input[type="number"]').fill('3');
        await page.getByRole('checkbox', { name: 'Photographs' }).uncheck();
        await page.reload();
        assert.ok(!(await page.getByRole('checkbox', { name: 'Photographs' }).isChecked()));
        assert.equal(await page.locator('input[type="number"]').inputValue(), '3');
      });
      assert.equal(ok(await account.get(`/quotes/${id}`)).status, 'SENT');
    },
  );
}

test('a selection in a URL applies only to its revision and an open quote, and a wrong one does no harm', async () => {
  const { publicUrl, id } = await sentQuote(account, OFFER);
  const query = 'choosing=1&revision=1&choice0=1&take2=on&quantity3=3';
  const chosen = /value="1"[^>]*form="accept-form"[^>]*checked/;
  assert.match((await visit(`${publicUrl}?${query}`)).text, chosen);
  const odd = '&quantity3=9&choice0=99&take2=x&take2=y&__proto__=1&revision=1&before=nothing';
  assert.equal((await visit(`${publicUrl}?choosing=1${odd}`)).status, 200);
  assert.equal((await visit(`${publicUrl}?choosing=1&revision=1&quantity3=${'9'.repeat(99)}`)).status, 200);
  const moved = await visit(`${publicUrl}/question?${query}&notice=accepted`);
  assert.deepEqual([moved.status, moved.headers.get('Location')?.split('?')[1]], [303, query]);
  ok(await account.patch(`/quotes/${id}`, { title: 'Another' }));
  assert.doesNotMatch((await visit(`${publicUrl}?${query}`)).text, chosen, 'a new revision begins anew');
});

test('a quantity out of range is shown again as typed, and nothing is accepted', async () => {
  const { id, publicUrl } = await sentQuote(account, OFFER);
  const seen = { ...(await readSeen(publicUrl)), choosing: '1', choice0: '1', name: 'Ada' };
  for (const quantity3 of ['6', '1.5', '0', '-1', '1e0', 'three', '']) {
    const { status, text } = await submit(publicUrl, 'accept', { ...seen, quantity3 });
    assert.equal(status, 400, quantity3);
    assert.match(text, new RegExp(`name="quantity3"[^>]*value="${quantity3}"[^>]*aria-invalid="true"`));
    assert.match(text, /href="#quantity3"/);
    assert.match(text, /value="1"[^>]*form="accept-form"[^>]*checked/, 'the large shop stays chosen');
  }
  assert.equal(ok(await account.get(`/quotes/${id}`)).status, 'SENT');
});

/** All amounts that depend on what is chosen, as read on the page. */
async function readAmounts(page: Page): Promise<string[]> {
  const depending =
    '[data-total], .totals dd, [data-section], .at-rate .sum, [data-announced], .schedule td.number';
  return (await page.locator(depending).allTextContents())
    .map((text) => text.trim())
    .filter((text) => text !== '');
}

for (const [prices, show] of Object.entries({ shown: {}, hidden: { show: { linePrices: false } } })) {
  for (const javaScriptEnabled of [true, false]) {
    const reader = javaScriptEnabled ? 'with scripts' : 'without scripts';
    test(`a quantity that is not offered has no amount, prices ${prices}, ${reader}`, async () => {
      const items = ITEMS.map((item) => ({ ...item, section: 'All' }));
      const quote = await sentQuote(account, { ...OFFER, items, ...show, invoiceOnAcceptance: true });
      await withVisitor(browser, service.url, { viewport: DESKTOP, javaScriptEnabled }, async (page) => {
        await page.goto(quote.publicUrl);
        const quantity = page.locator('input[type="number"]');
        const type = async (text: string) => {
          await quantity.fill(text);
          if (!javaScriptEnabled) await page.locator('[data-recalculate] button:visible').click();
        };
        const before = await readAmounts(page);
        await type('1000');
        await until(async () => (await readAmounts(page)).every((text) => text === '–'));
        assert.equal(await quantity.getAttribute('aria-invalid'), 'true');
        assert.equal(await page.locator('#quantity3-range.error').innerText(), 'Quantity from 1 to 5');
        const amount = page.locator('tr[data-line="3"] [data-amount]');
        if (prices === 'shown') assert.equal(await amount.innerText(), '–');
        if (javaScriptEnabled) {
          const said = page.locator('[data-said]', { hasText: 'Quantity from 1 to 5' });
          await said.waitFor({ state: 'attached' });
          await expectAccessible(page, prices);
        }
        await type('1');
        await until(async () => (await readAmounts(page)).join() === before.join());
        assert.notEqual(await quantity.getAttribute('aria-invalid'), 'true');
        if (prices === 'shown') assert.equal(await amount.innerText(), '€450.05');
      });
    });
  }
}

test('a quote of options alone requires a selection', async () => {
  const items = ITEMS.slice(2, 3);
  const { id, publicUrl } = await sentQuote(account, { title: 'Extras', items });
  const seen = { ...(await readSeen(publicUrl)), choosing: '1', name: 'Ada' };
  const { status, text } = await submit(publicUrl, 'accept', seen);
  assert.equal(status, 400);
  assert.match(text, /Nothing is selected yet/);
  const taken = await submit(publicUrl, 'accept', { ...seen, take0: 'on' });
  assert.equal(taken.status, 303);
  assert.equal(ok(await account.get(`/quotes/${id}`)).total, 96_301);
});

test('optional alternatives can be deselected', async () => {
  const items = [ITEMS[3], ...ITEMS.slice(0, 2).map((item) => ({ ...item, optional: true }))];
  const { id, publicUrl } = await sentQuote(account, { title: 'Shop or not', items });
  const seen = { ...(await readSeen(publicUrl)), choosing: '1', name: 'Ada', quantity0: '1' };
  assert.match((await submit(publicUrl, 'choose', { ...seen, choice1: '2' })).text, /€4,502\.22/);
  assert.equal((await submit(publicUrl, 'accept', { ...seen, choice1: '' })).status, 303);
  assert.equal(ok(await account.get(`/quotes/${id}`)).total, 53_556);
});

test('an accepted quote allows no selection and creates no document', async () => {
  const { id, publicUrl, revision } = await sentQuote(account, OFFER);
  assert.equal(
    (await submit(publicUrl, 'accept', { ...(await readSeen(publicUrl)), name: 'Ada' })).status,
    303,
  );
  const pdf = await (await fetch(`${publicUrl}/pdf`)).arrayBuffer();
  const documents = () => service.db.read.get('SELECT count(*) AS n FROM documents WHERE quote_id = ?', id);
  const made = await documents();
  const documentSha256 = createHash('sha256').update(new Uint8Array(pdf)).digest('hex');
  const fields = { choosing: '1', revision: String(revision), documentSha256, name: 'Ada', choice0: '1' };
  assert.equal((await submit(publicUrl, 'accept', fields)).status, 409);
  assert.deepEqual(await documents(), made);
});

testAll(
  'a quote is not accepted if its PDF cannot be created or if it was edited in the meantime',
  async () => {
    const busy = await startTestService({ env: { PDF_WORKERS: '1' }, pdf: { queueLimit: 2 } });
    try {
      const own = await busy.newAccount();
      const [onPage, byPhone] = [await sentQuote(own, OFFER), await sentQuote(own, OFFER)];
      const seen = { ...(await readSeen(onPage.publicUrl)), choosing: '1', choice0: '1', name: 'Ada' };
      const acceptOnPage = () => submit(onPage.publicUrl, 'accept', { ...seen, quantity3: '3' });
      const selection = [{ id: byPhone.items[3].id, quantity: 3 }];
      const acceptByPhone = () => own.patch(`/quotes/${byPhone.id}`, { status: 'ACCEPTED', selection });
      const long = Array.from({ length: 300 }, (_, line) => ({ ...ITEMS[3], description: `Line ${line}` }));
      const quotes = [1, 2, 3, 4].map((n) => createQuote(own, { title: `Long ${n}`, items: long }));
      const before = await Promise.all([onPage, byPhone].map(({ id }) => own.get(`/quotes/${id}`)));

      // One PDF is created, two wait, and one is rejected because the queue is full.
      const set = (await Promise.all(quotes)).map(({ id }) => own.get(`/quotes/${id}/pdf`));
      assert.equal((await Promise.race(set)).status, 503);
      assert.equal((await acceptOnPage()).status, 503);
      const refused = await acceptByPhone();
      assert.deepEqual([refused.status, refused.body.code], [503, 'pdf_busy']);
      for (const { body: quote } of before) {
        assert.deepEqual(ok(await own.get(`/quotes/${quote.id}`)), quote);
        assert.equal((await own.get(`/quotes/${quote.id}/acceptance`)).status, 404);
      }

      let done = 0;
      await new Promise<void>((resolve) => {
        for (const one of set) void one.then(() => ++done === 3 && resolve());
      });
      const accepting = Promise.all([acceptOnPage(), acceptByPhone()]);
      for (let round = 0; round < 5; round++) await own.get('/account');
      for (const { id } of [onPage, byPhone]) ok(await own.patch(`/quotes/${id}`, { title: 'New text' }));
      assert.equal(done, 3, 'the documents of the old text were still waiting');
      const [page, phone] = await accepting;
      assert.equal(page.status, 409);
      assert.match(page.text, /was changed while you were reading/);
      assert.equal(ok(await own.get(`/quotes/${onPage.id}`)).status, 'SENT');
      assert.deepEqual([phone.body.status, phone.body.title], ['ACCEPTED', 'New text']);
      const { documentSha256 } = ok(await own.get(`/quotes/${byPhone.id}/acceptance`));
      const sql = 'SELECT pdf FROM documents WHERE sha256 = ?';
      const { pdf } = (await busy.db.read.get<{ pdf: Uint8Array }>(sql, documentSha256)) ?? assert.fail();
      assert.match(await wordsOf(pdf), /Newtext/);
      await Promise.all(set);
    } finally {
      await busy.close();
    }
  },
);

test('item positions apply only to the revision that was shown', async () => {
  const { id, publicUrl } = await sentQuote(account, OFFER);
  const seen = { ...(await readSeen(publicUrl)), choosing: '1', choice0: '1', quantity3: '2', name: 'Ada' };
  ok(await account.patch(`/quotes/${id}`, { items: [...ITEMS].reverse() }));
  const { status, text } = await submit(publicUrl, 'accept', seen);
  assert.equal(status, 409);
  assert.match(text, /was changed while you were reading/);
  assert.equal(ok(await account.get(`/quotes/${id}`)).status, 'SENT');
});

testAll('a thousand items and the longest signature fit into one form', async () => {
  const items = Array.from({ length: 1000 }, (_, line) => ({
    description: `Line ${line}`,
    quantity: 1,
    unitPrice: 100,
    optional: true,
    quantityRange: { min: 0.0001, max: 1_000_000_000, step: 0.0001 },
  }));
  const { publicUrl } = await sentQuote(account, { title: 'Long', items });
  const taken = items.flatMap((_, line) => [
    [`take${line}`, 'on'],
    [`quantity${line}`, '999999999.9999'],
  ]);
  const signature = `M0 0${'L100 100'.repeat(2499)}`;
  const fields = {
    ...(await readSeen(publicUrl)),
    ...Object.fromEntries(taken),
    choosing: '1',
    name: 'Ada Lovelace',
    signature,
  };
  const { status, text } = await submit(publicUrl, 'choose', fields);
  assert.equal(status, 200, text.slice(0, 2000));
  assert.match(text, /<p class="total[^>]*><bdi class="money">€1,000,000,000,000\.00</);
  assert.ok(text.includes(`value="${signature}"`));
});
