import assert from 'node:assert/strict';
import { test } from 'node:test';
import PostalMime from 'postal-mime';
import { endSecondFactor, startSecondFactor } from '../../src/actions/people/second-factor/second-factor.ts';
import { computeTotpCode, newTotpKey } from '../../src/actions/people/second-factor/totp.ts';
import { hashSecret } from '../../src/actions/people/secret-code.ts';
import { putPassword } from '../../src/store/tables/person/users.ts';
import { findSetting } from '../../src/store/tables/settings.ts';
import { hashCheaply } from '../support/console/cheap-hash.ts';
import { openPage, type PageAnswer, personWith, signIn, tokenIn } from '../support/console/sign-in.ts';
import { describeSending } from '../support/mail/mail-desk.ts';
import { DAY, MINUTE } from '../support/service/clock.ts';
import { readServiceSealing } from '../support/service/sealing.ts';

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

  test('an invitation is emailed, admits one person with its role, and is not in the captured emails', async () => {
    const { accountId } = await service().newAccount({ name: 'Nordlicht' });
    const owner = await signIn(service(), { accountId, name: 'Grace' });
    const invited = await owner.post('/invitations', { email: 'New@Example.test', role: 'reader' });
    assert.deepEqual([invited.status, invited.body.url], [201, undefined]);
    const text = await mailTo('new@example.test');
    assert.match(text, /Grace has invited you/);
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

  test('an email to a person that was queued while the clock was ahead goes out once it is set back', async () => {
    const { clock } = service();
    const right = clock();
    clock.advance(60 * DAY);
    const owner = await signIn(service());
    const email = 'ahead@example.test';
    const came = () => desk().mails.filter(({ to }) => to.includes(email)).length;
    const held = desk().holdNext();
    assert.equal((await owner.post('/invitations', { email, role: 'reader' })).status, 201);
    const delivering = service().runJob('user mails');
    (await held).drop();
    await delivering;
    clock.set(right);
    await service().runJob('user mails');
    const before = came();
    await service().runJob('due times');
    await service().runJob('user mails');
    assert.deepEqual([before, came()], [1, 2], 'the first one was dropped');
  });

  test('a person changes their address with a code that goes to the new one, and the old one is told', async () => {
    const { accountId } = await service().newAccount();
    const person = await signIn(service(), { accountId, email: 'old@example.test' });
    const taken = await signIn(service(), { accountId, email: 'taken@example.test' });
    const at = `/${accountId}/settings/you`;
    for (const email of ['no address', person.email]) {
      assert.equal((await person.page(`${at}/email`, { email })).status, 400, email);
    }
    const before = desk().mails.length;
    assert.match((await person.page(`${at}/email`, { email: taken.email })).text, /is on its way/);
    await service().runJob('user mails');
    assert.equal(desk().mails.length, before, 'nothing goes to the address of somebody else');

    const asked = await person.page(`${at}/email`, { email: ' New.Address@Example.test' });
    assert.match(asked.text, /is on its way to new\.address@example\.test/);
    assert.match(
      (await person.page(`${at}/email`, { email: 'new.address@example.test' })).text,
      /No new code/,
    );
    const email = 'new.address@example.test';
    const code = /[2-9A-Z]{4}-[2-9A-Z]{4}/.exec(await mailTo(email))?.[0] ?? '';
    const confirm = (form: Record<string, string>, by = person) => by.page(`${at}/email/confirm`, form);
    assert.equal((await confirm({ email, code: 'AAAA-AAAA' })).status, 400);
    assert.equal((await confirm({ email: 'other@example.test', code })).status, 400, 'for one address');
    assert.equal((await confirm({ email, code }, taken)).status, 400, 'for one person');
    assert.equal((await person.page(at)).text.includes('old@example.test'), true);
    const done = await confirm({ email, code: code.toLowerCase() });
    assert.deepEqual([done.status, done.location], [303, `${at}?notice=address`]);
    assert.match((await person.page(at)).text, /You sign in with new\.address@example\.test/);
    assert.match(await mailTo('old@example.test'), /You now sign in to the console with new\.address@/);
    assert.equal((await confirm({ email, code })).status, 400, 'it works once');
    service().clock.advance(16 * MINUTE);
    const late = await person.page(`${at}/email`, { email: 'x@example.test' });
    assert.equal(late.status, 401);
    assert.match(late.text, /hidden>\nx@example\.test</);
  });

  test("a test email that the mail server rejects is reported in the language of the person, with the server's text", async () => {
    const { accountId } = await service().newAccount({ kind: 'live' });
    const owner = await signIn(service(), { accountId });
    for (const [language, told] of [
      ['de', /Der Mailserver hat .*No such user/s],
      ['en', /The mail server rejected the email, so it was not sent\. .*No such user/s],
    ] as const) {
      const held = desk().holdNext();
      const form = { testTo: `${language}@example.test` };
      const asked = owner.page(`/${accountId}/settings/mail/test`, form, { 'Accept-Language': language });
      (await held).refuse(550, 'No such user');
      const { status, text } = await asked;
      assert.equal(status, 502);
      assert.match(text, told);
      assert.doesNotMatch(text, /MAIL_FROM|SMTP_URL/, 'an owner cannot set variables');
      if (language === 'de') assert.doesNotMatch(text, /rejected/);
    }
  });

  test('a known person joins after signing in; withdrawn, replaced and expired invitations do nothing', async () => {
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
    assert.match((await owner.page(`/invitation?code=${code}`)).text, /someone else/);
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

  test('an emailed code sets a new password and ends all sessions; responses do not reveal who exists', async () => {
    const person = await signIn(service(), {
      email: 'reset@example.test',
      password: hashCheaply('before it was'),
    });
    const before = desk().mails.length;
    const pages = [];
    for (const email of ['reset@example.test', 'nobody@example.test']) {
      const { status, text } = await open('/reset', { email });
      pages.push([status, text.replaceAll(email, '')]);
    }
    assert.deepEqual(pages[0], pages[1]);
    const code = /([2-9A-Z]{4}-[2-9A-Z]{4})/.exec(await mailTo(person.email))?.[1] ?? '';
    const again = [];
    for (const email of ['reset@example.test', 'nobody@example.test']) {
      again.push((await open('/reset', { email })).text.replaceAll(email, ''));
    }
    assert.equal(again[0], again[1]);
    assert.match(again[0] ?? '', /No new code was sent/);
    await service().runJob('user mails');
    assert.equal(desk().mails.length, before + 1, 'no second mail at once');
    assert.equal((await open('/reset', { email: 'no address' })).status, 400);

    const form = { email: person.email, code, password: PASSWORD };
    assert.equal((await open('/reset/password', { ...form, password: 'short' })).status, 400);
    assert.equal((await open('/reset/password', { ...form, email: 'nobody@example.test' })).status, 401);
    assert.equal((await open('/reset/password', { ...form, code: 'AAAA-AAAA' })).status, 401);
    const own = { ...form, password: 'Ada Lovelace 1815' };
    for (let times = 0; times < 6; times++) {
      assert.equal(
        (await open('/reset/password', own)).status,
        400,
        'a right code with a name is no wrong try',
      );
    }
    assert.equal((await open('/reset/password', { ...own, code: 'AAAA-AAAA' })).status, 401, 'tells no name');
    const set = await open('/reset/password', { ...form, code: code.toLowerCase().replace('-', ' ') });
    assert.deepEqual([set.status, set.location], [303, '/sign-in?notice=reset']);
    assert.equal((await person.get('/account')).status, 401);
    assert.equal((await open('/reset/password', form)).status, 401, 'it works once');
    assert.equal((await open('/sign-in', { email: person.email, password: PASSWORD })).status, 303);
  });

  test('a reset of the password keeps the second step', async () => {
    const { codeNow, enter, person } = await withSecondFactor('keeps@example.test');
    const { email } = person;
    await open('/reset', { email });
    const code = /([2-9A-Z]{4}-[2-9A-Z]{4})/.exec(await mailTo(email))?.[1] ?? '';
    const password = 'seven quiet harbours';
    const set = await open('/reset/password', { email, code, password });
    assert.equal(set.location, '/sign-in?notice=reset');
    const first = await open('/sign-in', { email, password });
    assert.deepEqual([first.status, first.location], [303, '/second-factor']);
    assert.equal(tokenIn(first), undefined, 'no session yet');
    service().clock.advance(60_000);
    const Cookie = (first.headers.get('Set-Cookie') ?? '').split(';')[0] ?? '';
    assert.ok(tokenIn(await enter(codeNow(), { Cookie })));
  });

  test('a code expires after 10 minutes or 1,000 wrong attempts; the next request sends another', async () => {
    const person = await signIn(service(), { email: 'tries@example.test' });
    const nobody = 'nobody-tried@example.test';
    const readCode = async () => /([2-9A-Z]{4}-[2-9A-Z]{4})/.exec(await mailTo(person.email))?.[1] ?? '';
    const newCode = async () => {
      service().clock.advance(3 * MINUTE);
      await open('/reset', { email: person.email });
      return readCode();
    };
    const attempt = (code: string, email = person.email) =>
      open('/reset/password', { email, code, password: PASSWORD }).then(({ status }) => status);
    const withstands = await newCode();
    for (let times = 0; times < 12; times++) assert.equal(await attempt('AAAA-AAAA'), 401);
    assert.equal(await attempt(withstands), 303, 'wrong codes of others void nothing');

    const first = await newCode();
    await open('/reset', { email: nobody });
    await service().db.write((tx) => tx.run('UPDATE reset_codes SET tries = 999'));
    for (const email of [person.email, nobody]) assert.equal(await attempt('AAAA-AAAA', email), 401);
    assert.equal(await attempt(first), 401, 'the right one comes too late');
    for (const email of [person.email, nobody]) {
      assert.match((await open('/reset', { email })).text, /a code is on its way/);
    }
    const second = await readCode();
    assert.notEqual(second, first);
    service().clock.advance(10 * MINUTE);
    assert.equal(await attempt(second), 401);
    assert.equal(await attempt(await newCode()), 303);
  });

  test('at most ten code emails are sent per hour, and no page claims an eleventh', async () => {
    const person = await signIn(service(), { email: 'flooded@example.test' });
    const texts: string[] = [];
    for (let times = 0; times < 12; times++) {
      texts.push((await open('/reset', { email: person.email })).text);
      await service().runJob('user mails');
      service().clock.advance(2 * MINUTE);
    }
    assert.equal(desk().mails.filter(({ to }) => to.includes(person.email)).length, 10);
    assert.equal(texts.filter((text) => /a code is on its way/.test(text)).length, 10);
    service().clock.advance(40 * MINUTE);
    assert.match((await open('/reset', { email: person.email })).text, /a code is on its way/);
  });

  test('repeated requests for codes block no one on the network from a code or from signing in', async () => {
    service().clock.advance(MINUTE);
    const person = await signIn(service(), {
      email: 'neighbour@example.test',
      password: hashCheaply(PASSWORD),
    });
    let answered = 0;
    // The first 30 are answered at once, and the others wait half a second each.
    const flood = Array.from({ length: 34 }, async () => {
      await open('/reset', { email: 'looped@example.test' });
      answered++;
    });
    await Promise.any(flood);
    const entered = await open('/sign-in', { email: person.email, password: PASSWORD });
    const asked = await open('/reset', { email: person.email });
    assert.deepEqual([entered.status, asked.status], [303, 200]);
    assert.ok(answered < flood.length, 'they waited for few of the others');
    await Promise.all(flood);
  });

  /** Creates a person with an authenticator app, and the pages of the sign-in. */
  async function withSecondFactor(email: string) {
    const { clock, db } = service();
    const person = await signIn(service(), { email, password: hashCheaply(PASSWORD) });
    const secret = (await findSetting(db.read, 'secret')) ?? '';
    const sealing = await readServiceSealing(service());
    const key = newTotpKey();
    const codeNow = () => computeTotpCode(key, Math.floor(clock() / 30_000));
    const started = { userId: person.userId, sessionId: '', key, code: codeNow() };
    const recovery = (await startSecondFactor({ db, secret, sealing }, started, clock())) ?? [];
    const step = async () => {
      const first = await open('/sign-in', { email, password: PASSWORD, to: '/acc_x/' });
      assert.deepEqual([first.status, first.location], [303, '/second-factor']);
      assert.equal(tokenIn(first), undefined, 'no session yet');
      return { Cookie: (first.headers.get('Set-Cookie') ?? '').split(';')[0] ?? '' };
    };
    const enter = (code: string, cookie: Record<string, string>) => open('/second-factor', { code }, cookie);
    const wrongCode = () => String((Number(codeNow()) + 500_000) % 1_000_000).padStart(6, '0');
    return { person, key, codeNow, wrongCode, recovery, step, enter };
  }

  test('the second factor is required after the password; each code works once', async () => {
    const { clock, db } = service();
    const { person, key, codeNow, wrongCode, recovery, step, enter } =
      await withSecondFactor('two@example.test');
    assert.equal(recovery.length, 10);
    assert.equal((await person.get('/account')).status, 401, 'other sessions have ended');
    const [{ totp } = { totp: '' }] = await db.read.all<{ totp: string }>(
      'SELECT totp FROM users WHERE id = ?',
      person.userId,
    );
    assert.doesNotMatch(totp, new RegExp(key));

    const cookie = await step();
    assert.match((await open('/second-factor', undefined, cookie)).text, /authenticator/);
    assert.equal((await enter(codeNow(), cookie)).status, 401, 'it was used to turn it on');
    assert.equal((await enter(wrongCode(), cookie)).status, 401);
    clock.advance(MINUTE);
    const entered = await enter(codeNow(), cookie);
    assert.deepEqual([entered.status, entered.location], [303, '/acc_x/']);
    assert.ok(tokenIn(entered));
    assert.equal((await enter(codeNow(), await step())).status, 401, 'each code once');
    const code = recovery[0]?.toUpperCase() ?? '';
    assert.equal((await enter(code, await step())).status, 303);
    assert.equal((await enter(code, await step())).status, 401);
    assert.equal((await open('/second-factor', { code: codeNow() })).location, '/sign-in?notice=late');
  });

  test('a first step is valid once, for ten minutes, and ends with a new password or app', async () => {
    const { clock, db } = service();
    const LATE = '/sign-in?notice=late';
    const { person, codeNow, wrongCode, recovery, step, enter } = await withSecondFactor('half@example.test');
    const used = await step();
    assert.equal((await enter(recovery[0] ?? '', used)).status, 303);
    assert.equal((await enter(recovery[1] ?? '', used)).location, LATE, 'it admits once');
    assert.equal((await enter(recovery[1] ?? '', await step())).status, 303, 'and has used up no other code');
    const both = await step();
    const raced = await Promise.all([2, 3].map((n) => enter(recovery[n] ?? '', both)));
    assert.equal(raced.filter((reply) => tokenIn(reply)).length, 1, 'also of two at once');

    const kept = await step();
    clock.advance(9 * MINUTE);
    const wrong = await enter(wrongCode(), kept);
    const shown = await open('/second-factor', undefined, kept);
    assert.deepEqual([wrong.status, shown.status], [401, 200]);
    for (const { headers } of [wrong, shown]) assert.equal(headers.get('Set-Cookie'), null, 'is not renewed');
    clock.advance(MINUTE);
    assert.equal((await enter(codeNow(), kept)).location, LATE);
    assert.equal((await open('/second-factor', undefined, kept)).location, LATE);

    const before = await step();
    const password = hashCheaply(PASSWORD);
    await db.write((tx) => putPassword(tx, person.userId, password));
    assert.equal((await enter(codeNow(), before)).location, LATE, 'the password was set again');
    const later = await step();
    await db.write((tx) => endSecondFactor(tx, person.userId));
    assert.equal((await enter(codeNow(), later)).location, LATE, 'the app was turned off');
  });

  test('ten wrong codes in 24 hours block app codes, also when tried concurrently, and send one email', async () => {
    const { clock, db } = service();
    clock.advance(MINUTE);
    const { person, codeNow, wrongCode, recovery, step, enter } =
      await withSecondFactor('guessed@example.test');
    for (let times = 0; times < 4; times++) await enter(wrongCode(), await step());
    clock.advance(MINUTE);
    assert.equal((await enter(codeNow(), await step())).status, 303, 'a success, which resets nothing');
    const steps = [await step(), await step()];
    const rush = await Promise.all(
      Array.from({ length: 12 }, (_, n) => enter(wrongCode(), steps[n % 2] ?? { Cookie: '' })),
    );
    assert.deepEqual(rush.map(({ status }) => status).sort(), [
      ...Array<number>(6).fill(401),
      ...Array<number>(6).fill(429),
    ]);
    const rows = await db.read.all('SELECT id FROM wrong_codes WHERE user_id = ?', person.userId);
    assert.equal(rows.length, 10);
    // Before the clock is advanced: an email that is just being sent would be late, and tried again later.
    assert.match(await mailTo(person.email), /ten wrong authenticator codes/);
    clock.advance(MINUTE);
    const refused = await enter(codeNow(), await step());
    assert.equal(refused.status, 429, 'the right one too');
    assert.match(refused.text, /recovery code or a passkey/);
    assert.ok(Number(refused.headers.get('Retry-After')) > 86_000);
    assert.equal((await enter('0000-0000-0000-0000', await step())).status, 401);
    assert.equal(
      (await enter(recovery[0] ?? '', await step())).status,
      303,
      'recovery codes are still checked',
    );
    await service().runJob('user mails');
    assert.equal(desk().mails.filter(({ to }) => to.includes(person.email)).length, 1);
    clock.advance(DAY);
    await service().runJob('clean-up');
    assert.equal((await enter(codeNow(), await step())).status, 303, 'a day later');
    assert.deepEqual(await db.read.all('SELECT id FROM wrong_codes WHERE user_id = ?', person.userId), []);
  });

  test('recovery codes are stored under the secret', async () => {
    const { db } = service();
    const { person, recovery, step, enter } = await withSecondFactor('recovering@example.test');
    const find = 'SELECT hash FROM recovery_codes WHERE user_id = ? AND hash = ?';
    const [code = ''] = recovery;
    assert.equal(await db.read.get(find, person.userId, hashSecret(code.replaceAll('-', ''))), undefined);
    assert.equal((await enter(code, await step())).status, 303);
    assert.equal((await enter(code, await step())).status, 401);
  });
});
