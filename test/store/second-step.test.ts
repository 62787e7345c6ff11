import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { openField } from '../../src/actions/account/sealing/sealed-field.ts';
import {
  endSecondFactor,
  isAuthenticatorLost,
  renewRecoveryCodes,
  startSecondFactor,
  turnOffSecondFactor,
} from '../../src/actions/people/second-factor/second-factor.ts';
import { checkSecondStep, newSecondStep } from '../../src/actions/people/second-factor/second-step.ts';
import { computeTotpCode, newTotpKey } from '../../src/actions/people/second-factor/totp.ts';
import { startSession } from '../../src/actions/people/sessions.ts';
import { unsealWith } from '../../src/actions/sending/links/sealed-token.ts';
import { renderCodesLockedEmail } from '../../src/adapters/mail/letters/to-user.ts';
import { DAY_MS } from '../../src/domain/calendar.ts';
import { newId } from '../../src/domain/ids.ts';
import { resolveLocale } from '../../src/i18n/locale.ts';
import type { Database } from '../../src/store/database.ts';
import {
  countRecoveryCodes,
  deleteSpentCodesBefore,
  isCodeSpent,
  spendCode,
} from '../../src/store/tables/person/codes.ts';
import { findUser, insertUser } from '../../src/store/tables/person/users.ts';
import {
  deleteWrongCodesBefore,
  insertWrongCode,
  listWrongCodes,
} from '../../src/store/tables/person/wrong-codes.ts';
import { onEveryEngine } from '../support/service/engines.ts';
import { NOW } from '../support/store/store-samples.ts';

const SECRET = 'secret of the service';
const SEALING = { current: 'c'.repeat(40), previous: [], stored: 's'.repeat(40) };
const MINUTE = 60_000;

