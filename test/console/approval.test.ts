import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { createQuote } from '../support/api/quotes.ts';
import { PHONE, withVisitor } from '../support/browser/browser-page.ts';
import { sharedChromium } from '../support/browser/shared-chromium.ts';
import { expectGoodLooksOfAll } from '../support/console/looks.ts';
import { expectValidHtml, fieldIn } from '../support/console/pages.ts';
import { signIn, type TestPerson } from '../support/console/sign-in.ts';
import { testAll } from '../support/run/all.ts';
import { startTestService, type TestAccount, type TestService } from '../support/service/service.ts';

const XSS = '<script>alert(1)</script>‮';
const LARGE = { items: [{ description: 'Roof', quantity: 1, unitPrice: 900_000 }] };

let service: TestService;
let account: TestAccount;
let owner: TestPerson;
let member: TestPerson;
let approver: TestPerson;
let base: string;

before(async () => {
  service = await startTestService();
  account = await service.newAccount();
  const { accountId } = account;
  base = `/${accountId}`;
  [owner, member, approver] = await Promise.all([
    signIn(service, { accountId, name: 'Olga Owner' }),
    signIn(service, { accountId, name: 'Mia Member', role: 'member' }),
    signIn(service, { accountId, name: 'Abe Approver', role: 'member' }),
  ]);
  await owner.patch(`/users/${approver.userId}`, { mayApprove: true });
});
after(() => service?.close());

/** Submits a form of the page of a quote, with the version that the page shows. */
async function submit(person: TestPerson, id: string, action: string, form: Record<string, string> = {}) {
  const { text } = await person.page(`${base}/quotes/${id}`);
  const seen = { version: fieldIn(text, 'version'), once: fieldIn(text, 'once') };
  return person.page(`${base}/quotes/${id}/${action}`, { ...seen, ...form });
}

async function draftBy(person: TestPerson, more: object = {}): Promise<string> {
  const { body } = await person.post('/quotes', {
    ...{ customerId: account.customerId, title: 'A new roof', ...LARGE, ...more },
  });
  return body.id;
}

it('owners set the rules, which are off by default, and see who may approve', async () => {
  const path = `${base}/settings/approval`;
  const empty = await owner.page(path);
  expectValidHtml(empty.text, 'the settings');
  assert.equal(fieldIn(empty.text, 'approval.totalFrom'), '');
  assert.match(empty.text, /Olga Owner.*Abe Approver/s);
  assert.equal((await member.page(path)).status, 403);
  const form = (values: Record<string, string>) => ({
    ...{ version: fieldIn(empty.text, 'version'), was: fieldIn(empty.text, 'was') },
    ...Object.fromEntries(Object.entries(values).map(([name, value]) => [`approval.${name}`, value])),
  });
  const wrong = await owner.page(path, form({ totalFrom: 'much', discountFrom: '120' }));
  assert.equal(wrong.status, 400);
  expectValidHtml(wrong.text, 'the settings with errors');
  assert.match(wrong.text, /Enter an amount, such as.*Enter a percentage from 0 to 100/s);
  const saved = await owner.page(path, form({ totalFrom: '5,000', discountFrom: '12.5', madeByKeys: 'on' }));
  assert.equal(saved.status, 303);
  assert.deepEqual((await owner.get('/account')).body.approval, {
    ...{ totalFrom: 500_000, discountFrom: 12.5, marginBelow: null, madeByKeys: true },
  });
  const shown = (await owner.page(path)).text;
  assert.deepEqual(
    ['totalFrom', 'discountFrom', 'marginBelow'].map((name) => fieldIn(shown, `approval.${name}`)),
    ['5,000.00', '12.5', ''],
  );
  assert.equal((await owner.page(path, form({ totalFrom: '1' }))).status, 409, 'a form that is not current');
});

