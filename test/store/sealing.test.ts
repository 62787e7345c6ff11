import assert from 'node:assert/strict';
import { chmod, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startSecondFactor } from '../../src/actions/people/second-factor/second-factor.ts';
import { computeTotpCode, newTotpKey } from '../../src/actions/people/second-factor/totp.ts';
import { ensureSecretFile } from '../../src/store/sqlite/secret-file.ts';
import { ok } from '../support/api/customer.ts';
import { createQuote } from '../support/api/quotes.ts';
import { hashCheaply } from '../support/console/cheap-hash.ts';
import { openPage, personWith, signIn, tokenIn } from '../support/console/sign-in.ts';
import { selfSigned } from '../support/mail/self-signed.ts';
import type { Client } from '../support/service/client.ts';
import { command } from '../support/service/command.ts';
import { newDataFolder } from '../support/service/data-folder.ts';
import { isEngineEnabled } from '../support/service/engines.ts';
import { readServiceSealing } from '../support/service/sealing.ts';
import { engines, makeDatabase, startTestService, type TestService } from '../support/service/service.ts';
import { until } from '../support/until.ts';
import { type Receiver, startReceiver, verified } from '../support/webhooks/receiver.ts';

const [FIRST, SECOND, THIRD] = ['1', '2', '3'].map((digit) => digit.repeat(40)) as [string, string, string];
/** Time after which the app shows the next code. */
const CODE_MS = 30_000;
const PASSWORD = 'tide pool lantern';
const identity = selfSigned();
let receiver: Receiver;
before(async () => {
  receiver = await startReceiver({ identity });
});
after(() => receiver?.close());

/** Something of everything that a secret protects. */
interface Protected {
  accountId: string;
  key: string;
  endpointId: string;
  endpointSecret: string;
  userId: string;
  email: string;
  totpKey: string;
  recoveryCodes: string[];
  quoteId: string;
  pdfUrl: string;
}

for (const engine of engines()) {
  describe(engine, () => {
    it('a new PROFFER_SECRET opens everything of the previous one, and a reseal makes that unnecessary', async () => {
      const place = await makeDatabase(engine, { withTables: true });
      const run = runner(engine, place);
      const reseal = (env: Record<string, string>) =>
        command(['secrets', 'reseal', '--json'], { ...place.env, ...env });
      try {
        const known = await run({ PROFFER_SECRET: FIRST }, async (service) => {
          const made = await protect(service);
          await expectAllWorks(service, made);
          return made;
        });
        const both = { PROFFER_SECRET: SECOND, PROFFER_SECRET_PREVIOUS: FIRST };
        await run(both, async (service) => {
          await expectAllWorks(service, known);
          for (const env of [{ PROFFER_SECRET: THIRD }, {} as Record<string, string>]) {
            const refused = await reseal(env);
            assert.deepEqual([refused.code, /PROFFER_SECRET/.test(refused.stderr)], [1, true]);
          }
          const done = await reseal(both);
          assert.deepEqual(JSON.parse(done.stdout), { resealed: 4, unchanged: 0, unreadable: [] });
          const repeated = await reseal(both);
          assert.deepEqual(JSON.parse(repeated.stdout), { resealed: 0, unchanged: 4, unreadable: [] });
          await expectAllWorks(service, known);
        });
        await run({ PROFFER_SECRET: SECOND }, async (service) => {
          await expectSealedWorks(service, known);
          assert.equal(
            (await fetch(withOrigin(known.pdfUrl, service))).status,
            404,
            'signed with the previous',
          );
        });
        await run({ PROFFER_SECRET: THIRD }, async (service) => {
          assert.match(await failedPing(service, known), /proffer\.secret\. Rotate/);
          assert.equal((await signInWithApp(service, known)).status, 401);
          assert.equal((await publishedKeys(service)).length, 2, 'decisions are signed with a new key');
          const lost = await reseal({ PROFFER_SECRET: THIRD });
          assert.deepEqual(
            [lost.code, JSON.parse(lost.stdout).unreadable],
            [
              1,
              [
                { field: 'webhook secret', id: known.endpointId, ownerId: known.accountId },
                { field: 'totp', id: known.userId, ownerId: known.userId },
              ],
            ],
          );
        });
      } finally {
        await place.remove();
      }
    });
  });
}