onEveryEngine('The second step of a sign-in', (engine) => {
  let db: Database;
  before(async () => {
    db = await engine.open(await engine.newDatabase());
  });
  after(() => db.close());

  const deps = (
    change: { secret?: string; previousSecret?: string | null; smtpUrl?: string | null } = {},
  ) => {
    const { secret = SECRET, previousSecret = null, smtpUrl = 'smtp://mail.example' } = change;
    const config = { previousSecret, smtpUrl, mailFrom: 'proffer@mail.example' };
    return { db, secret, sealing: SEALING, config } as unknown as Parameters<typeof checkSecondStep>[0];
  };
  const newUser = async () => {
    const id = newId('usr', NOW);
    await db.write(async (tx) => {
      const plain = { name: 'Ada', locale: null, password: 'hash', created_at: NOW };
      await insertUser(tx, { id, email: `${id}@mail.example`, ...plain });
      for (const agent of ['this', 'other']) await startSession(tx, id, { agent, isTwoStep: false }, NOW);
    });
    return id;
  };
  const listSessions = (userId: string) =>
    db.read.all<{ id: string; agent: string; two_step: number }>(
      'SELECT id, agent, two_step FROM sessions WHERE user_id = ? ORDER BY agent DESC',
      userId,
    );
  /** A person with an app, which was turned on some time ago. */
  const newTwoStepUser = async (at = NOW - MINUTE) => {
    const [userId, key] = [await newUser(), newTotpKey()];
    const [session] = await listSessions(userId);
    const code = computeTotpCode(key, Math.floor(at / 30_000));
    const codes = await startSecondFactor(deps(), { userId, sessionId: session?.id ?? '', key, code }, at);
    return { userId, key, codes: codes ?? [] };
  };
  const newStep = async (userId: string, until = NOW + DAY_MS) => {
    const user = await findUser(db.read, userId);
    assert.ok(user);
    return { ...newSecondStep(user), until };
  };
  const check = (step: Awaited<ReturnType<typeof newStep>>, code: string, now = NOW, of = deps()) =>
    checkSecondStep(of, step, { code, preferred: resolveLocale('de') }, now);
  const methodOf = async (result: ReturnType<typeof check>) => {
    const found = await result;
    return typeof found === 'object' && 'method' in found ? found.method : found;
  };
  const codeAt = (key: string, now: number) => computeTotpCode(key, Math.floor(now / 30_000));
  const wrongCode = (key: string, now = NOW) => {
    const valid = [-1, 0, 1].map((step) => computeTotpCode(key, Math.floor(now / 30_000) + step));
    return ['111111', '222222', '333333', '444444'].find((code) => !valid.includes(code)) ?? '';
  };

  it('is turned on by a code of the app, which ends other sessions', async () => {
    const [userId, key] = [await newUser(), newTotpKey()];
    const [own] = await listSessions(userId);
    const start = (code: string) =>
      startSecondFactor(deps(), { userId, sessionId: own?.id ?? '', key, code }, NOW);
    assert.equal(await start(wrongCode(key)), undefined);
    assert.equal((await findUser(db.read, userId))?.totp, null);
    const codes = await start(codeAt(key, NOW));
    assert.equal(codes?.length, 10);
    assert.equal(await countRecoveryCodes(db.read, userId), 10);
    const sessions = await listSessions(userId);
    assert.deepEqual(
      sessions.map(({ agent, two_step }) => [agent, two_step]),
      [['this', 1]],
    );
    const sealed = (await findUser(db.read, userId))?.totp ?? '';
    assert.ok(!sealed.includes(key), 'the key is sealed');
    assert.equal(openField(deps(), { ownerId: userId, field: 'totp' }, sealed), key, 'as its owner says');
    const step = await newStep(userId);
    assert.equal(await methodOf(check(step, codeAt(key, NOW))), 'wrong', 'the first code is used');
  });

  it('remembers a used code of the app for five minutes, in which no code stays valid', async () => {
    const { userId, key } = await newTwoStepUser(NOW);
    const later = NOW + MINUTE;
    assert.equal(await methodOf(check(await newStep(userId), codeAt(key, later), later)), 'totp');
    const usedAt = (at: number) => isCodeSpent(db.read, `totp ${userId} ${Math.floor(at / 30_000)}`);
    for (const [time, left] of [
      [NOW + 5 * MINUTE - 1, [true, true]],
      [NOW + 5 * MINUTE, [false, true]],
      [later + 5 * MINUTE - 1, [false, true]],
      [later + 5 * MINUTE, [false, false]],
    ] as const) {
      await db.write((tx) => deleteSpentCodesBefore(tx, time));
      assert.deepEqual([await usedAt(NOW), await usedAt(later)], left, `at ${time - NOW} ms`);
    }
  });

  it('accepts a code of the app once, and a step once', async () => {
    const { userId, key } = await newTwoStepUser();
    const [one, other] = [await newStep(userId), await newStep(userId)];
    const first = await check(one, codeAt(key, NOW));
    assert.ok(typeof first === 'object' && 'user' in first && first.user.id === userId);
    assert.equal(await methodOf(check(one, codeAt(key, NOW + 30_000))), 'gone');
    assert.equal(await methodOf(check(other, codeAt(key, NOW))), 'wrong');
    assert.equal(await methodOf(check(other, codeAt(key, NOW + 30_000))), 'totp');
  });

  it('is gone once it is over, or the password or the app has changed', async () => {
    const { userId, key } = await newTwoStepUser();
    const code = codeAt(key, NOW);
    assert.equal(await methodOf(check(await newStep(userId, NOW), code)), 'gone');
    const step = await newStep(userId, NOW + 1);
    const change = (password: string) =>
      db.write((tx) => tx.run('UPDATE users SET password = ? WHERE id = ?', password, userId));
    await change('other');
    assert.equal(await methodOf(check(step, code)), 'gone');
    assert.equal(await methodOf(check({ ...step, userId: 'usr_unknown' }, code)), 'gone');
    await change('hash');
    assert.equal(await methodOf(check(step, code)), 'totp');
    const plain = await newUser();
    assert.equal(await methodOf(check(await newStep(plain), code)), 'gone', 'who has no app needs no step');
  });

  it('accepts each recovery code once, of this secret or the one before', async () => {
    const { userId, codes } = await newTwoStepUser();
    const [one = '', two = '', three = ''] = codes;
    const use = async (code: string, of = deps()) => methodOf(check(await newStep(userId), code, NOW, of));
    assert.equal(await use(one.toUpperCase()), 'recovery_code');
    assert.equal(await use(one), 'wrong');
    assert.equal(await countRecoveryCodes(db.read, userId), 9);
    assert.equal(await use(two, deps({ secret: 'new secret' })), 'wrong');
    assert.equal(await use(two, deps({ secret: 'new secret', previousSecret: SECRET })), 'recovery_code');
    const { userId: stranger } = await newTwoStepUser();
    assert.equal(await methodOf(check(await newStep(stranger), three)), 'wrong');
    const renewed = await renewRecoveryCodes(deps(), userId);
    assert.deepEqual([await use(three), renewed.length], ['wrong', 10]);
    assert.equal(await use(renewed[9] ?? ''), 'recovery_code');
  });

  /** Subjects and ends of the emails to a person. */
  const mailsTo = async (userId: string) => {
    const rows = await db.read.all<{ doc: string; expires_at: number }>(
      'SELECT doc, expires_at FROM user_mails',
    );
    return rows.flatMap(({ doc, expires_at }) => {
      const { to, subject } = JSON.parse(unsealWith(SECRET, 'user mail', doc)?.[0] ?? '{}');
      return to[0].address === `${userId}@mail.example` ? [[subject, expires_at]] : [];
    });
  };
  const lockedMail = (language: string, expiresAt: number) => [
    [renderCodesLockedEmail(resolveLocale(language)).subject, expiresAt],
  ];

  it('accepts no code of the app after ten wrong ones in a day, and tells the person once', async () => {
    const { userId, key, codes } = await newTwoStepUser();
    for (let n = 0; n < 10; n++) {
      assert.deepEqual(await mailsTo(userId), [], `after ${n} codes`);
      assert.equal(await methodOf(check(await newStep(userId), wrongCode(key), NOW + n)), 'wrong');
    }
    const inGerman = lockedMail('de', NOW + 9 + DAY_MS);
    assert.deepEqual(await mailsTo(userId), inGerman);
    const locked = { lockedUntil: NOW + DAY_MS };
    assert.deepEqual(await check(await newStep(userId), codeAt(key, NOW), NOW + 10), locked);
    assert.equal(await methodOf(check(await newStep(userId), 'no recovery code', NOW + 10)), 'wrong');
    assert.equal(await methodOf(check(await newStep(userId), codes[0] ?? '', NOW + 10)), 'recovery_code');
    // The first of them is over after a day, and one more wrong code locks again, without an email.
    const later = NOW + DAY_MS;
    await db.write((tx) => deleteSpentCodesBefore(tx, later));
    const step = () => newStep(userId, later + DAY_MS);
    assert.deepEqual(await check(await step(), codeAt(key, later - 1), later - 1), locked);
    assert.equal(await methodOf(check(await step(), codeAt(key, later), later)), 'totp');
    assert.equal(await methodOf(check(await step(), wrongCode(key, later), later)), 'wrong');
    assert.deepEqual(await check(await step(), codeAt(key, later + MINUTE), later), {
      lockedUntil: later + 1,
    });
    assert.deepEqual(await mailsTo(userId), inGerman);
  });

  it('tells of locked codes in the language of the person, if there is a mail server', async () => {
    const lock = async ({ userId, key }: Awaited<ReturnType<typeof newTwoStepUser>>, change = {}) => {
      await db.write((tx) => tx.run("UPDATE users SET locale = 'fr' WHERE id = ?", userId));
      for (let n = 0; n < 10; n++) await check(await newStep(userId), wrongCode(key), NOW, deps(change));
      return mailsTo(userId);
    };
    assert.deepEqual(await lock(await newTwoStepUser()), lockedMail('fr', NOW + DAY_MS));
    assert.deepEqual(await lock(await newTwoStepUser(), { smtpUrl: null }), []);
  });

  it('is turned off with all that belongs to it', async () => {
    const { userId, key } = await newTwoStepUser();
    const other = await newTwoStepUser();
    await check(await newStep(userId), wrongCode(key));
    await check(await newStep(other.userId), wrongCode(other.key));
    await db.write((tx) => startSession(tx, userId, { agent: 'other', isTwoStep: true }, NOW));
    const [own] = await listSessions(userId);
    await turnOffSecondFactor(deps(), userId, own?.id ?? '');
    const sessions = await listSessions(userId);
    assert.deepEqual(
      sessions.map(({ agent, two_step }) => [agent, two_step]),
      [['this', 0]],
    );
    const left = async (id: string) => [
      (await findUser(db.read, id))?.totp === null,
      await countRecoveryCodes(db.read, id),
      (await listWrongCodes(db.read, id, 0, 99)).length,
    ];
    assert.deepEqual(
      [await left(userId), await left(other.userId)],
      [
        [true, 0, 0],
        [false, 10, 1],
      ],
    );
    await db.write((tx) => endSecondFactor(tx, other.userId));
    assert.deepEqual([await listSessions(other.userId), await left(other.userId)], [[], [true, 0, 0]]);
  });

  it('is lost if the key of the app cannot be read', async () => {
    const { userId, key } = await newTwoStepUser();
    const user = await findUser(db.read, userId);
    assert.ok(user);
    const unknown = { ...deps(), sealing: { current: 'x'.repeat(40), previous: [], stored: 'y'.repeat(40) } };
    assert.deepEqual([isAuthenticatorLost(deps(), user), isAuthenticatorLost(unknown, user)], [false, true]);
    assert.equal(isAuthenticatorLost(unknown, { ...user, totp: null }), false);
    assert.equal(await methodOf(check(await newStep(userId), codeAt(key, NOW), NOW, unknown)), 'wrong');
    // A key that is sealed for somebody else is none.
    assert.equal(isAuthenticatorLost(deps(), { ...user, id: 'usr_other' }), true);
  });

  it('remembers used and wrong codes for their time', async () => {
    const spend = (code: string, until: number) => db.write((tx) => spendCode(tx, code, until));
    assert.deepEqual([await spend('a', 10), await spend('a', 20), await spend('b', 11)], [true, false, true]);
    assert.equal(await db.write((tx) => deleteSpentCodesBefore(tx, 10)), 1);
    assert.deepEqual([await isCodeSpent(db.read, 'a'), await isCodeSpent(db.read, 'b')], [false, true]);
    const userId = await newUser();
    await db.write(async (tx) => {
      for (const at of [1, 3, 2]) await insertWrongCode(tx, userId, `w${at}`, at);
    });
    const times = (since: number, limit: number) => listWrongCodes(db.read, userId, since, limit);
    assert.deepEqual(
      [await times(0, 9), await times(1, 9), await times(0, 2)],
      [
        [3, 2, 1],
        [3, 2],
        [3, 2],
      ],
    );
    assert.equal(await db.write((tx) => deleteWrongCodesBefore(tx, 2)), 2);
    assert.deepEqual(await times(0, 9), [3]);
  });
});
