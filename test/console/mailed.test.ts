import assert from 'node:assert/strict';
import { test } from 'node:test';
import PostalMime from 'postal-mime';
import { hashPassword } from '../../src/actions/person/password-hash.ts';
import { startSecondFactor } from '../../src/actions/person/second-factor.ts';
import { newTotpKey, totpCode } from '../../src/actions/person/totp.ts';
import { findSetting } from '../../src/store/tables/settings.ts';
import { openPage, type PageAnswer, personWith, signIn, tokenIn } from '../support/console/sign-in.ts';
import { describeSending } from '../support/mail/mail-desk.ts';
import { DAY, MINUTE } from '../support/service/clock.ts';

const PASSWORD = 'tide pool lantern';

describeSending((service, desk) => {
  const open = (path: string, form?: Record<string, string>, headers: Record<string, string> = {}) =>
    openPage(service().url, path, form, { Origin: service().url, ...headers });

  async function mailTo(address: string): Promise<string> {
    await service().runJob('user mails');
    const mail = desk().mails.findLast(({ to }) => to.includes(address));
    assert.ok(mail, `no mail to ${address}`);
    return (await PostalMime.parse(mail.source)).text ?? '';
  }

  test('an invitation is mailed, lets one person in with its role, and is in no mailbox', async () => {
    const { accountId } = await service().newAccount({ name: 'Nordlicht' });
    const owner = await signIn(service(), { accountId, name: 'Grace' });
    const invited = await owner.post('/invitations', { email: 'New@Example.test', role: 'reader' });
    assert.deepEqual([invited.status, invited.body.url], [201, undefined]);
    const text = await mailTo('new@example.test');
    assert.match(text, /Grace invites you/);
    const code = /\/invitation\?code=([\w-]{22})/.exec(text)?.[1] ?? '';
    const headers = { Authorization: `Bearer ${(await service().newKey(accountId, 'read,write')).secret}` };
    const mailbox = await fetch(`${service().url}/outbox`, {
      headers: { ...headers, Accept: 'application/json' },
    });
    assert.deepEqual(await mailbox.json(), { data: [] });
    assert.deepEqual(await service().db.read.all('SELECT * FROM user_mails'), [], 'nothing is left of it');

    const shown = await open(`/invitation?code=${code}`);
    assert.match(shown.text, /Join Nordlicht/);
    assert.match(shown.text, /new@example\.test/);
    assert.equal((await open('/invitation?code=wrong')).status, 410);
    assert.equal((await open('/invitation', { code, name: 'Nele', password: 'short' })).status, 400);
    const form = { code, name: 'Nele', password: PASSWORD };
    const both = await Promise.all([open('/invitation', form), open('/invitation', form)]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [303, 410]);
    const entered = both.find(({ status }) => status === 303) as PageAnswer;
    assert.equal(entered.location, `/${accountId}/`);
    const nele = personWith(service(), tokenIn(entered) ?? '', accountId);
    assert.equal((await nele.get('/quotes')).status, 200);
    assert.equal((await nele.post('/quotes', {})).status, 403, 'a reader');
    assert.equal(
      (await owner.post('/invitations', { email: 'new@example.test', role: 'owner' })).status,
      409,
    );
  });

  test('a test that the mail server refuses is told in the language of the person, with its own words', async () => {
    const { accountId } = await service().newAccount({ kind: 'live' });
    const owner = await signIn(service(), { accountId });
    for (const [language, told] of [
      ['de', /Der Mailserver hat .*No such user/s],
      ['en', /rejected the message\. Nothing was sent\. .*No such user/s],
    ] as const) {
      const held = desk().holdNext();
      const form = { testTo: `${language}@example.test` };
      const asked = owner.page(`/${accountId}/settings/mail/test`, form, { 'Accept-Language': language });
      (await held).refuse(550, 'No such user');
      const { status, text } = await asked;
      assert.equal(status, 502);
      assert.match(text, told);
      if (language === 'de') assert.doesNotMatch(text, /rejected/);
    }
  });

  test('whom we know joins after signing in; withdrawn, replaced and late invitations do nothing', async () => {
    const { accountId } = await service().newAccount();
    const { accountId: second } = await service().newAccount({ name: 'Second' });
    const owner = await signIn(service(), { accountId: second });
    const known = await signIn(service(), { accountId, email: 'known@example.test' });
    const codeFor = async (role: string) => {
      assert.equal((await owner.post('/invitations', { email: known.email, role })).status, 201);
      return /code=([\w-]{22})/.exec(await mailTo(known.email))?.[1] ?? '';
    };
    const replaced = await codeFor('reader');
    const code = await codeFor('member');
    assert.equal((await open(`/invitation?code=${replaced}`)).status, 410);
    assert.match((await open(`/invitation?code=${code}`)).text, /href="\/sign-in\?to=/);
    assert.match((await owner.page(`/invitation?code=${code}`)).text, /somebody else/);
    assert.equal(
      (await open('/invitation', { code, name: 'X', password: PASSWORD })).location,
      `/invitation?code=${code}`,
    );
    const joined = await known.page('/invitation', { code });
    assert.deepEqual([joined.status, joined.location], [303, `/${second}/`]);
    const there = { headers: { 'Proffer-Account': second } };
    assert.equal((await known.get('/quotes', there)).status, 200);

    const other = await owner.post('/invitations', { email: 'other@example.test', role: 'member' });
    const withdrawn = /code=([\w-]{22})/.exec(await mailTo('other@example.test'))?.[1];
    assert.equal((await owner.get('/invitations')).body.data.length, 1);
    assert.equal((await owner.delete(`/invitations/${other.body.id}`)).status, 204);
    assert.equal((await open(`/invitation?code=${withdrawn}`)).status, 410);
    await owner.post('/invitations', { email: 'late@example.test', role: 'member' });
    const late = /code=([\w-]{22})/.exec(await mailTo('late@example.test'))?.[1];
    service().clock.advance(7 * DAY);
    assert.equal((await open(`/invitation?code=${late}`)).status, 410);
  });

  test('a mailed code sets a new password and ends all sessions; what is said tells nobody who exists', async () => {
    const person = await signIn(service(), {
      email: 'reset@example.test',
      password: await hashPassword('before it was'),
    });
    const before = desk().mails.length;
    const pages = [];
    for (const email of ['reset@example.test', 'nobody@example.test']) {
      const { status, text } = await open('/reset', { email });
      pages.push([status, text.replaceAll(email, '')]);
    }
    assert.deepEqual(pages[0], pages[1]);
    const code = /([2-9A-Z]{4}-[2-9A-Z]{4})/.exec(await mailTo(person.email))?.[1] ?? '';
    await open('/reset', { email: person.email });
    await service().runJob('user mails');
    assert.equal(desk().mails.length, before + 1, 'no second mail at once');

    const form = { email: person.email, code, password: PASSWORD };
    assert.equal((await open('/reset/password', { ...form, password: 'short' })).status, 400);
    assert.equal((await open('/reset/password', { ...form, email: 'nobody@example.test' })).status, 401);
    assert.equal((await open('/reset/password', { ...form, code: 'AAAA-AAAA' })).status, 401);
    const set = await open('/reset/password', { ...form, code: code.toLowerCase().replace('-', ' ') });
    assert.deepEqual([set.status, set.location], [303, '/sign-in?notice=reset']);
    assert.equal((await person.get('/account')).status, 401);
    assert.equal((await open('/reset/password', form)).status, 401, 'it works once');
    assert.equal((await open('/sign-in', { email: person.email, password: PASSWORD })).status, 303);
  });

  test('a code is over after 15 minutes, and after five wrong ones', async () => {
    const person = await signIn(service(), { email: 'tries@example.test' });
    const newCode = async () => {
      service().clock.advance(3 * MINUTE);
      await open('/reset', { email: person.email });
      return /([2-9A-Z]{4}-[2-9A-Z]{4})/.exec(await mailTo(person.email))?.[1] ?? '';
    };
    const attempt = (code: string) =>
      open('/reset/password', { email: person.email, code, password: PASSWORD }).then(({ status }) => status);
    const first = await newCode();
    for (let times = 0; times < 5; times++) assert.equal(await attempt('AAAA-AAAA'), 401);
    assert.equal(await attempt(first), 401, 'the right one comes too late');
    const second = await newCode();
    service().clock.advance(15 * MINUTE);
    assert.equal(await attempt(second), 401);
    assert.equal(await attempt(await newCode()), 303);
  });

  test('the second factor is asked for after the password; each code works once', async () => {
    const { clock, db } = service();
    const person = await signIn(service(), {
      email: 'two@example.test',
      password: await hashPassword(PASSWORD),
    });
    const secret = (await findSetting(db.read, 'secret')) ?? '';
    const key = newTotpKey();
    const codeNow = () => totpCode(key, Math.floor(clock() / 30_000));
    const started = { userId: person.userId, sessionId: '', key, code: codeNow() };
    const recovery = await startSecondFactor({ db, secret }, started, clock());
    assert.equal(recovery?.length, 10);
    assert.equal((await person.get('/account')).status, 401, 'other sessions have ended');
    const [{ totp } = { totp: '' }] = await db.read.all<{ totp: string }>(
      'SELECT totp FROM users WHERE id = ?',
      person.userId,
    );
    assert.doesNotMatch(totp, new RegExp(key));

    const step = async () => {
      const first = await open('/sign-in', { email: person.email, password: PASSWORD, to: '/acc_x/' });
      assert.deepEqual([first.status, first.location], [303, '/second-factor']);
      assert.equal(tokenIn(first), undefined, 'no session yet');
      return { Cookie: (first.headers.get('Set-Cookie') ?? '').split(';')[0] ?? '' };
    };
    const cookie = await step();
    assert.match((await open('/second-factor', undefined, cookie)).text, /authenticator/);
    assert.equal(
      (await open('/second-factor', { code: codeNow() }, cookie)).status,
      401,
      'it was used to turn it on',
    );
    assert.equal((await open('/second-factor', { code: '000000' }, cookie)).status, 401);
    clock.advance(MINUTE);
    const entered = await open('/second-factor', { code: codeNow() }, cookie);
    assert.deepEqual([entered.status, entered.location], [303, '/acc_x/']);
    assert.ok(tokenIn(entered));
    assert.equal((await open('/second-factor', { code: codeNow() }, cookie)).status, 401, 'each code once');
    const code = recovery?.[0]?.toUpperCase() ?? '';
    assert.equal((await open('/second-factor', { code }, await step())).status, 303);
    assert.equal((await open('/second-factor', { code }, cookie)).status, 401);
    assert.equal((await open('/second-factor', { code: codeNow() })).location, '/sign-in?notice=late');
    clock.advance(11 * MINUTE);
    assert.equal(
      (await open('/second-factor', { code: codeNow() }, cookie)).location,
      '/sign-in?notice=late',
    );
  });
});
