import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { CUSTOMER } from '../fixtures/customer.ts';
import { mailsOf, ok } from '../support/api/customer.ts';
import { sentQuote } from '../support/api/quotes.ts';
import {
  DESKTOP,
  expectAccessible,
  expectGoodLooks,
  expectNoHorizontalScroll,
  LOOKS,
  PHONE,
  withVisitor,
} from '../support/browser/browser-page.ts';
import { sharedChromium } from '../support/browser/shared-chromium.ts';
import { signIn } from '../support/console/sign-in.ts';
import { newPayer } from '../support/payments/paying.ts';
import { startTills, type Tills } from '../support/payments/tills.ts';
import { testAll } from '../support/run/all.ts';
import type { Json } from '../support/service/client.ts';
import { startTestService, type TestAccount, type TestService } from '../support/service/service.ts';
import { type Receiver, startReceiver } from '../support/webhooks/receiver.ts';

const OWNER = 'owner@nordlicht.example';
/** With the lights, 30 % of 1,428.00 are due at once. */
const OFFER = {
  items: [
    { description: 'Kitchen', quantity: 1, unitPrice: 100_000, taxRate: 19 },
    { description: 'Lights', quantity: 1, unitPrice: 20_000, taxRate: 19, optional: true },
  ],
  paymentSchedule: [
    { label: 'Deposit', type: 'percentage', value: 30, due: { when: 'acceptance', days: 7 } },
    { label: 'Balance', type: 'rest', due: { when: 'completion' } },
  ],
  invoiceOnAcceptance: true,
};
const DEPOSIT = 42_840;

let browser: Browser;
let tills: Tills;
let service: TestService;
let receiver: Receiver;

before(async () => {
  browser = await sharedChromium();
  receiver = await startReceiver({ isClear: true });
  tills = await startTills(() => service.clock());
  service = await startTestService({
    env: { ...tills.env, WEBHOOKS_PRIVATE: 'on', PROFFER_SECRET: 's'.repeat(40) },
    webhooks: { find: async () => ['127.0.0.1'] },
    payments: { caCertificates: [tills.ca], timeoutMs: 5000 },
  });
});

after(async () => {
  await service?.close();
  await tills?.close();
  await receiver?.close();
});

/** An owner connects Stripe; the key is checked by Stripe. */
async function newSeller(): Promise<{ account: TestAccount; connectionId: string }> {
  const account = await service.newAccount({ name: 'Nordlicht Studio' });
  ok(await account.patch('/account', { email: OWNER }));
  const owner = await signIn(service, { accountId: account.accountId });
  const { keys } = tills.stripe;
  const { connectionId } = ok(await owner.put('/payment-provider', { kind: 'stripe', ...keys }));
  return { account, connectionId };
}

/** A customer's browser, and every request and policy that it saw. */
async function openCustomer(): Promise<{
  page: Page;
  context: BrowserContext;
  others: () => string[];
  policies: Map<string, string | undefined>;
}> {
  const context = await browser.newContext({
    viewport: DESKTOP,
    reducedMotion: 'reduce',
    ignoreHTTPSErrors: true,
  });
  const requests: string[] = [];
  const policies = new Map<string, string | undefined>();
  context.on('request', (request) => requests.push(request.url()));
  context.on('response', (response) => {
    const { pathname, origin } = new URL(response.url());
    if (origin !== service.url || !response.headers()['content-type']?.startsWith('text/html')) return;
    const place = pathname.replace(/[\w-]{43}/, ':token');
    policies.set(place, response.headers()['content-security-policy']);
  });
  const isOurs = (url: string) => [service.url, 'data:', 'blob:'].some((own) => url.startsWith(own));
  return {
    page: await context.newPage(),
    context,
    others: () => requests.filter((url) => !isOurs(url)),
    policies,
  };
}

