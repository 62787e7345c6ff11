import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { mailsOf, submit, visit } from '../support/api/customer.ts';
import { createQuote, sentQuote } from '../support/api/quotes.ts';
import {
  DESKTOP,
  expectAccessible,
  expectNoHorizontalScroll,
  LOOKS,
  PHONE,
  withVisitor,
} from '../support/browser/browser-page.ts';
import { sharedChromium, sharedViewer } from '../support/browser/shared-chromium.ts';
import { expectValidHtml } from '../support/console/pages.ts';
import { signIn, type TestPerson } from '../support/console/sign-in.ts';
import { testAll } from '../support/run/all.ts';
import { startTestService, type TestAccount, type TestService } from '../support/service/service.ts';

const XSS = `<script>alert(1)</script>‮`;

let service: TestService;
let browser: Browser;
let account: TestAccount;
let owner: TestPerson;
let reader: TestPerson;
let base: string;

before(async () => {
  [service, browser] = await Promise.all([startTestService(), sharedChromium()]);
  account = await service.newAccount();
  const { accountId } = account;
  [owner, reader] = await Promise.all([
    signIn(service, { accountId }),
    signIn(service, { accountId, role: 'reader', name: 'Grace Hopper' }),
  ]);
  base = `/${accountId}`;
});
after(() => service?.close());

it('an account without quotes links to the first one, except for a reader', async () => {
  const page = await owner.page(`${base}/`);
  assert.equal(page.status, 200);
  expectValidHtml(page.text, 'an empty home');
  assert.match(page.text, /Create your first quote/);
  assert.equal(page.text.match(/data-new/g)?.length, 1);
  const seen = await reader.page(`${base}/`);
  assert.match(seen.text, /Create your first quote/);
  assert.doesNotMatch(seen.text, /quotes\/new/);
});

it('the checklist of an owner leads through the set-up, and disappears when all is done', async () => {
  const own = await service.newAccount();
  const [person, member] = await Promise.all(
    (['owner', 'member'] as const).map((role) => signIn(service, { accountId: own.accountId, role })),
  );
  const read = async () => (await person?.page(`/${own.accountId}/`))?.text ?? '';
  const fresh = await read();
  expectValidHtml(fresh, 'the checklist');
  assert.match(fresh, /Get started/);
  assert.match(fresh, /href="[^"]*settings\/mail#f-replyTo">Set the address/);
  assert.doesNotMatch((await member?.page(`/${own.accountId}/`))?.text ?? '', /Get started/);
  const logo = `data:image/svg+xml;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>')}`;
  const { status } = await own.patch('/account', {
    ...{ name: 'Rosa Gardens', city: 'Leeds', email: 'rosa@example.test', logo },
    bank: { lines: ['Sort code 00-00-00'] },
  });
  assert.equal(status, 200);
  assert.match(await read(), /5 of 6 done/);
  await createQuote(own);
  assert.doesNotMatch(await read(), /Get started/);
});

it('the page lists to-dos and figures, each with a link', async () => {
  const { customerId } = account;
  const draft = await createQuote(account, { customerId, title: `Draft ${XSS}` });
  const soon = new Date(service.clock() + 3 * 86_400_000).toISOString();
  await sentQuote(account, {
    customerId,
    validUntil: soon,
    items: [{ description: 'W', quantity: 1, unitPrice: 1_840_000 }],
  });
  const won = await sentQuote(account, { customerId });
  await account.patch(`/quotes/${won.id}`, { status: 'ACCEPTED' });
  const lost = await sentQuote(account, { customerId });
  await account.patch(`/quotes/${lost.id}`, { status: 'DECLINED' });
  const { text } = await owner.page(`${base}/`);
  expectValidHtml(text, 'home');
  assert.match(text, /1 unsent draft/);
  assert.match(text, /1 quote expires this week/);
  assert.match(text, /18,400\.00/);
  assert.match(text, /50%/);
  assert.match(text, /1 won, 1 lost/);
  assert.ok(text.includes(`${base}/quotes/${draft.id}`));
  assert.ok(!text.includes('<script>alert'));
});

