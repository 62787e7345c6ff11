import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { compress, createCompressionCache, createLimiter } from './compress.ts';

const TEXT = 'Straße, 見積書 '.repeat(1000);

test('a compressed body decompresses to the original', async () => {
  for (const body of [TEXT, Buffer.from(TEXT)]) {
    const bytes = Buffer.byteLength(body);
    assert.equal(gunzipSync((await compress(body, bytes, 'gzip')) ?? '').toString(), TEXT);
    assert.equal(brotliDecompressSync((await compress(body, bytes, 'br')) ?? '').toString(), TEXT);
  }
});

test('a cached text is compressed once', async () => {
  const keep = createCompressionCache(2);
  assert.equal(await keep(TEXT, 'gzip'), await keep(TEXT, 'gzip'));
  assert.equal(gunzipSync(await keep(TEXT, 'gzip')).toString(), TEXT);
  assert.equal(brotliDecompressSync(await keep(TEXT, 'br')).toString(), TEXT);
  const first = await keep('a', 'gzip');
  for (const text of ['b', 'c']) await keep(text, 'gzip');
  assert.notEqual(await keep('a', 'gzip'), first, 'the cache is bounded');
});

test('a limiter runs some tasks concurrently, queues some in order, and rejects the rest', async () => {
  const limiter = createLimiter(2, 3);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const work = (index: number) => async () => {
    begun.push(index);
    await new Promise<void>((resolve) => ends.push(resolve));
    return Buffer.from(String(index));
  };
  const results = [0, 1, 2, 3, 4, 5, 6].map((index) => limiter(work(index)));
  assert.deepEqual(
    results.map((result) => result !== undefined),
    [true, true, true, true, true, false, false],
  );
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  await turn();
  assert.deepEqual(begun, [0, 1]);
  for (let done = 1; done <= 5; done++) {
    ends.shift()?.();
    await turn();
    assert.deepEqual(begun, [0, 1, 2, 3, 4].slice(0, done + 2));
  }
  assert.equal(String(await results[4]), '4');
  const again = limiter(work(7));
  await turn();
  assert.equal(begun.at(-1), 7);
  ends.shift()?.();
  assert.equal(String(await again), '7');
});

test('a failed task makes room for the next', async () => {
  const limiter = createLimiter(1, 1);
  const failing = limiter(() => Promise.reject(new Error('no memory')));
  const next = limiter(async () => Buffer.from('next'));
  await assert.rejects(async () => failing, /no memory/);
  assert.equal(String(await next), 'next');
});
