import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, it } from 'node:test';
import { allowApp, isWithinAccess, limitAccess } from '../../src/actions/apps/allow-app.ts';
import { findAppCaller } from '../../src/actions/apps/find-app-caller.ts';
import { redeemCode, refreshTokens, revokeToken } from '../../src/actions/apps/issue-tokens.ts';
import { hashSecret } from '../../src/actions/people/secret-code.ts';
import { startSession } from '../../src/actions/people/sessions.ts';
import { createMemoryRateLimits } from '../../src/actions/rate-limits.ts';
import { DAY_MS } from '../../src/domain/calendar.ts';
import { Problem } from '../../src/domain/errors.ts';
import { newId } from '../../src/domain/ids.ts';
import type { Role } from '../../src/domain/people/role.ts';
import type { Database } from '../../src/store/database.ts';
import { insertClosedAccount, setMoveState } from '../../src/store/tables/account/closed-accounts.ts';
import { deleteUserGrants, type GrantRow } from '../../src/store/tables/apps/grants.ts';
import {
  deleteUnusedAppsBefore,
  findRegisteredApp,
  insertApp,
} from '../../src/store/tables/apps/registered-apps.ts';
import { insertUser, putMembership } from '../../src/store/tables/person/users.ts';
import { onFirstEngine } from '../support/service/engines.ts';
import { NOW, sampleAccount } from '../support/store/store-samples.ts';

const REDIRECT = 'https://app.example/cb';
const RENEWAL = { clientId: 'app_1', resource: undefined, scope: null, network: '192.0.2.1' };
const VERIFIER = 'verifier.'.repeat(5);
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');
const MINUTE = 60_000;

