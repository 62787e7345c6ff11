import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import { mailsOf } from '../support/api/customer.ts';
import { createQuote } from '../support/api/quotes.ts';
import { expectGoodLooksOfAll } from '../support/console/looks.ts';
import { expectValidHtml, fieldIn } from '../support/console/pages.ts';
import { openPage, signIn, type TestPerson } from '../support/console/sign-in.ts';
import { testAll } from '../support/run/all.ts';
import { describeService, startTestService, type TestAccount } from '../support/service/service.ts';

describeService((service, isFirstEngine) => {
  let account: TestAccount;
  let owner: TestPerson;
  let base: string;

  beforeEach(async () => {
    account = await service().newAccount();
    await account.delete(`/customers/${account.customerId}`);
    owner = await signIn(service(), { accountId: account.accountId });
    base = `/${account.accountId}`;
  });

  const read = async (path: string, headers: Record<string, string> = {}) => {
    const { text, status } = await owner.page(base + path, undefined, headers);
    assert.equal(status, 200, path);
    expectValidHtml(text, path);
    return text;
  };
  const stepsIn = (home: string) => /<details class="panel first-steps".*?<\/details>/s.exec(home)?.[0] ?? '';

  it('each open step leads to its field', async () => {
    const steps = stepsIn(await read(''));
    const links = [...steps.matchAll(/<a href="([^"#]+)#([^"]+)"/g)].map(([, path = '', id]) => ({
      path,
      id,
    }));
    assert.deepEqual(
      links.map(({ id }) => id),
      ['f-name', 'f-logo', 'f-bank-kind', 'f-replyTo', 'f-name'],
    );
    for (const { path, id } of links) {
      assert.match(await read(path.slice(base.length)), new RegExp(`id="${id}"`), `${path}#${id}`);
    }
  });

  it('a sample quote goes to its person, once, in their language, and counts as no first quote', async () => {
    const home = await read('', { 'Accept-Language': 'fr' });
    assert.match(stepsIn(home), /S’envoyer un devis d’exemple/);
    const form = { once: fieldIn(stepsIn(home), 'once') };
    const french = { 'Accept-Language': 'fr' };
    const both = await Promise.all([1, 2].map(() => owner.page(`${base}/quotes/sample`, form, french)));
    assert.equal(new Set(both.map(({ location }) => location)).size, 1);
    const at = both[0]?.location ?? '';
    assert.match(at, new RegExp(`^${base}/quotes/quo_\\w+/send$`));
    assert.equal((await account.get('/quotes')).body.data.length, 1);
    const send = await read(at.slice(base.length));
    assert.equal(fieldIn(send, 'to'), owner.email);
    assert.match(send, /Bonjour Ada Lovelace/);
    const seen = { version: fieldIn(send, 'version'), once: fieldIn(send, 'once') };
    const sent = await owner.page(at, { ...seen, to: owner.email, cc: '', subject: '', message: '' });
    assert.match(sent.location ?? '', /notice=sent/);
    assert.match((await mailsOf(service(), account)).at(-1)?.text ?? '', /banc de jardin/);

    const later = stepsIn(await read(''));
    assert.match(later, /Create your first quote<\/a>/);
    assert.match(later, /Add your first customer<\/a>/);
    const { body: customer } = await account.post('/customers', { name: 'Grace Hopper' });
    await createQuote(account, { customerId: customer.id });
    const done = stepsIn(await read(''));
    assert.doesNotMatch(done, /Create your first quote<\/a>|Add your first customer<\/a>/);
    assert.doesNotMatch(done, /quotes\/sample/);
    const member = await signIn(service(), { accountId: account.accountId, role: 'member' });
    assert.equal((await member.page(`${base}/quotes/sample`, { once: 'another' })).status, 403);
  });

  if (!isFirstEngine) return;

  it('set-up guesses the country by the language of the browser', async () => {
    const fresh = await startTestService({ documents: 'blank' });
    try {
      const path = new URL(fresh.setupUrl ?? '').pathname + new URL(fresh.setupUrl ?? '').search;
      const chosen = async (language: string) => {
        const { text } = await openPage(fresh.url, path, undefined, { 'Accept-Language': language });
        return /<option value="([^"]*)" selected>/.exec(text)?.[1];
      };
      assert.equal(await chosen('de-AT,de;q=0.8'), 'AT');
      assert.equal(await chosen('de'), 'DE');
      assert.equal(await chosen('en-GB'), 'GB');
      assert.equal(await chosen('en,de-DE;q=0.5'), '', 'English alone says nothing');
      assert.equal(await chosen('*'), '');
      assert.equal(await chosen('en-001'), '');
    } finally {
      await fresh.close();
    }
  });

  testAll('the first steps look right', async () => {
    await expectGoodLooksOfAll(service(), owner, [`${base}/`]);
  });
});
