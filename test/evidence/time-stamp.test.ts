import assert from 'node:assert/strict';
import { createHash, X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { requestTimeStamp } from '../../src/adapters/timestamp/request-time-stamp.ts';
import { checkTimeStamp, createTimeStampRequest } from '../../src/adapters/timestamp/time-stamp.ts';
import { accept } from '../support/api/customer.ts';
import { downloadEvidence, readEvidence, toParts } from '../support/api/evidence.ts';
import { sentQuote } from '../support/api/quotes.ts';
import { openssl, opensslMissing } from '../support/evidence/openssl.ts';
import {
  type Mood,
  startTimeStampServer,
  type TimeStampServer,
} from '../support/evidence/time-stamp-server.ts';
import { IS_ALL } from '../support/run/all.ts';
import type { Json } from '../support/service/client.ts';
import { DAY, MINUTE } from '../support/service/clock.ts';
import { engines, startTestService, type TestAccount, type TestService } from '../support/service/service.ts';
import { until } from '../support/until.ts';

const skip = opensslMissing();
const PROFFER_SECRET = 'a secret of the tests of time stamps, 0123456789';
/** What is wrong with each response, as the log says. */
const LIES: Partial<Record<Mood, RegExp>> = {
  gone: /socket hang up/,
  error: /status 500/,
  large: /too large/,
  garbage: /ASN\.1/,
  refusing: /refused it \(status 02\)/,
  hash: /of another hash/,
  nonce: /answers another request/,
  untrusted: /no authority that is trusted/,
};

for (const engine of engines()) {
  let tsa: TimeStampServer;
  let service: TestService;
  let account: TestAccount;
  before(async () => {
    if (skip) return;
    tsa = await startTimeStampServer();
    const env = { TIMESTAMP_URL: tsa.url, TIMESTAMP_CA: tsa.ca, PROFFER_SECRET };
    // The server of time stamps has the real time.
    service = await startTestService({ engine, env, now: Date.now() - 11 * MINUTE });
    account = await service.newAccount();
  });
  after(() => Promise.all([service?.close(), tsa?.close()]));

  it(`a time stamp that is off by more than ten minutes is refused, and asked for again (${engine})`, {
    skip,
  }, async () => {
    const asked = tsa.asked;
    const { id } = await acceptedQuote(account);
    await service.runJob('time stamps');
    await until(() => tsa.asked > asked);
    await service.runJob('time stamps');
    assert.equal((await readEvidence(account, id))['acceptance.tsr'], undefined);
    service.clock.advance(11 * MINUTE);
    assert.ok((await stamped(id))['acceptance.tsr']);
  });

  it(`a decision gets a time stamp that OpenSSL accepts (${engine})`, { skip }, async (t) => {
    tsa.mood = 'right';
    const { id } = await acceptedQuote(account);
    const parts = await stamped(id);
    assert.deepEqual(Object.keys(parts), [
      'document.pdf',
      'acceptance.json',
      'acceptance.jws',
      'acceptance.tsr',
      'jwks.json',
      'README.txt',
    ]);
    const folder = await mkdtemp(join(tmpdir(), 'proffer-tsr-'));
    t.after(() => rm(folder, { recursive: true }));
    for (const [name, content] of Object.entries(parts)) await writeFile(join(folder, name), content);
    const check = ['ts', '-verify', '-in', 'acceptance.tsr', '-data', 'acceptance.jws', '-CAfile', tsa.ca];
    assert.match(await openssl(folder, ...check), /Verification: OK/);
    const [, command = ''] = /openssl (ts -verify -attime .*)/.exec(String(parts['README.txt'])) ?? [];
    const said = command.replace('ca.pem', tsa.ca).split(' ');
    assert.match(await openssl(folder, ...said), /Verification: OK/, 'as README.txt says');
    const [, seconds] = /-attime (\d+)/.exec(command) ?? [];
    assert.ok(Math.abs(Number(seconds) * 1000 - Date.now()) < 10 * MINUTE);
    const again = await downloadEvidence(account, id);
    assert.deepEqual(await downloadEvidence(account, id), again);
  });

  it(`a server that is gone or lies changes nothing, and is asked again (${engine})`, { skip }, async () => {
    // What is wrong with a response is tested below.
    const moods = Object.keys(LIES) as Mood[];
    for (const mood of IS_ALL ? moods : moods.slice(0, 1).concat('untrusted')) {
      tsa.mood = mood;
      const asked = tsa.asked;
      const { id } = await acceptedQuote(account);
      await service.runJob('time stamps');
      await until(() => tsa.asked > asked);
      await service.runJob('time stamps');
      const parts = await readEvidence(account, id);
      assert.equal(parts['acceptance.tsr'], undefined, mood);
      assert.match(
        String(parts['README.txt']),
        /acceptance\.tsr\n {2}Missing: the time stamp server has not/,
        mood,
      );
      tsa.mood = 'right';
      service.clock.advance(MINUTE);
      assert.ok((await stamped(id))['acceptance.tsr'], mood);
    }
  });

  it(`a server that is slow holds up nobody, and after 14 days it is not asked any more (${engine})`, {
    skip,
  }, async () => {
    tsa.mood = 'slow';
    const asked = tsa.asked;
    const { id } = await acceptedQuote(account);
    await until(() => tsa.asked > asked);
    const waiting = await downloadEvidence(account, id);
    assert.equal(toParts(waiting)['acceptance.tsr'], undefined);
    tsa.mood = 'gone';
    // The job waits for the slow server until its connection ends.
    tsa.hangUp();
    service.clock.advance(13 * DAY);
    const before = tsa.asked;
    await service.runJob('time stamps');
    assert.ok(tsa.asked > before, 'still asked on the 14th day');
    service.clock.advance(2 * DAY);
    await service.runJob('time stamps');
    const last = tsa.asked;
    service.clock.advance(2 * DAY);
    tsa.mood = 'right';
    await service.runJob('time stamps');
    assert.equal(tsa.asked, last);
    assert.deepEqual(await downloadEvidence(account, id), waiting);
  });

  it(`a decision of a clock that was ahead gets its time stamp once it is set back (${engine})`, {
    skip,
  }, async () => {
    service.clock.set(Date.now());
    const asked = tsa.asked;
    tsa.mood = 'right';
    service.clock.advance(30 * DAY);
    const { id } = await acceptedQuote(account);
    await until(() => tsa.asked > asked);
    await service.runJob('time stamps');
    service.clock.set(Date.now());
    assert.equal((await readEvidence(account, id))['acceptance.tsr'], undefined);
    await service.runJob('due times');
    assert.ok((await stamped(id))['acceptance.tsr']);
  });

  async function stamped(id: string): Promise<Record<string, Buffer>> {
    let parts: Record<string, Buffer> = {};
    await until(async () => {
      await service.runJob('time stamps');
      parts = await readEvidence(account, id);
      return parts['acceptance.tsr'] !== undefined;
    });
    return parts;
  }
}

it('a response that is wrong is rejected for what is wrong', { skip }, async (t) => {
  const tsa = await startTimeStampServer();
  t.after(() => tsa.close());
  const authorities = [new X509Certificate(await readFile(tsa.ca))];
  const digest = createHash('sha256').update('decided').digest();
  const ask = (trusted?: X509Certificate[]) =>
    requestTimeStamp({ url: tsa.url, authorities: trusted }, digest, new AbortController().signal);
  for (const [mood, reason] of Object.entries(LIES)) {
    tsa.mood = mood as Mood;
    await assert.rejects(ask(authorities), reason, mood);
  }
  tsa.mood = 'right';
  await assert.rejects(ask(), /no authority that is trusted/, 'the usual ones');
  const response = await ask(authorities);
  const { nonce } = createTimeStampRequest(digest);
  assert.throws(() => checkTimeStamp(response, { digest, nonce }, authorities), /another request/);
  for (const at of [response.length - 1, Math.floor(response.length / 2), 60]) {
    const changed = Buffer.from(response);
    changed[at] = (changed[at] ?? 0) ^ 1;
    assert.throws(
      () => checkTimeStamp(changed, { digest, nonce }, authorities),
      (error: Error) => !/another request/.test(error.message),
    );
  }
});

async function acceptedQuote(account: TestAccount): Promise<Json> {
  const quote = await sentQuote(account);
  await accept(quote.publicUrl);
  return quote;
}