it('a declined quote that needs approval has one primary button', async () => {
  const id = await draftBy(member);
  assert.equal((await owner.patch(`/quotes/${id}`, { status: 'DECLINED' })).status, 200);
  for (const person of [owner, member]) {
    const { text } = await person.page(`${base}/quotes/${id}`);
    assert.match(text, /id="approval"/);
    assert.deepEqual(text.match(/class="button"[^>]*>[^<]+/g)?.length, 1, text);
    assert.match(text, /class="button" href="[^"]*\/edit">Revise quote/);
  }
});

it('a quote that needs approval says why, and explains instead of failing', async () => {
  const id = await draftBy(member);
  const path = `${base}/quotes/${id}`;
  const page = await member.page(path);
  expectValidHtml(page.text, 'a quote that needs approval');
  assert.match(page.text, /Needs approval.*its total reaches the limit/s);
  assert.match(page.text, /You cannot approve quotes\. These people can: .*Olga Owner/);
  assert.doesNotMatch(page.text, /href="[^"]*\/send"|\/approve"/);
  assert.match(page.text, /name="to:usr_[^"]+"[^>]*> <span><bdi>Abe Approver/);
  for (const step of ['send', 'accept', 'invoice']) {
    const refused = await member.page(`${path}/${step}`);
    assert.equal(refused.status, 409, step);
    expectValidHtml(refused.text, step);
    assert.match(refused.text, /class="notice bad".*This quote needs approval first.*Ask for approval/s);
  }
  const { updatedAt } = (await member.get(`/quotes/${id}`)).body;
  const marked = { [`pick-${id}`]: updatedAt, do: 'send' };
  const several = await member.page(`${base}/quotes/several`, marked);
  assert.match(several.text, /This quote needs approval first/);
  const small = await draftBy(member, { items: [{ description: 'Tile', quantity: 1, unitPrice: 100 }] });
  assert.doesNotMatch((await member.page(`${base}/quotes/${small}`)).text, /approval/i);
  const foreign = await draftBy(member, { currency: 'CHF' });
  assert.match((await member.page(`${base}/quotes/${foreign}`)).text, /not in the currency of the business/);
});

it('a member asks, an approver rejects with a note and then approves what has changed', async () => {
  const id = await draftBy(member, { title: `Barn ${XSS}` });
  const path = `${base}/quotes/${id}`;
  const asked = await submit(member, id, 'request-approval', {
    ...{ [`to:${approver.userId}`]: 'on', note: `Please look. ${XSS}` },
  });
  assert.equal(asked.location, `${path}?notice=asked`);
  const waiting = (await member.page(`${path}?notice=asked`)).text;
  expectValidHtml(waiting, 'waiting');
  assert.match(waiting, /The approval has been requested\..*Waiting for approval/s);
  assert.match(waiting, /<bdi>Mia Member<\/bdi> asked for approval/);
  assert.ok(!waiting.includes('<script>alert') && waiting.includes('Please look.'));

  const home = async (person: TestPerson) => (await person.page(`${base}/`)).text;
  assert.match(await home(approver), /1 quote waits for your approval/);
  assert.match((await member.page(`${base}/quotes?search=Barn`)).text, /Waiting for approval/);
  assert.doesNotMatch(await home(member), /for your approval/);

  const whole = (await approver.page(path)).text;
  expectValidHtml(whole, 'to decide');
  assert.match(whole, /check the whole quote.*Approve quote.*Reject quote/s);
  const rejected = await submit(approver, id, 'reject', { note: 'Too cheap' });
  assert.equal(rejected.location, `${path}?notice=rejected`);
  const again = (await member.page(path)).text;
  assert.match(again, /<bdi>Abe Approver<\/bdi> rejected it.*Too cheap.*Change the quote, or ask again/s);

  await submit(member, id, 'request-approval');
  await submit(approver, id, 'approve', { note: 'Fine' });
  const approved = (await member.page(path)).text;
  expectValidHtml(approved, 'approved');
  assert.match(approved, /Send quote.*<bdi>Abe Approver<\/bdi> approved it.*Fine/s);
  assert.doesNotMatch(await home(approver), /for your approval/);

  await member.patch(`/quotes/${id}`, { items: [{ description: 'Roof', quantity: 2, unitPrice: 900_000 }] });
  const changed = (await approver.page(path)).text;
  expectValidHtml(changed, 'changed since');
  assert.match(changed, /Changes since the last approval.*9,000\.00.*18,000\.00/s);
});

