import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { createPaymentReference } from '../../src/domain/invoice/payment/payment-reference.ts';
import { camt } from '../fixtures/camt.ts';
import { issuedInvoice } from '../support/api/quotes.ts';
import { DESKTOP, expectGoodLooks, withVisitor } from '../support/browser/browser-page.ts';
import { sharedChromium } from '../support/browser/shared-chromium.ts';
import { expectValidHtml } from '../support/console/pages.ts';
import { signIn, type TestPerson } from '../support/console/sign-in.ts';
import { uploadForm } from '../support/console/upload.ts';
import { testAll } from '../support/run/all.ts';
import type { Json } from '../support/service/client.ts';
import { describeService, type TestAccount } from '../support/service/service.ts';

const IBAN = 'CH5800791123000889012';

describeService((service, isFirstEngine) => {
  let account: TestAccount;
  let member: TestPerson;
  let reader: TestPerson;
  let base: string;

  before(async () => {
    account = await service().newAccount();
    const { accountId } = account;
    member = await signIn(service(), { accountId, role: 'member' });
    reader = await signIn(service(), { accountId, role: 'reader' });
    base = `/${accountId}`;
  });

  const send = (person: TestPerson, bytes: string) =>
    uploadForm(
      service().url,
      person,
      '/invoices/import',
      {},
      { field: 'file', name: 'a', type: 'text/xml', bytes },
    );

  function statementOf(invoices: readonly Json[]): string {
    const exact = invoices.map(({ id, currency }) => ({
      ...{ amount: '100.00', currency, bankReference: `B-${id}` },
      transactions: [{ reference: createPaymentReference(IBAN, id).text, payer: 'Ada &lt;b&gt;Lovelace' }],
    }));
    const currency = invoices[0]?.currency;
    return camt([
      ...exact,
      { amount: '60.00', currency, transactions: [{ text: `part of ${invoices[0]?.number}` }] },
      { amount: '7.77', currency, transactions: [{ text: 'a gift', payer: 'Grace' }] },
      { amount: '1.00', currency, indicator: 'DBIT' },
    ]);
  }

  it('a statement is uploaded, exact lines are ticked, and what is ticked is recorded once', async () => {
    const invoices = [await issuedInvoice(account), await issuedInvoice(account)];
    const list = await member.page(`${base}/invoices`);
    assert.match(list.text, /href="\/acc_\w+\/invoices\/import"/);
    expectValidHtml((await member.page(`${base}/invoices/import`)).text, 'the upload');
    const shown = await send(member, statementOf(invoices));
    assert.equal(shown.status, 200);
    expectValidHtml(shown.text, 'the proposals');
    assert.doesNotMatch(shown.text, /<b>Lovelace/);
    assert.match(shown.text, /Ada &lt;b&gt;Lovelace[\s\S]*a gift/);
    assert.match(shown.text, /Recorded already: 0\. Without a match: 1\. Not money received: 1\./);
    const boxes = [...shown.text.matchAll(/name="(pay\.\w+\.inv_\w+)" value="1"( checked)?/g)];
    assert.deepEqual(
      boxes.map(([, , checked]) => checked !== undefined),
      [true, true, false],
    );
    const [, path = ''] = /action="(\/acc_\w+\/invoices\/import\/imp_\w+)"/.exec(shown.text) ?? [];
    const ticked = Object.fromEntries(boxes.slice(0, 2).map(([, name]) => [name, '1']));
    const done = await member.page(path, ticked);
    assert.match(done.text, /Payments recorded: 2\./);
    expectValidHtml(done.text, 'the result');
    // Pressing twice changes nothing, and the third line is more than what is left.
    assert.match((await member.page(path, ticked)).text, /Payments recorded: 2\./);
    const late = await member.page(path, { [boxes[2]?.[1] ?? '']: '1' });
    assert.match(late.text, /Payments recorded: 0\. Not recorded: 1\./);
    assert.match((await member.page(path, {})).text, /No payment was ticked/);
    for (const { id } of invoices) {
      const { body } = await account.get(`/invoices/${id}`);
      assert.deepEqual([body.status, body.amountPaid], ['PAID', 10_000]);
    }
    assert.match(shown.text, /Money paid: <bdi>\d+<\/bdi>/);
    const again = await send(member, statementOf(invoices));
    assert.match(again.text, /Recorded already: 2\./);
    assert.match(again.text, /No payment in this statement matches/);
  });

  it('one payment is recorded for two invoices, and a perhaps recorded one is not ticked', async () => {
    const [first, second] = [await issuedInvoice(account), await issuedInvoice(account)];
    const { currency } = first;
    const text = `${first.number} and ${second.number}`;
    const shown = await send(
      member,
      camt([{ amount: '150.00', currency, transactions: [{ text, payer: 'Ada' }] }]),
    );
    const names = [...shown.text.matchAll(/name="(pay\.\w+\.inv_\w+)" value="1"( checked)?/g)];
    assert.deepEqual(
      names.map(([, name = '', checked]) => [name.split('.')[2], checked]),
      [
        [first.id, undefined],
        [second.id, undefined],
      ],
    );
    const [, path = ''] = /action="(\/acc_\w+\/invoices\/import\/imp_\w+)"/.exec(shown.text) ?? [];
    const part = await member.page(path, { [names[0]?.[1] ?? '']: '1' });
    assert.match(part.text, /Payments recorded: 1\.[\s\S]*Not yet recorded: [^<]*50\.00/);
    expectValidHtml(part.text, 'a part is recorded');
    const rest = await member.page(path, { [names[1]?.[1] ?? '']: '1' });
    assert.match(rest.text, /Payments recorded: 1\./);
    const paid = await Promise.all(
      [first, second].map(async ({ id }) => (await account.get(`/invoices/${id}`)).body),
    );
    assert.deepEqual(
      paid.map(({ amountPaid }) => amountPaid),
      [10_000, 5_000],
    );
    const similar = [{ text: second.number, payer: 'Ada' }];
    const later = await send(member, camt([{ amount: '150.00', currency, transactions: similar }]));
    assert.match(later.text, /Perhaps recorded already/);
    assert.doesNotMatch(later.text, / checked/);
    expectValidHtml(later.text, 'a perhaps recorded line');
  });

  it('what a file leaves open is asked for', async () => {
    const upload = (bytes: string, fields: Record<string, string> = {}) =>
      uploadForm(service().url, member, '/invoices/import', fields, {
        field: 'file',
        name: 'a',
        type: 'text/csv',
        bytes,
      });
    const amounts = 'Date;Amount (KWD)\n2026-11-16;5,000';
    const asked = await upload(amounts);
    assert.equal(asked.status, 400);
    assert.match(asked.text, /<select id="decimal"/);
    expectValidHtml(asked.text, 'the question about decimals');
    assert.match((await upload(amounts, { decimal: 'comma' })).text, /5\.000/);
    const dates = 'Date;Amount (USD)\n03/04/2026;5.00';
    const order = await upload(dates, { decimal: 'point' });
    assert.match(order.text, /<option value="point" selected>[\s\S]*<select id="dateOrder"/);
    assert.match((await upload(dates, { dateOrder: 'mdy' })).text, /Mar/);
    const sides = 'Date;Text;Type;Amount\n2026-11-16;a1;Zik;$5.00\n2026-11-16;b1;Zak & Co;$7.00';
    const words = await upload(sides);
    assert.match(words.text, /name="word_1" value="Zak &amp; Co"[\s\S]*<select id="side_1"/);
    expectValidHtml(words.text, 'the question about words');
    const answers = { word_0: 'Zik', side_0: 'in', word_1: 'Zak & Co', side_1: 'out' };
    const sign = await upload(sides, answers);
    assert.match(sign.text, /<option value="in" selected>[\s\S]*<select id="currency"[\s\S]*value="HKD"/);
    const read = await upload(sides, { ...answers, currency: 'HKD' });
    assert.match(read.text, /HK\$5\.00|HKD.5\.00/);
    assert.doesNotMatch(read.text, /7\.00/);
    assert.match(read.text, /What was understood[\s\S]*<bdi>Type<\/bdi>[\s\S]*Money in or out/);
    expectValidHtml(read.text, 'the columns');
  });

  it('a bad file is explained, and readers may not import', async () => {
    for (const bytes of ['<a/>', '', 'nothing; here']) {
      const refused = await send(member, bytes);
      assert.equal(refused.status, 400);
      expectValidHtml(refused.text, 'a bad file');
      assert.match(refused.text, /Choose a file|cannot be read as a bank statement/);
    }
    assert.equal((await send(reader, statementOf([await issuedInvoice(account)]))).status, 403);
    assert.equal((await reader.page(`${base}/invoices/import`)).status, 403);
    assert.doesNotMatch((await reader.page(`${base}/invoices`)).text, /invoices\/import"/);
    assert.equal((await member.page(`${base}/invoices/import/imp_unknown`)).status, 404);
  });

  const describeOnce = isFirstEngine ? describe : () => undefined;
  describeOnce('in a browser', () => {
    testAll('is accessible on desktop and phone', async () => {
      const { url } = service();
      const invoices = [await issuedInvoice(account), await issuedInvoice(account)];
      const currency = invoices[0].currency;
      const file = camt([
        { amount: '100.00', currency, transactions: [{ text: invoices[0].number, payer: 'Ada Lovelace' }] },
        { amount: '100.00', currency, transactions: [{ text: 'thank you' }] },
        { amount: '5.00', currency, transactions: [{ text: 'a gift' }] },
      ]);
      await withVisitor(await sharedChromium(), url, { viewport: DESKTOP }, async (page, context) => {
        await context.addCookies([member.browserCookie]);
        await expectGoodLooks(page, `${url}${base}/invoices/import`);
        await page.setViewportSize(DESKTOP);
        await page.setInputFiles('#file', { name: 'a.xml', mimeType: 'text/xml', buffer: Buffer.from(file) });
        await page.getByRole('button', { name: 'Read statement' }).click();
        await page.getByText('Number agrees').waitFor();
        const action = await page.locator('main form').getAttribute('action');
        await expectGoodLooks(page, `${url}${action}`);
        await page.getByRole('button', { name: 'Record ticked payments' }).click();
        await page.getByText('Payments recorded: 1.').waitFor();
      });
    });
  });
});