it('a quote with one stage invoiced shows the next stage and what is open, in the list and in the figures', async () => {
  const own = await service.newAccount();
  const person = await signIn(service, { accountId: own.accountId });
  const due = { when: 'acceptance' };
  const stages = {
    paymentSchedule: [
      { label: 'Deposit', type: 'fixed', value: 271_500, due },
      { label: 'Planting', type: 'fixed', value: 300_000, due },
      { label: 'The end', type: 'rest', due },
    ],
  };
  const items = [{ description: 'Garden', quantity: 1, unitPrice: 905_000 }];
  const quote = await sentQuote(own, { currency: 'GBP', items, ...stages });
  await own.patch(`/quotes/${quote.id}`, { status: 'ACCEPTED' });
  await own.post(`/quotes/${quote.id}/convert-to-invoice`, { stage: 0 });
  const { text } = await person.page(`/${own.accountId}/`);
  const plain = text.replaceAll(/<[^>]*>/g, '');
  assert.doesNotMatch(plain, /Nothing to do/);
  assert.match(plain, /1 accepted quote to invoice \(£6,335\.00\)/);
  assert.match(plain, /next: Planting, £3,000\.00 of £6,335\.00/);
  assert.match(plain, /To be invoiced£6,335\.00 1 quote/);
  assert.match(plain, /Won this month£9,050\.00 1 quote/);
  assert.match(plain, /Half of your customers answer within a few hours\./);
  assert.ok(text.includes(`/quotes/${quote.id}/invoice?stage=1"`));
});

it('the page lists the latest events as sentences, newest first, without links to deleted quotes', async () => {
  const { customerId } = account;
  // Runs the job first, so that its events do not come in between.
  await service.runJob('expiring');
  const gone = await createQuote(account, { customerId, title: 'Gone' });
  await account.delete(`/quotes/${gone.id}`);
  const sent = await sentQuote(account, { customerId, title: `Kept ${XSS}` });
  await visit(sent.publicUrl);
  const { text } = await reader.page(`${base}/`);
  expectValidHtml(text, 'home with what happened');
  const told = [...text.slice(text.indexOf('id="latest"')).matchAll(/<li><span>(.*?)<\/span>/g)].map(
    ([, sentence = '']) => sentence.replaceAll(/<\/?bdi>/g, ''),
  );
  assert.equal(told.length, 8);
  // The position of these events depends on when the job ran.
  const done = told.filter((sentence) => !sentence.endsWith(' expires soon.'));
  const link = `<a href="${base}/quotes/${sent.id}">${sent.number}</a>`;
  assert.match(done[0] ?? '', new RegExp(` opened ${link}\\.$`));
  assert.match(done[1] ?? '', new RegExp(` sent ${link} to \\S+\\.$`));
  assert.match(done[2] ?? '', new RegExp(` created ${link}\\.$`));
  assert.match(done[3] ?? '', new RegExp(` deleted ${gone.number}\\.$`));
  assert.match(done[4] ?? '', new RegExp(` created ${gone.number}\\.$`));
  assert.match(done[5] ?? '', / recorded that the customer declined /);
  assert.ok(!text.includes('<script>alert'));
});

testAll('the page is accessible on desktop and phone, in light and dark', async () => {
  await withVisitor(
    await sharedViewer(),
    service.url,
    { viewport: DESKTOP, locale: 'de-DE' },
    async (page, context) => {
      await context.addCookies([owner.browserCookie]);
      await page.goto(`${service.url}${base}/`);
      assert.equal(await page.evaluate('document.documentElement.dir'), 'ltr');
      await expectEasy(page, 'at a desk');
      await page.setViewportSize(PHONE);
      await expectEasy(page, 'on a phone', LOOKS);
      await page.setViewportSize(DESKTOP);
      await page.emulateMedia({ colorScheme: 'dark' });
      await expectEasy(page, 'in the dark', LOOKS);
    },
  );
});

testAll('the page is accessible on a phone from right to left', async () => {
  const arabic = { viewport: PHONE, locale: 'ar-EG' };
  await withVisitor(await sharedViewer(), service.url, arabic, async (page, context) => {
    await context.addCookies([owner.browserCookie]);
    await page.goto(`${service.url}${base}/`);
    assert.equal(await page.evaluate('document.documentElement.dir'), 'rtl');
    await expectEasy(page, 'in Arabic');
  });
});

async function expectEasy(page: Page, what: string, rules?: string[]): Promise<void> {
  await expectAccessible(page, what, rules);
  await expectNoHorizontalScroll(page, what);
}

