import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { createQuote, issuedInvoice } from '../support/api/quotes.ts';
import { readZip } from '../support/api/read-zip.ts';
import { expectGoodLooks, withVisitor } from '../support/browser/browser-page.ts';
import { sharedChromium } from '../support/browser/shared-chromium.ts';
import { expectValidHtml } from '../support/console/pages.ts';
import { signIn } from '../support/console/sign-in.ts';
import { describeOnOneEngine, type TestAccount } from '../support/service/service.ts';

describeOnOneEngine((service) => {
  let account: TestAccount;
  let base: string;
  before(async () => {
    account = await service().newAccount();
    base = `/${account.accountId}/customers/ada`;
    await account.put('/customers/ada', { name: 'Ada <b>Lovelace</b>', email: 'ada@example.test' });
  });

  it('an owner exports a customer and erases it after reading what goes and what stays', async () => {
    const { accountId } = account;
    const invoice = await issuedInvoice(account, { customerId: 'ada' });
    const owner = await signIn(service(), { accountId });
    const shown = await owner.page(base);
    expectValidHtml(shown.text, 'the customer');
    assert.ok(shown.text.includes(`href="${base}/erase"`));

    const zip = await fetch(`${service().url}${base}/export`, { headers: { Cookie: owner.cookie } });
    assert.equal(zip.headers.get('Content-Type'), 'application/zip');
    assert.ok(readZip(Buffer.from(await zip.arrayBuffer())).length > 2);

    const asked = await owner.page(`${base}/erase`);
    expectValidHtml(asked.text, 'the confirmation');
    assert.match(asked.text, /What goes.*What stays.*cannot be undone/s);
    assert.ok(asked.text.includes(invoice.number));
    await withVisitor(await sharedChromium(), service().url, {}, async (page, context) => {
      await context.addCookies([owner.browserCookie]);
      await expectGoodLooks(page, `${service().url}${base}/erase`);
    });

    const erased = await owner.page(`${base}/erase`, {});
    assert.equal(erased.location, `${base}?done=erased`, 'the page of what stays');
    assert.match((await owner.page(`/${accountId}/customers`)).text, /Erased customer/);
    const left = await owner.page(base);
    expectValidHtml(left.text, 'what is left of the customer');
    assert.match(left.text, /was erased/);
    assert.doesNotMatch(left.text, /ada@example|Ada &lt;b|quotes\/new\?customer/);
    assert.equal((await account.get(`/invoices/${invoice.id}`)).body.customer.email, 'ada@example.test');
  });

  it('says that more may stay if a customer has more quotes than it looks at', async () => {
    await account.put('/customers/busy', { name: 'Busy' });
    await Promise.all(Array.from({ length: 201 }, () => createQuote(account, { customerId: 'busy' })));
    const owner = await signIn(service(), { accountId: account.accountId });
    const asked = await owner.page(`/${account.accountId}/customers/busy/erase`);
    expectValidHtml(asked.text, 'the confirmation');
    assert.match(asked.text, /has many quotes/);
    assert.doesNotMatch(asked.text, /has no invoices/);
  });

  it('others do not see it, and an owner signs in again after a while', async () => {
    const { accountId } = account;
    for (const role of ['member', 'reader'] as const) {
      const person = await signIn(service(), { accountId, role });
      assert.doesNotMatch((await person.page(base)).text, /\/erase"/);
      assert.equal((await person.page(`${base}/erase`)).status, 403);
      assert.equal((await person.page(`${base}/erase`, {})).status, 403);
      assert.equal((await person.page(`${base}/export`)).status, 403);
    }
    const owner = await signIn(service(), { accountId });
    service().clock.advance(16 * 60_000);
    for (const path of ['/erase', '/export']) {
      assert.match((await owner.page(`${base}${path}`)).location ?? '', /^\/sign-in\?again=1/);
    }
  });
});