describe('sqlite', { skip: !isEngineEnabled('sqlite') }, () => {
  it('a restored backup without its secret file works, and names what must be set up again', async () => {
    const place = await makeDatabase('sqlite', { withTables: true });
    const run = runner('sqlite', place);
    const file = join(place.dataDir, 'proffer.secret');
    try {
      const known = await run({}, async (service) => {
        const made = await protect(service);
        assert.equal((await stat(file)).mode & 0o777, 0o600);
        const secret = (await readFile(file, 'utf8')).trim();
        const backup = join(place.dataDir, 'backup.db');
        assert.equal((await command(['backup', backup], place.env)).code, 0);
        assert.equal((await readFile(backup)).includes(secret), false);
        return made;
      });
      await rm(file);
      await run({}, async (service) => {
        assert.match(await failedPing(service, known), /proffer\.secret\. Rotate/);
        const api = service.client(known.key);
        assert.equal((await api.get(`/quotes/${known.quoteId}`)).status, 200);
        assert.equal((await fetch(withOrigin(known.pdfUrl, service))).status, 200, 'links need no file');
        const owner = await signIn(service, { accountId: known.accountId });
        const page = await owner.page(`/${known.accountId}/settings/webhooks`);
        assert.match(page.text, /secret of this webhook cannot be read/);
        const rotated = ok(await api.post(`/webhook-endpoints/${known.endpointId}/rotate-secret`));
        await expectPing(service, { ...known, endpointSecret: rotated.secret });
        const after = await owner.page(`/${known.accountId}/settings/webhooks/${known.endpointId}`);
        assert.doesNotMatch(after.text, /secret of this webhook cannot be read/);
        const entered = await enterCode(service, known, known.recoveryCodes[0] ?? '');
        const token = tokenIn(entered) ?? '';
        const you = await personWith(service, token, known.accountId).page(
          `/${known.accountId}/settings/you`,
        );
        assert.match(you.text, /authenticator app no longer works/);
      });
      // Setting PROFFER_SECRET later keeps what the file has sealed.
      await run({ PROFFER_SECRET: FIRST }, async (service) => {
        const { sealing } = { sealing: await readServiceSealing(service) };
        assert.deepEqual([sealing.current, sealing.previous.length], [FIRST, 1]);
      });
    } finally {
      await place.remove();
    }
  });

  it('processes that create the file at the same moment share one, and a damaged one is reported', async () => {
    const folder = await newDataFolder('proffer-secret-');
    const file = join(folder, 'proffer.secret');
    try {
      const secret = ensureSecretFile(folder);
      assert.match(secret, /^[\w-]{43}$/);
      await chmod(file, 0o644);
      assert.equal(ensureSecretFile(folder), secret);
      assert.equal((await stat(file)).mode & 0o777, 0o600, 'its permissions are restricted again');
      assert.deepEqual(await readdir(folder), ['proffer.secret'], 'nothing unfinished is left');
      await writeFile(file, '');
      assert.throws(() => ensureSecretFile(folder), /put back the original file/);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

type Place = Awaited<ReturnType<typeof makeDatabase>>;

/** Returns a function that runs `work` with a service on the same data, and stops the service. */
function runner(engine: 'sqlite' | 'postgres', place: Place) {
  let last = 0;
  return async <T>(env: Record<string, string>, work: (service: TestService) => Promise<T>): Promise<T> => {
    const service = await startTestService({
      engine,
      place,
      env: { WEBHOOKS_PRIVATE: 'on', ...env },
      webhooks: { ca: identity.cert, find: async () => ['127.0.0.1'] },
    });
    // Receivers verify the timestamp of signatures by the real clock; a code of the app works once.
    service.clock.set(Math.max(Date.now(), last + CODE_MS));
    try {
      return await work(service);
    } finally {
      last = service.clock();
      await service.close();
    }
  };
}

async function protect(service: TestService): Promise<Protected> {
  const { db, clock } = service;
  const account = await service.newAccount();
  const { accountId, key } = account;
  const endpoint = ok(
    await account.post('/webhook-endpoints', {
      url: `${receiver.url}/${accountId}`,
      types: ['invoice.created'],
    }),
  );
  const { secret: endpointSecret } = ok(
    await account.post(`/webhook-endpoints/${endpoint.id}/rotate-secret`),
  );
  const { userId, email } = await signIn(service, { accountId, password: hashCheaply(PASSWORD) });
  const totpKey = newTotpKey();
  const sealing = await readServiceSealing(service);
  const secret = service.config.secret ?? sealing.stored;
  const code = computeTotpCode(totpKey, Math.floor(clock() / CODE_MS));
  const started = { userId, sessionId: '', key: totpKey, code };
  const recoveryCodes = (await startSecondFactor({ db, secret, sealing }, started, clock())) ?? [];
  const { id: quoteId } = await createQuote(account);
  ok(await account.post(`/quotes/${quoteId}/send`));
  const pdfUrl = ok(await account.get(`/quotes/${quoteId}/pdf`)).url;
  return {
    accountId,
    key,
    endpointId: endpoint.id,
    endpointSecret,
    userId,
    email,
    totpKey,
    recoveryCodes,
    quoteId,
    pdfUrl,
  };
}

async function expectAllWorks(service: TestService, known: Protected): Promise<void> {
  await expectSealedWorks(service, known);
  assert.equal((await enterCode(service, known, known.recoveryCodes.pop() ?? '')).status, 303);
  const { publicUrl } = ok(await service.client(known.key).get(`/quotes/${known.quoteId}`));
  for (const url of [publicUrl, known.pdfUrl]) {
    assert.equal((await fetch(withOrigin(url, service))).status, 200, url);
  }
}

async function expectSealedWorks(service: TestService, known: Protected): Promise<void> {
  await expectPing(service, known);
  assert.equal((await signInWithApp(service, known)).status, 303);
}

async function expectPing(
  service: TestService,
  { accountId, endpointId, endpointSecret, key }: Protected,
): Promise<void> {
  const path = `/${accountId}`;
  const before = receiver.at(path).length;
  ok(await service.client(key).post(`/webhook-endpoints/${endpointId}/test`));
  await receiver.until(() => receiver.at(path).length > before);
  const last = receiver.at(path).at(-1);
  assert.ok(last);
  assert.equal(verified(endpointSecret, last).type, 'ping');
}

/** Returns the error of a ping that cannot be signed. */
async function failedPing(service: TestService, { endpointId, key }: Protected): Promise<string> {
  const api: Client = service.client(key);
  const { id } = ok(await api.post(`/webhook-endpoints/${endpointId}/test`));
  return until(async () => {
    const { data } = ok(await api.get(`/webhook-endpoints/${endpointId}/deliveries?limit=1`));
    return data[0]?.id === id ? data[0].attempts?.at(-1)?.error : undefined;
  });
}

async function signInWithApp(service: TestService, known: Protected) {
  service.clock.advance(CODE_MS);
  const step = Math.floor(service.clock() / CODE_MS);
  return enterCode(service, known, computeTotpCode(known.totpKey, step));
}

async function enterCode(service: TestService, { email }: Protected, code: string) {
  const headers = { Origin: service.url };
  const first = await openPage(service.url, '/sign-in', { email, password: PASSWORD }, headers);
  const Cookie = (first.headers.get('Set-Cookie') ?? '').split(';')[0] ?? '';
  return openPage(service.url, '/second-factor', { code }, { ...headers, Cookie });
}

/** The service has another port after each start. */
function withOrigin(url: string, service: TestService): string {
  return service.url + new URL(url).pathname;
}

async function publishedKeys({ url }: Pick<TestService, 'url'>): Promise<object[]> {
  const set = (await (await fetch(`${url}/.well-known/jwks.json`)).json()) as { keys: object[] };
  return set.keys;
}