it('the palette finds quotes, customers, pages and actions by a few letters, with the keyboard alone', async () => {
  const quote = await createQuote(account, { customerId: account.customerId, title: 'Zeppelin hangar' });
  await withVisitor(browser, service.url, { viewport: DESKTOP, locale: 'en-GB' }, async (page, context) => {
    await context.addCookies([owner.browserCookie]);
    await page.goto(`${service.url}${base}/`);
    await page.keyboard.press('Control+k');
    await page.getByRole('option', { name: 'Catalogue' }).first().waitFor();
    await expectAccessible(page, 'the palette');
    await page.keyboard.type('zeppel');
    const found = page.getByRole('option', { name: /Zeppelin hangar/ });
    await found.waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/quotes/${quote.id}`);
    await page.goBack();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('nothing is called this');
    await page.getByText('Nothing found').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await expectAccessible(page, 'the keys');
    await page.keyboard.press('Escape');
    await page.keyboard.press('n');
    await page.waitForURL('**/quotes/new');
  });
});

it('a search puts the exact name first, then names that begin with it, then the latest, and finds numbers', async () => {
  const own = await service.newAccount();
  const person = await signIn(service, { accountId: own.accountId });
  const named = async (name: string) => (await own.post('/customers', { name })).body as { id: string };
  const exact = await named('Nova');
  const used = await named('Casa Nova');
  const begins = await named('Novation Ltd');
  for (let n = 0; n < 9; n++) await named(`Studio Nova ${n}`);
  const quote = await createQuote(own, { customerId: used.id, title: 'Fence' });
  const { body: invoice } = await own.post(`/quotes/${quote.id}/convert-to-invoice`, {});
  const ask = async (path: string) => JSON.parse((await person.page(`/${own.accountId}${path}`)).text).data;
  const ids = (await ask('/customer-suggestions?search=nova')).map(({ id }: { id: string }) => id);
  assert.deepEqual([ids.length, ids.slice(0, 3)], [8, [exact.id, begins.id, used.id]]);
  assert.equal(
    (await ask('/customer-suggestions?search='))[0].id,
    used.id,
    'the customer of the latest quote',
  );
  const places = (await ask('/palette?q=NOVA')).map(({ path }: { path: string }) => path);
  const expected = [exact, begins, used].map(({ id }) => `customers/${id}`);
  assert.deepEqual(places.slice(0, 3), expected);
  assert.ok(places.includes(`invoices/${invoice.id}`), 'an invoice is found by its customer');
  const [found] = await ask(`/palette?q=${invoice.number.toLowerCase()}`);
  assert.deepEqual([found.path, found.kind], [`invoices/${invoice.id}`, 'Invoice']);
  assert.equal((await ask(`/palette?q=${quote.number}`))[0].path, `quotes/${quote.id}`);
});

it('the palette shows nothing of another account, and no action to a reader', async () => {
  const other = await service.newAccount();
  await createQuote(other, { customerId: other.customerId, title: 'Secret of others' });
  const { text } = await owner.page(`${base}/palette?q=secret`);
  assert.deepEqual(JSON.parse(text), { data: [] });
  const offered = JSON.parse((await reader.page(`${base}/palette?q=new`)).text);
  assert.deepEqual(offered, { data: [] });
  assert.doesNotMatch((await reader.page(`${base}/`)).text, /settings\/business/);
  assert.equal((await owner.page(`/${other.accountId}/palette?q=secret`)).status, 404);
});

it('the owner hears of a business without an address, and without an owner the console and the page say so', async () => {
  const own = await service.newAccount();
  const { accountId } = own;
  assert.equal((await own.patch('/account', { email: null, replyTo: null })).status, 200);
  const member = await signIn(service, { accountId, role: 'member' });
  const draft = await createQuote(own, { customerId: own.customerId });
  const sent = await sentQuote(own, { customerId: own.customerId });
  const nobody = /Nobody gets an email when the customer answers/;
  const read = async () => [
    (await member.page(`/${accountId}/quotes/${draft.id}/send`)).text,
    (await member.page(`/${accountId}/quotes/${sent.id}`)).text,
  ];
  for (const page of await read()) assert.match(page, nobody);
  assert.doesNotMatch((await visit(sent.publicUrl)).text, /will receive your message by email/);
  await signIn(service, { accountId, name: 'Rosa', email: 'rosa@example.test' });
  for (const page of await read()) assert.doesNotMatch(page, nobody);
  const page = (await visit(sent.publicUrl)).text;
  assert.doesNotMatch(page, /will receive your message by email/, 'nor if the email is captured');
  await submit(sent.publicUrl, 'question', { question: 'When?' });
  const mail = (await mailsOf(service, own)).at(-1);
  assert.deepEqual(mail?.to, [{ name: 'Rosa', address: 'rosa@example.test' }]);
});

it('without a session the page redirects to the sign-in and back', async () => {
  const answer = await fetch(`${service.url}${base}/?a=1`, { redirect: 'manual' });
  assert.equal(answer.status, 303);
  assert.equal(answer.headers.get('Location'), `/sign-in?to=${encodeURIComponent(`${base}/?a=1`)}`);
});
