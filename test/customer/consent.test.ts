import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { LANGUAGES } from '../../src/domain/languages.ts';
import { accept, mailsOf, ok, readSeen, submit, visit } from '../support/api/customer.ts';
import { readEvidence } from '../support/api/evidence.ts';
import { sentQuote } from '../support/api/quotes.ts';
import {
  expectAccessible,
  expectNoHorizontalScroll,
  PHONE,
  withVisitor,
} from '../support/browser/browser-page.ts';
import { sharedChromium } from '../support/browser/shared-chromium.ts';
import { wordsOf } from '../support/pdf/pdf-text.ts';
import { sampleOf } from '../support/run/all.ts';
import { startTestService, type TestAccount, type TestService } from '../support/service/service.ts';

let browser: Browser;
let service: TestService;
let account: TestAccount;

before(async () => {
  browser = await sharedChromium();
  service = await startTestService({ documents: 'typeset' });
  account = await newSeller();
});

after(() => service?.close());

const SETUP = { description: 'Setup', quantity: 1, unitPrice: 120_000, taxRate: 20 };
const CARE = { description: 'Care', quantity: 1, unitPrice: 8000, taxRate: 20 };
const MONTHLY = { ...CARE, recurring: { interval: 'month', periods: 24 } };
const OPEN = { ...CARE, recurring: { interval: 'month' } };

const OFFERS: Record<string, { content: object; payments: string }> = {
  'once and for 24 months': {
    content: { items: [SETUP, MONTHLY] },
    payments: '£1,536.00 at the start, then £96.00 per month × 23; contract total £3,744.00',
  },
  'until cancelled': {
    content: { items: [OPEN] },
    payments: '£96.00 at the start, then £96.00 per month until cancelled',
  },
  'in several intervals': {
    content: { items: [OPEN, { ...CARE, recurring: { interval: 'year', periods: 3 } }] },
    payments: '£192.00 at the start, then £96.00 per month until cancelled and £96.00 per year × 2',
  },
  'with a discount': {
    content: { items: [SETUP, MONTHLY], discountType: 'percentage', discountValue: 50, terms: 'Net 7' },
    payments: '£768.00 at the start, then £48.00 per month × 23; contract total £1,872.00',
  },
};

for (const [name, { content, payments }] of sampleOf(Object.entries(OFFERS), 3)) {
  test(`page, document, confirmation and record say what is agreed on ${name}`, async () => {
    const own = await newSeller();
    const quote = await sentQuote(own, content);
    const { text } = await visit(quote.publicUrl);
    const shown = [...text.matchAll(/<(p|strong)[^>]* data-payments>(.*?)<\/\1>/g)].map((match) => match[2]);
    assert.deepEqual(shown.map(toText), [payments, payments], 'in the bar of a phone, and in the form');
    assert.ok(!text.includes('for a total of'));
    const offer = await wordsOf(await download(quote.publicUrl));
    assert.ok(offer.includes(`andthesepayments:${toWords(payments)}.`), offer);
    await accept(quote.publicUrl);
    const { total, recurring, contractTotal } = ok(await own.get(`/quotes/${quote.id}`));
    const record = ok(await own.get(`/quotes/${quote.id}/acceptance`));
    assert.deepEqual(
      [record.total, record.recurring, record.contractTotal],
      [total, recurring, contractTotal],
    );
    const signed = JSON.parse(String((await readEvidence(own, quote.id))['acceptance.json']));
    assert.deepEqual([signed.recurring, signed.contractTotal], [recurring, contractTotal]);
    const copy = await wordsOf(await download(quote.publicUrl));
    assert.ok(copy.includes(toWords(payments)), copy);
    assert.ok(toText((await visit(quote.publicUrl)).text).includes(payments));
    const mails = await mailsOf(service, own);
    assert.ok(mails.some(({ text: mail }) => mail.includes(`Accepted: ${payments}`)));
  });
}

test('what the business records has the payments, too; where nothing recurs, the record is as before', async () => {
  const quote = await sentQuote(account, { items: [SETUP, MONTHLY] });
  ok(await account.patch(`/quotes/${quote.id}`, { status: 'ACCEPTED' }));
  const { total, contractTotal } = ok(await account.get(`/quotes/${quote.id}/acceptance`));
  assert.deepEqual([total, contractTotal], [153_600, 374_400]);
  const plain = await sentQuote(account, { items: [SETUP] });
  assert.match((await visit(plain.publicUrl)).text, /for a total of <strong data-total>/);
  await accept(plain.publicUrl);
  assert.ok(!('recurring' in ok(await account.get(`/quotes/${plain.id}/acceptance`))));
});

test('the payments follow a choice, with and without scripts', async () => {
  const items = [SETUP, { ...MONTHLY, optional: true, selected: true }];
  const shown = await sentQuote(account, { items });
  const hidden = await sentQuote(account, { items, show: { linePrices: false, quantities: true } });
  for (const { publicUrl } of [shown, hidden]) {
    const fields = { ...(await readSeen(publicUrl)), choosing: '1' };
    const { text } = await submit(publicUrl, 'choose', fields);
    assert.match(toText(text), /these payments: £1,440\.00\./);
    await withVisitor(browser, service.url, { viewport: PHONE }, async (page) => {
      await page.goto(publicUrl);
      await expectAccessible(page, 'a recurring quote');
      await expectNoHorizontalScroll(page, 'a recurring quote');
      await page.getByRole('checkbox', { name: 'Care' }).uncheck();
      await page
        .locator('.accept [data-payments]')
        .getByText(/^£1,440\.00$/)
        .waitFor();
      assert.equal(await page.locator('.action-bar p').innerText(), '£1,440.00');
      assert.equal(await page.locator('[data-said]').textContent(), '£1,440.00');
    });
  }
});

test('in every language, page and document name the start, what follows and the contract', async () => {
  for (const locale of sampleOf(LANGUAGES, 4)) {
    const customer = { name: 'Ada', email: 'ada@example.com', locale };
    const { id: customerId } = ok(await account.post('/customers', customer));
    const quote = await sentQuote(account, { items: [SETUP, MONTHLY], customerId });
    const { text } = await visit(quote.publicUrl);
    const [sentence = ''] = /<strong data-payments>.*?<\/strong>/.exec(text) ?? [];
    const offer = await wordsOf(await download(quote.publicUrl));
    for (const amount of ['1536', '96', '3744']) {
      assert.ok(toDigits(sentence).includes(amount), `${locale}: ${sentence}`);
      assert.ok(toDigits(offer).includes(amount), `${locale}: ${offer}`);
    }
  }
});

async function newSeller(): Promise<TestAccount> {
  const seller = await service.newAccount({ name: 'Field & Co' });
  ok(await seller.patch('/account', { country: 'GB', currency: 'GBP' }));
  return seller;
}

async function download(publicUrl: string): Promise<Uint8Array> {
  return new Uint8Array(await (await fetch(`${publicUrl}/pdf`)).arrayBuffer());
}

function toText(markup = ''): string {
  return markup.replaceAll(/<[^>]+>/g, '').replaceAll('&#39;', "'");
}

function toWords(text: string): string {
  return text.replaceAll(/\s/g, '');
}

/** The digits of any script as one text, without separators of thousands. */
function toDigits(text: string): string {
  const latin = text.replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660));
  return latin.replaceAll(/(?<=\d)[.,٬\s\u00a0\u202f](?=\d{3})/g, '');
}