test('a customer reads, chooses, accepts and pays the deposit; console, emails, feed and webhook say so', async () => {
  const { account, connectionId } = await newSeller();
  ok(
    await account.post('/webhook-endpoints', {
      url: receiver.url,
      types: ['payment.recorded', 'invoice.paid'],
    }),
  );
  const quote = await sentQuote(account, OFFER);
  const { page, context, others, policies } = await openCustomer();
  try {
    await page.goto(quote.publicUrl);
    await page.getByRole('checkbox', { name: 'Lights' }).check();
    await page.getByText('deposit of €428.40').waitFor();
    await page.getByLabel('Full name').fill('Ada Lovelace');
    await page.getByRole('button', { name: 'Accept quote' }).click();
    await page.locator('.notice:focus').waitFor();
    await page.locator('a[href*="/i/"]').first().click();
    const pay = page.getByRole('button', { name: 'Pay €428.40 online' });
    await pay.waitFor();
    assert.deepEqual(others(), [], 'nobody else learns of the customer before Pay is pressed');

    // The provider cannot be reached from the browser for now, so that the page on the way there stays.
    const provider = `${tills.stripe.server.url}/**`;
    await context.route(provider, (route) => route.abort('aborted'));
    const gaveUp = page.waitForEvent('requestfailed', (request) =>
      request.url().startsWith(tills.stripe.server.url),
    );
    await pay.click();
    await page.getByRole('heading', { name: 'On to the payment' }).waitFor();
    await expectAccessible(page, 'on to the payment');
    await page.setViewportSize(PHONE);
    await expectAccessible(page, 'on to the payment, on a phone', LOOKS);
    await expectNoHorizontalScroll(page, 'on to the payment');
    // The page goes on by itself once; otherwise it could do so while the link is pressed.
    await gaveUp;
    await context.unroute(provider);
    await page.getByRole('link', { name: 'Continue to payment' }).click();

    await page.getByRole('button', { name: 'Pay now' }).click();
    await page.getByRole('heading', { name: 'Payment received' }).waitFor();
    assert.match(page.url(), /\/pay\/[\w-]{43}$/);
    await page.getByText('€428.40').waitFor();
    assert.deepEqual(
      others().filter((url) => !url.startsWith(tills.stripe.server.url)),
      [],
      'only the provider is asked',
    );
    const places = ['/i/:token', '/i/:token/pay', '/pay/:token'];
    const [policy, ...same] = places.map((place) => policies.get(place));
    assert.match(policy ?? '', /form-action 'self'/);
    assert.deepEqual(same, [policy, policy]);
    await page.getByRole('link', { name: 'View the invoice' }).click();
    await page.getByText('Paid in full').waitFor();
    assert.equal(await page.getByRole('button', { name: /online/ }).count(), 0);
  } finally {
    await context.close();
  }

  // Stripe notifies too, and again: the payment stays one.
  const [checkout = ''] = tills.stripe.checkouts().slice(-1);
  for (let round = 0; round < 2; round++) {
    const statuses = await tills.stripe.notify(service.url, checkout, { connectionId });
    assert.deepEqual(new Set(statuses), new Set([200]));
  }
  const [invoice] = ok(await account.get(`/invoices?quoteId=${quote.id}`)).data;
  const { data: payments } = ok(await account.get(`/invoices/${invoice.id}/payments`));
  assert.deepEqual(
    payments.map(({ amount, provider }: Json) => ({ amount, provider })),
    [{ amount: DEPOSIT, provider: 'stripe' }],
  );
  assert.equal(tills.stripe.holds(checkout), DEPOSIT);
  await expectConsole(account, quote, invoice);
  await expectTold(account, quote, invoice);
});

async function expectConsole({ accountId }: TestAccount, quote: Json, invoice: Json): Promise<void> {
  const owner = await signIn(service, { accountId, role: 'member' });
  await withVisitor(browser, service.url, { viewport: DESKTOP }, async (page, context) => {
    await context.addCookies([owner.browserCookie]);
    await page.goto(`${service.url}/${accountId}/invoices/${invoice.id}`);
    await page.getByText('Paid', { exact: true }).first().waitFor();
    await page.getByText('€428.40').first().waitFor();
    await page.goto(`${service.url}/${accountId}/quotes/${quote.id}`);
    await page.getByText('“Deposit” (€428.40) is paid.').first().waitFor();
  });
}

