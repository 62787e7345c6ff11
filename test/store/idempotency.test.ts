import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { SHAPES } from '../../src/domain/stored-shape.ts';
import type { Database } from '../../src/store/database.ts';
import {
  claimKey,
  completeKey,
  deleteIdempotencyBefore,
  ERASED_STATUS,
  findIdempotencyRecord,
  findIdempotencyRecords,
  insertResponses,
  KEY_TTL_MS,
  releaseKey,
} from '../../src/store/tables/idempotency.ts';
import { onEveryEngine } from '../support/service/engines.ts';
import { NOW, sampleAccount } from '../support/store/store-samples.ts';

onEveryEngine('An Idempotency-Key', (engine) => {
  let db: Database;
  let account: string;
  let other: string;
  before(async () => {
    db = await engine.open(await engine.newDatabase());
    account = (await sampleAccount(db)).id;
    other = (await sampleAccount(db)).id;
  });
  after(() => db.close());

  const claim = (
    key: string,
    now: number,
    { of = account, fingerprint = 'f', runningUntil = now + 100 } = {},
  ) =>
    db.write((tx) =>
      claimKey(tx, of, { key, fingerprint, now, staleBefore: now - KEY_TTL_MS, runningUntil }),
    );
  const complete = (key: string, body: string | Uint8Array) =>
    db.write((tx) => completeKey(tx, account, key, { status: 201, headers: { ETag: '"1"' }, body }));
  const find = (key: string, of = account) => findIdempotencyRecord(db.read, of, key);

  it('is held by one request until its lease ends', async () => {
    assert.equal(await claim('held', NOW), true);
    assert.equal(await claim('held', NOW + 99), false);
    assert.equal(await claim('held', NOW, { of: other }), true);
    assert.equal(await claim('free', NOW), true);
    assert.equal(await claim('held', NOW + 100, { fingerprint: 'next' }), true);
    const record = await find('held');
    assert.deepEqual([record?.fingerprint, record?.created_at], ['next', NOW + 100]);
    assert.equal((await find('held', other))?.fingerprint, 'f');
  });

  it('stores its response for a day, separately from other keys', async () => {
    for (const key of ['kept', 'bytes', 'open']) await claim(key, NOW);
    await claim('kept', NOW, { of: other });
    await complete('kept', '{"a":1}');
    await complete('bytes', Buffer.from('PDF'));
    assert.deepEqual(
      { ...(await find('kept')) },
      {
        ...{ fingerprint: 'f', created_at: NOW, running_until: null },
        ...{ status: 201, headers: '{"ETag":"\\"1\\""}', body: '{"a":1}', shape: SHAPES.response },
      },
    );
    assert.deepEqual([(await find('bytes'))?.status, (await find('bytes'))?.body], [201, null]);
    assert.equal((await find('open'))?.status, null);
    assert.equal((await find('kept', other))?.status, null);
    assert.equal(await claim('kept', NOW + KEY_TTL_MS - 1), false);
    assert.equal(await claim('kept', NOW + KEY_TTL_MS), true);
    assert.deepEqual([(await find('kept'))?.status, (await find('kept'))?.body], [null, null]);
    assert.equal(KEY_TTL_MS, 86_400_000);
    assert.equal(ERASED_STATUS, 0, 'as stored databases have it');
  });

  it('keeps its first response', async () => {
    await claim('first', NOW);
    await complete('first', '{"a":1}');
    await complete('first', '{"a":2}');
    assert.equal((await find('first'))?.body, '{"a":1}');
  });

  it('is stored together with its response, unless a request holds it', async () => {
    const response = { status: 201, headers: { ETag: '"1"' }, body: '{}' };
    const insert = (keys: string[], now: number, fingerprint = 'f') =>
      db.write((tx) =>
        insertResponses(
          tx,
          account,
          keys.map((key) => ({ key, fingerprint, now, response })),
        ),
      );
    assert.equal(await insert(['new a', 'new b'], NOW), true);
    const found = await findIdempotencyRecords(db.read, account, ['new a', 'new b', 'new c']);
    assert.deepEqual([...found.keys()].sort(), ['new a', 'new b']);
    assert.deepEqual([found.get('new b')?.status, found.get('new b')?.headers], [201, '{"ETag":"\\"1\\""}']);
    assert.equal((await findIdempotencyRecords(db.read, other, ['new a'])).size, 0);
    assert.equal(await insert(['new a'], NOW + KEY_TTL_MS - 1), false, 'it has its response for a day');
    assert.equal(await insert(['new a'], NOW + KEY_TTL_MS), true);
    await claim('running', NOW);
    assert.equal(await insert(['free', 'running'], NOW + 99), false);
    assert.equal(await insert(['running'], NOW + 100, 'another request'), false);
    assert.equal(await insert(['running'], NOW + 100), true);
  });

  it('is released only by the request that holds it', async () => {
    for (const key of ['one', 'two']) await claim(key, NOW, { runningUntil: NOW + 5 });
    await claim('one', NOW, { of: other, runningUntil: NOW + 5 });
    await db.write((tx) => releaseKey(tx, account, 'one', NOW + 6));
    assert.equal((await find('one'))?.running_until, NOW + 5);
    await db.write((tx) => releaseKey(tx, account, 'one', NOW + 5));
    assert.equal((await find('one'))?.running_until, 0);
    assert.equal((await find('two'))?.running_until, NOW + 5);
    assert.equal((await find('one', other))?.running_until, NOW + 5);
    assert.equal(await claim('one', NOW + 1), true, 'at once');
  });

  it('is deleted when it is older than the given age', async () => {
    for (const [index, key] of ['old', 'edge', 'young'].entries()) await claim(key, 1000 + index);
    assert.equal(await db.write((tx) => deleteIdempotencyBefore(tx, 1001)), 1);
    assert.equal(await find('old'), undefined);
    assert.ok((await find('edge')) && (await find('young')));
  });
});
