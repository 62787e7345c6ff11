import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createQuote } from '../support/api/quotes.ts';
import { expectGoodLooksOfAll } from '../support/console/looks.ts';
import { openPage, signIn, type TestPerson } from '../support/console/sign-in.ts';
import { testAll } from '../support/run/all.ts';
import { MINUTE } from '../support/service/clock.ts';
import { describeService } from '../support/service/service.ts';

const EMAIL = 'ops@example.test';
const VARYING = ['date', 'connection', 'keep-alive'];
const PATHS = ['/operator', '/operator/installation', '/operator/accounts/acc_x', '/operator/nothing'];

describeService(
  (service, isFirstEngine) => {
    let operator: TestPerson | undefined;
    /** A sign-in of the operator that is recent, whatever the time is. */
    async function signInOperator(): Promise<TestPerson> {
      operator ??= await signIn(service(), { email: EMAIL, name: 'Grace', isTwoStep: true });
      await service().db.write((tx) =>
        tx.run(
          'UPDATE sessions SET signed_in_at = ? WHERE user_id = ?',
          service().clock(),
          operator?.userId ?? '',
        ),
      );
      return operator;
    }

    test('for everybody else, the pages are URLs that do not exist', async () => {
      const { accountId } = await service().newAccount();
      const owner = await signIn(service(), { accountId, isTwoStep: true });
      const compare = (text: string) => text.replace(/req_\w+|"requestId":"[^"]*"/g, '');
      for (const path of PATHS) {
        for (const form of [undefined, { people: '1' }, { people: 'x'.repeat(100_000) }]) {
          const [seen, elsewhere] = [await owner.page(path, form), await owner.page('/operators', form)];
          assert.equal(seen.status, 404);
          assert.equal(compare(seen.text), compare(elsewhere.text), path);
          const names = (answer: typeof seen) =>
            [...answer.headers.keys()].filter((name) => !VARYING.includes(name));
          assert.deepEqual(names(seen), names(elsewhere));
          assert.equal((await openPage(service().url, path, form)).status, 404, 'signed out');
        }
      }
      const you = await owner.page(`/${accountId}/settings/you`);
      assert.doesNotMatch(you.text, /href="\/operator"/);
    });

    test('an operator without two-step verification is told to turn it on', async () => {
      const plain = await signIn(service(), { email: 'second@example.test' });
      for (const path of PATHS.slice(0, 3)) {
        const { status, text } = await plain.page(path);
        assert.equal(status, 403);
        assert.match(text, /Turn on two-step verification/);
        assert.match(text, new RegExp(`href="/${plain.accountId}/settings/you"`));
        assert.doesNotMatch(text, /Number|Quotes/);
      }
    });

    test('a sign-in of a quarter of an hour ago is not enough, and a form of another site neither', async () => {
      const person = await signInOperator();
      const path = `/operator/accounts/${person.accountId}`;
      const forged = await person.page(path, { people: '1' }, { Origin: 'https://elsewhere.test' });
      assert.equal(forged.status, 403);
      service().clock.advance(15 * MINUTE);
      for (const form of [undefined, { people: '1' }]) {
        const { status, location } = await person.page(path, form);
        assert.deepEqual([status, location], [303, `/sign-in?again=1&to=${encodeURIComponent(path)}`]);
      }
    });

    test('accounts are listed, searched and counted without their content', async () => {
      const account = await service().newAccount({ name: 'Öl & Söhne_100%', kind: 'live' });
      await createQuote(account, { title: 'Secret work' });
      await account.post(`/quotes`, {});
      for (let n = 0; n < 26; n++) await service().newAccount({ name: `Many ${n}` });
      const person = await signInOperator();
      const { text } = await person.page('/operator');
      assert.match(text, /Many 25/);
      assert.doesNotMatch(text, /Many 0</);
      assert.match((await person.page('/operator?page=2')).text, /Many 0</);
      for (const search of ['öl', 'ÖL', 'söhne_', '100%', account.accountId]) {
        const found = await person.page(`/operator?search=${encodeURIComponent(search)}`);
        assert.match(found.text, /Öl &amp; Söhne_100%/, search);
        assert.doesNotMatch(found.text, /Many|Secret work|Ada|EUR/);
      }
      const beginning = await person.page(`/operator?search=${account.accountId.slice(0, 5)}`);
      assert.match(beginning.text, /Many 25/);
      assert.match((await person.page('/operator?search=10_%25')).text, /No results/);
      assert.equal((await person.page('/operator?page=99999999999999999999')).status, 200);
      const shown = await person.page(`/operator/accounts/${account.accountId}`);
      assert.match(shown.text, /<dt>Quotes<\/dt><dd>1<\/dd>/);
      assert.doesNotMatch(shown.text, /Secret work/);
      assert.match((await person.page(`/${person.accountId}/settings/you`)).text, /href="\/operator"/);
      assert.equal((await person.page('/operator/accounts/acc_none')).status, 404);
      await service().newAccount({ name: account.accountId });
      const named = await person.page(`/operator/accounts/${account.accountId}`);
      assert.match(named.text, /Söhne_100%/, 'another account may have its ID as its name');
      await account.patch('/account', { name: 'Renamed' });
      assert.match((await person.page('/operator?search=renamed')).text, /Renamed/);
    });

    test('limits are set with a form, and the page says who did it', async () => {
      const account = await service().newAccount();
      const person = await signInOperator();
      const path = `/operator/accounts/${account.accountId}`;
      const wrong = await person.page(path, { quotes: 'many', storage: '1 MiB', people: '0', requests: '' });
      assert.equal(wrong.status, 400);
      assert.match(wrong.text, /Enter a whole number, at least 0/);
      assert.match(wrong.text, /Enter a size such as 500 MB/);
      assert.match(wrong.text, /value="many"/);
      assert.equal('limits' in (await account.get('/account')).body, false);
      const set = await person.page(path, { quotes: '10', storage: '1.5 GB', people: ' 5 ', requests: '' });
      assert.deepEqual([set.status, set.location], [303, `${path}?notice=saved`]);
      const { limits } = (await account.get('/account')).body;
      assert.deepEqual(
        [limits.quotes.limit, limits.storage.limit, limits.people.limit],
        [10, 1_500_000_000, 5],
      );
      const { text } = await person.page(set.location ?? '');
      assert.match(text, /Saved\./);
      assert.match(text, /Last changed .* by <bdi>ops@example\.test<\/bdi>/);
      assert.match((await person.page('/operator')).text, /Quotes: 10<br>Files: 1,500.MB</);
      await person.page(path, {});
      assert.equal('limits' in (await account.get('/account')).body, false);
    });

    test('closed accounts are listed with the day, and can still be limited', async () => {
      const { accountId, ...account } = await service().newAccount({ name: 'Gone & Co' });
      const owner = await signIn(service(), { accountId });
      const { name } = (await account.get('/account')).body;
      const closed = await owner.post('/account/close', { name });
      assert.ok(closed.status < 300, closed.text);
      const person = await signInOperator();
      assert.match((await person.page('/operator?search=gone')).text, /Gone &amp; Co.* · Closed: <time/);
      const path = `/operator/accounts/${accountId}`;
      assert.equal((await person.page(path, { storage: '2 GB' })).status, 303);
      const { text } = await person.page(path);
      assert.match(text, /<dt>Closed<\/dt>/);
      assert.match(text, /value="2 GB"/);
    });

    test('the installation shows its version, checks, queues and jobs', async () => {
      await service().runJob('clean-up');
      const { status, text } = await (await signInOperator()).page('/operator/installation');
      assert.equal(status, 200);
      for (const part of [/<dt>Version<\/dt>/, /BACKUP_DIR/, /<dt>Emails waiting<\/dt><dd>0/, />clean-up</])
        assert.match(text, part);
      assert.match(text, service().engine === 'sqlite' ? />SQLite</ : />PostgreSQL</);
    });

    test('without a mail server, an owner cannot invite an operator and take the link', async () => {
      const owner = await signIn(service());
      const invited = await owner.post('/invitations', { email: 'third@example.test', role: 'reader' });
      assert.deepEqual([invited.status, invited.body.code], [403, 'forbidden']);
      assert.equal(
        (await owner.post('/invitations', { email: 'else@example.test', role: 'reader' })).status,
        201,
      );
    });

    if (!isFirstEngine) return;
    testAll('the pages look like the console', async () => {
      const { accountId } = await service().newAccount();
      const person = await signInOperator();
      const plain = await signIn(service(), { email: 'fourth@example.test' });
      const paths = [
        '/operator',
        '/operator?search=none',
        `/operator/accounts/${accountId}`,
        '/operator/installation',
      ];
      await expectGoodLooksOfAll(service(), person, paths);
      await expectGoodLooksOfAll(service(), plain, ['/operator']);
    });
  },
  {
    env: {
      OPERATORS: `${EMAIL}, Second@example.test, third@example.test,fourth@example.test`,
    },
  },
);