async function expectTold(account: TestAccount, quote: Json, { number }: Json): Promise<void> {
  const subject = `Payment received for invoice ${number}`;
  const told = (await mailsOf(service, account)).filter((mail) => mail.subject.startsWith(subject));
  assert.deepEqual(told.map(({ to }) => to[0]?.address).sort(), [CUSTOMER.email, OWNER].sort());
  const { data: events } = ok(await account.get(`/events?quoteId=${quote.id}`));
  assert.deepEqual(
    events.map(({ type }: Json) => type).filter((type: string) => /paid|payment/.test(type)),
    ['payment.recorded', 'invoice.paid'],
  );
  await receiver.until(() => receiver.received.length >= 2);
  assert.deepEqual(
    receiver.received.map(({ event }) => [event.type, event.data.invoice.number]),
    [
      ['payment.recorded', number],
      ['invoice.paid', number],
    ],
  );
  assert.equal(receiver.received[0]?.event.data.payment.amount, DEPOSIT);
}

testAll('the pages of a payment look good in every state', async () => {
  const payer = await newPayer(service, tills.stripe);
  const { stripe } = tills;
  await withVisitor(browser, service.url, {}, async (page) => {
    await expectGoodLooks(page, `${service.url}${payer.path}`);
    const id = await payer.start();
    const url = stripe.returnUrlOf(id);
    const expectState = async (heading: string) => {
      await expectGoodLooks(page, `${url}?looks=99`);
      await page.getByRole('heading', { name: heading }).waitFor();
    };
    await expectState('Not paid yet');
    stripe.payLater(id);
    await expectState('Payment on its way');
    stripe.settle(id, true);
    await expectState('Payment received');
  });
  await payer.assertBalanced();
});

testAll('a customer who cannot pay now learns that nothing was charged', async () => {
  const payer = await newPayer(service, tills.stripe);
  const { page, context, others } = await openCustomer();
  try {
    await page.goto(`${service.url}${payer.path}`);
    tills.stripe.server.fail('error');
    await page.getByRole('button', { name: /online/ }).click();
    await page.getByText('Nothing was charged.').waitFor();
    await expectAccessible(page, 'not started');
    tills.stripe.server.fail();
    await page.getByRole('link', { name: 'View the invoice' }).click();
    await page.getByRole('button', { name: /online/ }).waitFor();
    assert.deepEqual(others(), []);
  } finally {
    await context.close();
  }
});

test('refunds and disputes are booked from the notification if the provider does not list them', async () => {
  const { stripe } = tills;
  const payer = await newPayer(service, stripe);
  const id = await payer.start();
  stripe.pay(id);
  stripe.server.fail(({ path }) => (/^\/v1\/(refunds|disputes)$/.test(path) ? 'missing' : undefined));
  stripe.refund(id, 4000);
  assert.deepEqual(new Set(await payer.notify(id, 'reverse')), new Set([200]));
  await payer.assertBalanced();
  stripe.winDispute(stripe.dispute(id));
  await payer.notify(id, 'reverse');
  await payer.assertBalanced();
  stripe.server.fail();
  await payer.notify(id);
  await payer.assertBalanced();
  assert.equal((await payer.payments()).length, 4);
});

test('a press after a lost response starts another checkout if the request is no longer the same', async () => {
  const { stripe } = tills;
  const payer = await newPayer(service, stripe);
  stripe.server.fail((request) => {
    request.body = request.body.replaceAll('%2Fpay%2F', '%2Fother%2Fpay%2F');
    return 'error_after';
  });
  assert.equal((await payer.press()).status, 503);
  stripe.server.fail();
  const count = stripe.checkouts().length;
  const id = await payer.start();
  assert.equal(stripe.checkouts().length, count + 1);
  stripe.pay(id);
  assert.match((await payer.comeBack(id)).text, /Payment received/);
  await payer.assertBalanced();
});
