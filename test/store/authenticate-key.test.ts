import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { FastifyRequest } from 'fastify';
import { createKey } from '../../src/actions/account/accounts.ts';
import type { Caller } from '../../src/actions/account/callers.ts';
import { hashSecret } from '../../src/actions/people/secret-code.ts';
import type { Deps } from '../../src/app/deps.ts';
import { Problem } from '../../src/domain/errors.ts';
import { newId } from '../../src/domain/ids.ts';
import { createRejectionCounter } from '../../src/http/limits/sign-in-limit.ts';
import { createWatchers } from '../../src/http/limits/watchers.ts';
import { createAuthenticator } from '../../src/http/session/authenticate-key.ts';
import type { Database } from '../../src/store/database.ts';
import { revokeKey } from '../../src/store/tables/account/keys.ts';
import { insertGrant, insertToken } from '../../src/store/tables/apps/grants.ts';
import { insertUser, putMembership } from '../../src/store/tables/person/users.ts';
import { onFirstEngine } from '../support/service/engines.ts';
import { NOW, sampleAccount } from '../support/store/store-samples.ts';

const LIVE_KEY = `prf_live_${'e'.repeat(32)}`;
const TEST_KEY = `prf_test_${'e'.repeat(32)}`;
const ADDRESS = '203.0.113.1';
const MINUTE = 60_000;

