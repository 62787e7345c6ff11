import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accept, mailsOf, ok, submit, visit } from '../support/api/customer.ts';
import { sentQuote } from '../support/api/quotes.ts';
import { connect } from '../support/payments/paying.ts';
import { startTills } from '../support/payments/tills.ts';
import { MINUTE } from '../support/service/clock.ts';
import { engines, startTestService, type TestService } from '../support/service/service.ts';

const OFFER = {
  items: [{ description: 'Kitchen', quantity: 1, unitPrice: 100_000, taxRate: 19 }],
  paymentSchedule: [
    { label: 'Deposit', type: 'percentage', value: 30, due: { when: 'acceptance' } },
    { label: 'Balance', type: 'rest', due: { when: 'completion' } },
  ],
  invoiceOnAcceptance: true,
};
const DEPOSIT = 35_700;

for (const engine of engines()) {
  test(`a customer accepts, pays the deposit, and the page says so, on ${engine}`, async () => {
    let service: TestService | undefined;
    const tills = await startTills(() => service?.clock() ?? 0);
    try {
      service = await startTestService({
        engine,
        env: { ...tills.env, PROFFER_SECRET: 'a secret of at least 32 characters' },
        payments: { caCertificates: [tills.ca], timeoutMs: MINUTE },
      });
      const till = tills.stripe;
      const api = await service.newAccount();
      ok(
        await api.patch('/account', {
          email: 'owner@example.test',
          bank: { iban: 'DE89370400440532013000' },
        }),
      );
      await connect(service, api.accountId, till);
      const { id, publicUrl } = await sentQuote(api, OFFER);
      assert.equal((await accept(publicUrl)).status, 303);

      const { url } = service;
      const press = async () => {
        const { text } = await visit(publicUrl);
        const action = /<form method="post" action="(\/i\/[\w-]{43}\/pay)">/.exec(text)?.[1];
        assert.ok(action, text);
        const reply = await submit(`${url}${action.replace(/\/pay$/, '')}`, 'pay', {});
        assert.equal(reply.status, 200, reply.text);
        return till.checkouts().at(-1) ?? '';
      };
      const comeBack = (checkout: string) => visit(url + new URL(till.returnUrlOf(checkout)).pathname);

      // A payment that fails undoes nothing: the page offers the next one.
      const first = await press();
      assert.equal(till.amountOf(first), DEPOSIT);
      till.expire(first);
      assert.match((await comeBack(first)).text, /Not paid yet/);
      assert.equal(ok(await api.get(`/quotes/${id}`)).status, 'ACCEPTED');

      // While the money is on its way, nobody is asked to pay again.
      const second = await press();
      till.payLater(second);
      assert.match((await comeBack(second)).text, /Payment on its way/);
      const waiting = (await visit(publicUrl)).text;
      assert.match(waiting, /Payment on its way/);
      assert.doesNotMatch(waiting, /\/pay"/);
      till.settle(second, true);
      assert.match((await comeBack(second)).text, /Payment received/);
      const page = (await visit(publicUrl)).text;
      assert.match(page, /Paid in full on/);
      assert.doesNotMatch(page, /\/pay"/);
      const { status, invoices } = ok(await api.get(`/quotes/${id}`));
      const invoice = ok(await api.get(`/invoices/${invoices[0].id}`));
      assert.deepEqual([status, invoice.status, invoice.amountPaid], ['ACCEPTED', 'PAID', DEPOSIT]);
      assert.equal(invoice.paymentMethod, 'ONLINE_PAYMENT');
      const subjects = (await mailsOf(service, api)).map(({ subject }) => subject);
      assert.ok(
        subjects.length >= 5,
        `the quote, the copy, the notice and both about the payment: ${subjects}`,
      );
    } finally {
      await service?.close();
      await tills.close();
    }
  });
}