onFirstEngine('What an app was granted', (engine) => {
  let db: Database;
  before(async () => {
    db = await engine.open(await engine.newDatabase());
  });
  after(() => db.close());

  const rateLimits = createMemoryRateLimits();
  const deps = () => ({ db, rateLimits, clock: () => NOW, secret: 'secret' });

  const newPerson = async (
    role: Role = 'member',
    rights: { seesCosts?: boolean; mayApprove?: boolean; isTwoStep?: boolean } = {},
  ) => {
    const { id: accountId } = await sampleAccount(db);
    const userId = newId('usr', NOW);
    const { isTwoStep = false, ...given } = rights;
    const sessionId = await db.write(async (tx) => {
      const plain = { name: 'Ada', locale: null, password: null, created_at: NOW };
      await insertUser(tx, { id: userId, email: `${userId}@mail.example`, ...plain });
      await putMembership(tx, userId, { accountId, role, ...given }, NOW);
      await startSession(tx, userId, { agent: undefined, isTwoStep }, NOW);
      return (await tx.get<{ id: string }>('SELECT id FROM sessions WHERE user_id = ?', userId))?.id ?? '';
    });
    return { accountId, userId, sessionId };
  };
  type Person = Awaited<ReturnType<typeof newPerson>>;

  const allow = (
    person: Person,
    change: {
      access?: 'read' | 'draft' | 'write';
      most?: 'read' | 'draft' | 'write';
      seesCosts?: boolean;
    } = {},
    now = NOW,
  ) => {
    const { access = 'write', most = 'write', seesCosts = true } = change;
    const app = { clientId: 'app_1', name: 'Robo', redirectUris: [REDIRECT], host: undefined };
    const asked = { clientId: 'app_1', redirectUri: REDIRECT, state: undefined, challenge: CHALLENGE };
    const request = { ...asked, resource: 'api', access: most } as const;
    return allowApp({ db }, { app, request }, { ...person, access, seesCosts }, now);
  };
  const use = { clientId: 'app_1', redirectUri: REDIRECT, verifier: VERIFIER, resource: undefined } as const;
  const redeem = async (code: string | undefined, change: object = {}, now = NOW) =>
    redeemCode(deps(), { code: code ?? '', ...use, ...change }, now);
  const connect = async (person: Person, change: Parameters<typeof allow>[1] = {}) => {
    const tokens = await redeem(await allow(person, change));
    assert.ok(typeof tokens === 'object', String(tokens));
    return tokens;
  };
  const refresh = (token: string, now = NOW, change: object = {}) =>
    refreshTokens(deps(), { token, ...RENEWAL, ...change }, now);
  const find = (token: string, now = NOW, resource: 'api' | 'mcp' = 'api') =>
    findAppCaller({ db }, hashSecret(token), resource, now);
  const rows = (person: Person) =>
    db.read.all<GrantRow>('SELECT * FROM app_grants WHERE account_id = ?', person.accountId);
  const failsWith = (code: string, detail: RegExp) => (error: unknown) =>
    error instanceof Problem && error.code === code && detail.test(error.message);

  it('is what the person chose, within what the app asked for and the role allows', async () => {
    assert.deepEqual(
      (['owner', 'member', 'reader'] as const).map((role) => limitAccess('write', role)),
      ['write', 'write', 'read'],
    );
    const within = (['read', 'draft', 'write'] as const).map((most) => isWithinAccess('draft', most));
    assert.deepEqual(within, [false, true, true]);
    const person = await newPerson('member', { seesCosts: true });
    assert.match((await allow(person, { access: 'draft' })) ?? '', /^[\w-]{43}$/);
    const [grant] = await rows(person);
    assert.deepEqual(
      [grant?.access, grant?.sees_costs, grant?.two_step, grant?.host, grant?.expires_at, grant?.code_until],
      ['draft', 1, 0, 'app.example', NOW + MINUTE, NOW + MINUTE],
    );
    assert.match(grant?.id ?? '', /^grt_/);
    for (const [other, change] of [
      [person, { access: 'draft', most: 'read' }],
      [await newPerson('reader'), { access: 'draft' }],
      [{ ...person, userId: 'usr_other' }, {}],
      [{ ...person, sessionId: 'ses_none' }, {}],
      [{ ...person, accountId: (await newPerson()).accountId }, {}],
    ] as const)
      assert.equal(await allow(other, change), undefined, JSON.stringify(change));
    for (const [role, rights, seesCosts, expected] of [
      ['member', {}, true, 0],
      ['member', { seesCosts: true }, false, 0],
      ['owner', { isTwoStep: true }, true, 1],
    ] as const) {
      const one = await newPerson(role, rights);
      await allow(one, { seesCosts });
      const [stored] = await rows(one);
      assert.deepEqual([stored?.sees_costs, stored?.two_step], [expected, 'isTwoStep' in rights ? 1 : 0]);
    }
  });

  it('needs two-step verification where the account requires it', async () => {
    const [plain, twice] = [await newPerson('owner'), await newPerson('owner', { isTwoStep: true })];
    const connected = [await connect(plain), await connect(twice)];
    for (const { accountId } of [plain, twice])
      await db.write((tx) => tx.run('UPDATE accounts SET require_two_step = 1 WHERE id = ?', accountId));
    assert.equal(await allow(plain), undefined);
    assert.ok(await allow(twice));
    await assert.rejects(find(connected[0]?.accessToken ?? ''), failsWith('two_step_required', /requires/));
    assert.ok(await find(connected[1]?.accessToken ?? ''));
  });

  it('is opened by a code that comes in time, once, from the app that asked', async () => {
    const person = await newPerson();
    const first = await connect(person, { access: 'draft' });
    assert.match(first.accessToken, /^prf_app_[\w-]{43}$/);
    assert.match(first.refreshToken, /^prf_ref_[\w-]{22}\.[\w-]{43}$/);
    assert.deepEqual([first.expiresInSeconds, first.scope], [3600, 'read draft']);
    const [grant] = await rows(person);
    assert.deepEqual([grant?.expires_at, grant?.earlier_hash], [NOW + 90 * DAY_MS, null]);
    assert.ok(typeof (await redeem(await allow(person), {}, NOW + MINUTE - 1)) === 'object');
    assert.ok(typeof (await redeem(await allow(person), { resource: 'api' })) === 'object');

    const before = (await rows(person)).length;
    for (const [change, now, error] of [
      [{}, NOW + MINUTE, 'invalid_grant'],
      [{ clientId: 'app_2' }, NOW, 'invalid_grant'],
      [{ redirectUri: `${REDIRECT}/` }, NOW, 'invalid_grant'],
      [{ verifier: 'other' }, NOW, 'invalid_grant'],
      [{ resource: 'mcp' }, NOW, 'invalid_target'],
      [{ resource: null }, NOW, 'invalid_target'],
    ] as const) {
      assert.equal(await redeem(await allow(person), change, now), error, JSON.stringify(change));
      assert.equal((await rows(person)).length, before, 'a code that was misused brings nothing');
    }
    assert.equal(await redeem('unknown'), 'invalid_grant');
    // A second use ends what the first one has brought.
    const code = await allow(person);
    const used = await redeem(code);
    assert.equal(await redeem(code), 'invalid_grant');
    assert.equal((await rows(person)).length, before);
    assert.equal(await find(typeof used === 'object' ? used.accessToken : ''), undefined);
  });

  it('is renewed by the last refresh token, and ends if an earlier one comes again', async () => {
    const person = await newPerson();
    const first = await connect(person);
    const second = await refresh(first.refreshToken, NOW + DAY_MS);
    assert.ok(typeof second === 'object');
    assert.equal(second.refreshToken.split('.')[0], first.refreshToken.split('.')[0]);
    const [grant] = await rows(person);
    assert.deepEqual([grant?.expires_at, grant?.rotated_at], [NOW + 91 * DAY_MS, NOW + DAY_MS]);
    assert.ok(await find(second.accessToken, NOW + DAY_MS));
    // The app has lost the response: it gets the same again, and nothing is renewed by that.
    assert.deepEqual(await refresh(first.refreshToken, NOW + DAY_MS + 9_999), second);
    assert.deepEqual(await rows(person), [grant]);
    assert.equal((await rows(person)).length, 1);
    for (const change of [{ clientId: 'app_2' }, { resource: 'mcp' }, { resource: null }])
      assert.equal(
        await refresh(second.refreshToken, NOW + DAY_MS, change),
        'clientId' in change ? 'invalid_grant' : 'invalid_target',
      );
    // The time counts for each token, also if it is not the one before.
    assert.ok(typeof (await refresh(second.refreshToken, NOW + DAY_MS + 9_000)) === 'object');
    assert.equal(await refresh(first.refreshToken, NOW + DAY_MS + 9_999), 'invalid_grant');
    const stored = (await rows(person)).map(({ earlier_hash }) => earlier_hash?.split(' '));
    assert.deepEqual(
      stored.map((used) => used?.length),
      [2],
    );
    assert.equal(await refresh(first.refreshToken, NOW + DAY_MS + 10_000), 'invalid_grant');
    assert.deepEqual(await rows(person), []);
    assert.equal(await find(second.accessToken), undefined);
  });

  it('ends if two parties use a token, however soon', async () => {
    for (const change of [{ network: '192.0.2.2' }, { clientId: 'app_2' }]) {
      const person = await newPerson();
      const first = await connect(person);
      const second = await refresh(first.refreshToken);
      assert.ok(typeof second === 'object');
      assert.equal(await refresh(first.refreshToken, NOW + 1, change), 'invalid_grant');
      assert.deepEqual(await rows(person), []);
      assert.equal(await find(second.accessToken), undefined);
    }
  });

  it('is renewed by two requests of an app at once, with the same tokens', async () => {
    const { refreshToken } = await connect(await newPerson());
    const [one, other] = await Promise.all([refresh(refreshToken), refresh(refreshToken)]);
    assert.ok(typeof one === 'object');
    assert.deepEqual(other, one);
  });

  it('brings a token of a narrower scope, and keeps its own', async () => {
    const person = await newPerson();
    const first = await connect(person);
    const narrow = await refresh(first.refreshToken, NOW, { scope: 'read' });
    assert.ok(typeof narrow === 'object');
    assert.equal(narrow.scope, 'read');
    assert.deepEqual(
      (({ canWrite, canDraft }) => [canWrite, canDraft])((await find(narrow.accessToken)) ?? assert.fail()),
      [false, false],
    );
    assert.equal(
      await refresh(first.refreshToken, NOW, { scope: 'write' }),
      'invalid_grant',
      'another request',
    );
    const wide = await refresh(narrow.refreshToken);
    assert.ok(typeof wide === 'object');
    assert.equal(wide.scope, 'read write');
    assert.equal((await find(wide.accessToken))?.canWrite, true);
    assert.equal(await refresh(wide.refreshToken, NOW, { scope: 'admin' }), 'invalid_scope');
    const reader = await connect(await newPerson(), { access: 'draft' });
    assert.equal(await refresh(reader.refreshToken, NOW, { scope: 'read write' }), 'invalid_scope');
    assert.ok(typeof (await refresh(reader.refreshToken)) === 'object', 'the token was not used');
  });

  it('is not redeemed by a verifier of another length than RFC 7636 allows', async () => {
    for (const [verifier, isRight] of [
      ['v'.repeat(42), false],
      ['v'.repeat(43), true],
      ['~'.repeat(128), true],
      ['v'.repeat(129), false],
      ['v '.repeat(30), false],
    ] as const) {
      const person = await newPerson();
      const code = await allow(person);
      const challenge = createHash('sha256').update(verifier).digest('base64url');
      await db.write((tx) =>
        tx.run('UPDATE app_grants SET challenge = ? WHERE account_id = ?', challenge, person.accountId),
      );
      assert.equal(typeof (await redeem(code, { verifier })), isRight ? 'object' : 'string', verifier);
    }
  });

  it('is not renewed by tokens that are too old, of no form, or guessed', async () => {
    const person = await newPerson();
    const { refreshToken } = await connect(person);
    assert.equal(await refresh(refreshToken, NOW + 90 * DAY_MS), 'invalid_grant');
    for (const token of ['', 'prf_ref_x.y', `x${refreshToken}`, `${refreshToken}x`])
      assert.equal(await refresh(token), 'invalid_grant', token);
    assert.equal((await rows(person)).length, 1);
    // An account that is closed can still be read.
    await db.write((tx) => insertClosedAccount(tx, person.accountId, NOW));
    const renewed = await refresh(refreshToken, NOW + 90 * DAY_MS - 2);
    assert.ok(typeof renewed === 'object');
    // So can one that was moved away.
    await db.write((tx) => setMoveState(tx, person.accountId, 'closed'));
    assert.ok(typeof (await refresh(renewed.refreshToken ?? '', NOW + 90 * DAY_MS - 1)) === 'object');
    // Whoever knows the secret of the grant and not the token has stolen an older one.
    const [family] = refreshToken.split('.');
    assert.equal(await refresh(`${family}.${'x'.repeat(43)}`), 'invalid_grant');
    assert.deepEqual(await rows(person), []);
  });

  it('ends when the app asks for it', async () => {
    const person = await newPerson();
    for (const kind of ['refreshToken', 'accessToken'] as const) {
      const tokens = await connect(person);
      for (const [token, clientId] of [
        [tokens[kind], 'app_2'],
        ['', 'app_1'],
      ] as const)
        await revokeToken(deps(), { token, clientId });
      assert.equal((await rows(person)).length, 1);
      await revokeToken(deps(), { token: tokens[kind], clientId: 'app_1' });
      assert.deepEqual(await rows(person), [], kind);
    }
  });

  it('lets an app stay that somebody has connected, and no other', async () => {
    const registered = { name: 'Robo', redirect_uris: '[]', created_at: NOW };
    await db.write(async (tx) => {
      for (const id of ['app_1', 'app_2']) await insertApp(tx, { id, ...registered });
    });
    await allow(await newPerson());
    await db.write((tx) => deleteUnusedAppsBefore(tx, NOW));
    assert.equal((await findRegisteredApp(db.read, 'app_1'))?.name, 'Robo');
    assert.equal(await findRegisteredApp(db.read, 'app_2'), undefined);
  });

  it('gets no tokens if it ends while they are issued', async () => {
    const person = await newPerson();
    const code = (await allow(person)) ?? '';
    const { refreshToken } = await connect(person);
    // The limit is counted after a grant was found, and before it is locked.
    const endGrants = () => db.write((tx) => deleteUserGrants(tx, person.userId));
    const count: typeof rateLimits.count = async (...counted) => {
      await endGrants();
      return rateLimits.count(...counted);
    };
    const ending = { ...deps(), rateLimits: { ...rateLimits, count } };
    assert.equal(await redeemCode(ending, { code, ...use }, NOW), 'invalid_grant');
    const other = await connect(person);
    const renewal = { token: other.refreshToken, ...RENEWAL };
    assert.equal(await refreshTokens(ending, renewal, NOW), 'invalid_grant');
    assert.equal(await refresh(refreshToken), 'invalid_grant');
    assert.deepEqual(await rows(person), []);
  });

  it('is asked for thirty times per minute', async () => {
    const person = await newPerson();
    let { refreshToken } = await connect(person);
    for (let n = 1; n < 30; n++) {
      const next = await refresh(refreshToken);
      assert.ok(typeof next === 'object', `request ${n}`);
      refreshToken = next.refreshToken;
    }
    const isLimited = (error: unknown) =>
      error instanceof Problem && error.code === 'rate_limited' && Number(error.headers?.['Retry-After']) > 0;
    await assert.rejects(refresh(refreshToken), isLimited);
  });

  it('is what both the token and the person may do at this moment', async () => {
    const person = await newPerson('member', { seesCosts: true, mayApprove: true });
    const { accountId } = person;
    const { userId: owner } = await newPerson();
    await db.write((tx) => putMembership(tx, owner, { accountId, role: 'owner' }, NOW));
    const { accessToken } = await connect(person);
    const caller = await find(accessToken);
    const [grant] = await rows(person);
    assert.deepEqual(caller, {
      ...{ accountId, keyId: grant?.id, canWrite: true, canDraft: true, automation: false },
      ...{ seesCosts: true, mayApprove: false, role: 'key', isApp: true },
      actor: { type: 'key', id: grant?.id, name: 'Ada (Robo)', userId: person.userId },
    });
    assert.equal(await find('prf_app_unknown'), undefined);
    const ended = NOW + 60 * MINUTE;
    assert.ok(await find(accessToken, ended - 1));
    await assert.rejects(find(accessToken, ended), failsWith('unauthorized', /expired/));
    await assert.rejects(find(accessToken, ended), { headers: { 'WWW-Authenticate': 'Bearer' } });
    await assert.rejects(find(accessToken, NOW, 'mcp'), failsWith('unauthorized', /another resource/));
    const powers = async (of: Person, change: Parameters<typeof allow>[1]) => {
      const { accessToken: token } = await connect(of, change);
      const found = await find(token);
      return [found?.canWrite, found?.canDraft, found?.seesCosts];
    };
    assert.deepEqual(await powers(person, { access: 'draft', seesCosts: false }), [false, true, false]);
    assert.deepEqual(await powers(person, { access: 'read' }), [false, false, true]);
    const demote = (role: Role) =>
      db.write((tx) => putMembership(tx, person.userId, { accountId, role }, NOW));
    await demote('member');
    assert.equal((await find(accessToken))?.seesCosts, false);
    await demote('reader');
    const reader = await find(accessToken);
    assert.deepEqual([reader?.role, reader?.canWrite, reader?.canDraft], ['reader', false, false]);
    await db.write((tx) => tx.run('DELETE FROM memberships WHERE user_id = ?', person.userId));
    assert.equal(await find(accessToken), undefined, 'nobody who has left');
  });
});