/** How keys and tokens are found; test/api/auth.test.ts tests the same over HTTP. */
onFirstEngine('A key', (engine) => {
  let db: Database;
  before(async () => {
    db = await engine.open(await engine.newDatabase());
  });
  after(() => db.close());

  /** An authenticator whose database is on this machine, or behind a network. */
  const start = ({ apiKey = null as string | null, console = true, isRemote = false } = {}) => {
    const time = { now: NOW, writes: 0 };
    const own = Object.create(db, {
      engine: { value: isRemote ? 'postgres' : 'sqlite' },
      read: { get: () => db.read },
      write: {
        value(...args: Parameters<Database['write']>) {
          time.writes++;
          return db.write(...args);
        },
      },
    });
    const authenticator = createAuthenticator({
      ...{ db: own, config: { apiKey, console }, clock: () => time.now },
      ...{ watchers: createWatchers(), countRefused: createRejectionCounter() },
    } as unknown as Deps);
    const request = (authorization: string | undefined, address = ADDRESS) =>
      ({ headers: { authorization }, socket: { remoteAddress: address } }) as unknown as FastifyRequest;
    const ask = (secret: string, address?: string, resource?: 'api' | 'mcp') =>
      authenticator.authenticate(request(`Bearer ${secret}`, address), resource);
    return {
      ...{ ...authenticator, ask, time },
      askWith: async (header: string | undefined) => authenticator.authenticate(request(header)),
    };
  };
  const newKey = async (more: Partial<Parameters<typeof createKey>[2]> = {}) => {
    const account = await sampleAccount(db);
    const key = await db.write((tx) => createKey(tx, account, { name: 'K', access: 'write', ...more }, NOW));
    return { ...key, accountId: account.id };
  };
  const newApp = async () => {
    const { id: account_id } = await sampleAccount(db);
    const [id, user_id] = [newId('grt', NOW), newId('usr', NOW)];
    const token = `prf_app_${id}`;
    await db.write(async (tx) => {
      const person = { name: 'Ada', locale: null, password: null, created_at: NOW };
      await insertUser(tx, { id: user_id, email: `${user_id}@mail.example`, ...person });
      await putMembership(tx, user_id, { accountId: account_id, role: 'member' }, NOW);
      await insertGrant(tx, {
        ...{ account_id, id, user_id, client_id: 'app_1', name: 'Robo', host: 'h', resource: 'api' },
        ...{ access: 'write', sees_costs: 0, two_step: 0, created_at: NOW, code_hash: id, code_until: NOW },
        ...{ challenge: '', redirect_uri: '', expires_at: NOW + 10 * MINUTE },
      });
      await insertToken(tx, { account_id, id }, { hash: hashSecret(token), expiresAt: NOW + 10 * MINUTE });
    });
    return { id, token };
  };
  const lastUsed = async (table: 'keys' | 'app_grants', id: string) => {
    const column = table === 'keys' ? 'last_used_at' : 'used_at';
    const row = await db.read.get<{ at: number }>(`SELECT ${column} AS at FROM ${table} WHERE id = ?`, id);
    return row?.at;
  };
  const isRefused = (code: string, detail: RegExp) => (error: unknown) =>
    error instanceof Problem && error.code === code && detail.test(error.message);
  const ofAsync = async (caller: Caller | Promise<Caller>) => caller;
  const rejects = (caller: Caller | Promise<Caller>, code: string, detail: RegExp) =>
    assert.rejects(ofAsync(caller), isRefused(code, detail));
  const isCached = (caller: Caller | Promise<Caller>) => !(caller instanceof Promise);

  it('is the one text after the scheme, of 200 characters at most', async () => {
    const { askWith } = start();
    const { secret, id } = await newKey();
    for (const header of [`Bearer ${secret}`, `bearer   ${secret}`])
      assert.equal((await askWith(header)).keyId, id, header);
    const malformed = [
      ...[undefined, '', secret, 'Bearer', 'Bearer ', `Basic ${secret}`, `x Bearer ${secret}`],
      ...[`Bearer ${secret} ${secret}`, `Bearer ${secret} `, `Bearer ${'x'.repeat(201)}`],
    ];
    for (const header of malformed)
      await assert.rejects(askWith(header), isRefused('unauthorized', /^Send the header/), header);
    for (const unknown of ['x'.repeat(200), secret.slice(0, -1), `${secret}x`]) {
      const refused = askWith(`Bearer ${unknown}`);
      await assert.rejects(refused, isRefused('unauthorized', /not known or was revoked/));
      await assert.rejects(refused, { headers: { 'WWW-Authenticate': 'Bearer' } });
    }
  });

  it('is rejected once it is revoked, or half a second later behind a network', async () => {
    const { id, secret, accountId } = await newKey();
    const [near, far] = [start(), start({ isRemote: true })];
    assert.equal((await near.ask(secret)).accountId, accountId);
    assert.ok(!isCached(near.ask(secret)), 'looked up each time');
    assert.equal((await far.ask(secret)).keyId, id);
    assert.ok(isCached(far.ask(secret)));
    await db.write((tx) => revokeKey(tx, id, NOW));
    await rejects(near.ask(secret), 'unauthorized', /revoked/);
    far.time.now += 499;
    assert.equal((await far.ask(secret)).keyId, id);
    far.time.now += 1;
    await rejects(far.ask(secret), 'unauthorized', /revoked/);
  });

  it('of the environment acts for the first account of its kind, and needs one lookup', async () => {
    const { secret } = await newKey();
    const own = start({ apiKey: LIVE_KEY });
    const caller = await own.ask(LIVE_KEY);
    assert.deepEqual([caller.automation, caller.keyId], [true, 'key_environment']);
    own.time.now += 1000 * MINUTE;
    assert.ok(isCached(own.ask(LIVE_KEY)));
    assert.equal((await own.ask(secret)).automation, false);
    await rejects(own.ask(TEST_KEY), 'unauthorized', /not known/);
    const other = start({ apiKey: TEST_KEY });
    await rejects(other.ask(TEST_KEY), 'unauthorized', /no account for PROFFER_API_KEY/);
    await rejects(start().ask(LIVE_KEY), 'unauthorized', /not known/);
    await own.flush();
    assert.equal(own.time.writes, 1, 'only the use of the other key is stored');
  });

  it('has a last use, which is stored once per minute', async () => {
    const [one, other] = [await newKey(), await newKey()];
    const { ask, flush, time } = start();
    await ask(one.secret);
    assert.equal(await lastUsed('keys', one.id), null);
    await flush();
    assert.deepEqual([await lastUsed('keys', one.id), await lastUsed('keys', other.id)], [NOW, null]);
    for (const [now, stored] of [
      [NOW + MINUTE - 1, NOW],
      [NOW + MINUTE, NOW + MINUTE],
      [NOW + 2 * MINUTE - 1, NOW + MINUTE],
    ] as const) {
      time.now = now;
      await ask(one.secret);
      await flush();
      assert.equal(await lastUsed('keys', one.id), stored, String(now - NOW));
    }
    assert.equal(time.writes, 2, 'nothing is stored twice');
  });

  it('that expires or belongs to some addresses is checked at each request', async () => {
    const limited = await newKey({ expiresAt: NOW + 300, addresses: ['203.0.113.0/24'] });
    for (const isRemote of [false, true]) {
      const { ask, find, time } = start({ isRemote });
      for (let times = 0; times < 2; times++) {
        assert.equal((await ask(limited.secret)).keyId, limited.id);
        const elsewhere = async () => ask(limited.secret, '198.51.100.7');
        await assert.rejects(elsewhere, isRefused('forbidden', /may not be used from your IP address/));
      }
      assert.equal((await find(limited.secret, ADDRESS))?.keyId, limited.id);
      assert.equal(await find(limited.secret, '198.51.100.7'), undefined);
      time.now += 299;
      assert.ok(await find(limited.secret, ADDRESS));
      const last = ask(limited.secret);
      assert.equal(isCached(last), isRemote);
      await last;
      time.now += 1;
      await rejects(ask(limited.secret), 'unauthorized', /has expired/);
      assert.equal(await find(limited.secret, ADDRESS), undefined);
    }
    const { find } = start();
    const plain = await newKey();
    assert.equal((await find(plain.secret, '198.51.100.7'))?.keyId, plain.id);
    for (const text of ['', 'unknown', `${limited.secret} `, 'x'.repeat(201)])
      assert.equal(await find(text, ADDRESS), undefined, text);
  });

  it('that is invalid is counted by address, and a valid one is never rejected', async () => {
    const { secret } = await newKey();
    const { ask, time } = start();
    for (let n = 0; n < 20; n++) await rejects(ask('wrong'), 'unauthorized', /not known/);
    const isLimited = (error: unknown) =>
      isRefused('rate_limited', /Try again in \d+ s/)(error) &&
      /^([1-9]|[1-5]\d|60)$/.test((error as Problem).headers?.['Retry-After'] ?? '');
    await assert.rejects(ofAsync(ask('wrong')), isLimited);
    await rejects(ask('wrong', '198.51.100.7'), 'unauthorized', /not known/);
    assert.ok(await ask(secret));
    time.now += MINUTE;
    await rejects(ask('wrong'), 'unauthorized', /not known/);
  });

  it('that has read the metrics is known without the database, unless it has limits', async () => {
    const { isKnownWatcher, noteWatcher, ask, time } = start({ apiKey: LIVE_KEY });
    const [plain, limited] = [await newKey(), await newKey({ expiresAt: NOW + MINUTE })];
    const isKnown = (secret: string) => isKnownWatcher(`Bearer ${secret}`);
    assert.deepEqual([isKnownWatcher(undefined), isKnown(plain.secret), isKnown('')], [false, false, false]);
    assert.equal(isKnown(LIVE_KEY), true);
    for (const { secret } of [plain, limited]) noteWatcher(`Bearer ${secret}`, await ask(secret));
    assert.deepEqual([isKnown(plain.secret), isKnown(limited.secret)], [true, false]);
    assert.equal(isKnownWatcher(plain.secret), false, 'without the scheme');
    await db.write((tx) => revokeKey(tx, plain.id, time.now));
    await rejects(ask(plain.secret), 'unauthorized', /revoked/);
    assert.equal(isKnown(plain.secret), false);
  });

  it('of an app opens its own resource, only where there is a console, and has a last use', async () => {
    const { id, token } = await newApp();
    const { ask, flush, time } = start();
    assert.equal((await ask(token, ADDRESS, 'api')).keyId, id);
    await flush();
    assert.equal(await lastUsed('app_grants', id), NOW);
    assert.equal(time.writes, 1);
    await rejects(ask(token, ADDRESS, 'mcp'), 'unauthorized', /another resource/);
    await rejects(ask(token), 'unauthorized', /not known/);
    await rejects(ask('prf_app_unknown', ADDRESS, 'api'), 'unauthorized', /not known/);
    await rejects(start({ console: false }).ask(token, ADDRESS, 'api'), 'unauthorized', /not known/);
  });
});