it('nobody decides on what they asked for or changed, unless nobody else may', async () => {
  const own = await draftBy(owner);
  const page = (await owner.page(`${base}/quotes/${own}`)).text;
  assert.match(page, /You changed this quote after it was last approved/);
  assert.doesNotMatch(page, /Approve quote/);
  const refused = await submit(owner, own, 'approve');
  assert.equal(refused.status, 403);
  assert.match(refused.text, /You cannot decide on this approval/);
  await submit(owner, own, 'request-approval');
  assert.match((await owner.page(`${base}/quotes/${own}`)).text, /You asked for this approval/);

  const stale = await submit(approver, own, 'approve', { version: '1' });
  assert.equal(stale.status, 412);
  assert.equal((await submit(approver, own, 'approve')).status, 303);
  const repeated = await submit(approver, own, 'approve');
  assert.equal(repeated.status, 409);
  assert.match(repeated.text, /needs no approval/);

  const alone = await service.newAccount();
  const only = await signIn(service, { accountId: alone.accountId });
  await only.patch('/account', { approval: { totalFrom: 1 } });
  const { id } = await createQuote(alone);
  const single = (await only.page(`/${alone.accountId}/quotes/${id}`)).text;
  expectValidHtml(single, 'the only approver');
  assert.match(single, /Approve quote/);
  assert.doesNotMatch(single, /Ask for approval/);
});

it('a request can be answered after the rule is gone', async () => {
  const id = await draftBy(member);
  await submit(member, id, 'request-approval');
  const { approval } = (await owner.get('/account')).body;
  await owner.patch('/account', { approval: { totalFrom: null } });
  const { text } = await owner.page(`${base}/quotes/${id}`);
  expectValidHtml(text, 'without the rule');
  assert.match(text, /Send quote.*Waiting for approval.*This quote needs no approval.*Reject quote/s);
  assert.equal((await submit(owner, id, 'reject')).status, 303);
  assert.doesNotMatch((await owner.page(`${base}/quotes/${id}`)).text, /id="approval"/);
  await owner.patch('/account', { approval });
});

it('the editor says after each save whether the quote needs approval', async () => {
  const id = await draftBy(member, { items: [{ description: 'Tile', quantity: 1, unitPrice: 100 }] });
  await withVisitor(await sharedChromium(), service.url, { viewport: PHONE }, async (page, context) => {
    await context.addCookies([member.browserCookie]);
    await page.goto(`${service.url}${base}/quotes/${id}/edit`);
    const note = page.locator('#approval-note');
    assert.equal(await note.textContent(), '');
    await page.getByLabel('Price', { exact: true }).first().fill('9000');
    await note.getByText('its total reaches the limit').waitFor();
  });
  const { text } = await member.page(`${base}/quotes/${id}/edit`);
  expectValidHtml(text, 'the editor');
  assert.match(text, /id="approval-note"[^>]*><div class="notice">/);
});

testAll('every page is accessible at a desk and on a phone', async () => {
  const waiting = await draftBy(member);
  await submit(member, waiting, 'request-approval', { note: 'Have a look' });
  const paths = [`${base}/quotes/${waiting}`, `${base}/settings/approval`, `${base}/`];
  await expectGoodLooksOfAll(service, owner, paths);
  await expectGoodLooksOfAll(service, member, [`${base}/quotes/${await draftBy(member)}`]);
});
