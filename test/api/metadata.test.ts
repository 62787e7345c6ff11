import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorPaths } from '../support/api/quotes.ts';
import type { Client, Json } from '../support/service/client.ts';
import { describeService } from '../support/service/service.ts';

const LONG_KEY = '🗝'.repeat(40);
const HOSTILE = {
  '<b>': '<script>alert(1)</script>',
  '=1+1': '=HYPERLINK("x")',
  '\u202eabc': '#eval("1")',
  __proto__of: 'x',
  'a/b~c': 'y',
};
const keys = (count: number, prefix = 'k'): Json =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, 'v']));

describeService((service) => {
  test('metadata are merged by key, null removes one, and another null all', async () => {
    const api = await service().newAccount();
    for (const path of await subjects(api)) {
      const patch = async (metadata: unknown) => (await api.patch(path, { metadata })).body.metadata;
      assert.deepEqual((await api.get(path)).body.metadata, {}, path);
      assert.deepEqual(await patch({ a: '1', [LONG_KEY]: 'x'.repeat(500), empty: '' }), {
        ...{ a: '1', [LONG_KEY]: 'x'.repeat(500), empty: '' },
      });
      assert.deepEqual(await patch({ a: null, b: '2', nothing: null, [LONG_KEY]: 'y' }), {
        ...{ [LONG_KEY]: 'y', empty: '', b: '2' },
      });
      const { headers } = await api.get(path);
      const same = await api.patch(path, { metadata: { b: '2', gone: null } });
      assert.equal(same.headers.get('ETag'), headers.get('ETag'), 'nothing has changed');
      assert.deepEqual(await patch(null), {});
      assert.deepEqual(await patch(HOSTILE), HOSTILE);
      const odd = await api.request('PATCH', path, undefined, { raw: '{"metadata":{"__proto__":"p"}}' });
      assert.deepEqual(Object.entries(odd.body.metadata).at(-1), ['__proto__', 'p']);
      assert.deepEqual((await api.get(path)).body.metadata, odd.body.metadata);
    }
  });

  test('metadata have 50 keys of 40 characters at most, and texts of at most 500', async () => {
    const api = await service().newAccount();
    for (const path of await subjects(api)) {
      const bad = {
        [`${LONG_KEY}x`]: 'x',
        '': 'x',
        long: 'x'.repeat(501),
        'a number': 7,
        list: [],
        'in/side': { deep: 'x' },
      };
      assert.deepEqual(errorPaths(await api.patch(path, { metadata: bad })), [
        ...['/metadata/', '/metadata/a number', '/metadata/in~1side', '/metadata/list', '/metadata/long'],
        `/metadata/${LONG_KEY}x`,
      ]);
      for (const metadata of [[], 'x', 1, keys(51), keys(100_000 / 5)]) {
        assert.deepEqual(errorPaths(await api.patch(path, { metadata })), ['/metadata'], path);
      }
      assert.equal((await api.patch(path, { metadata: keys(50) })).status, 200);
      assert.deepEqual(errorPaths(await api.patch(path, { metadata: { more: 'x' } })), ['/metadata']);
      const swapped = {
        ...keys(50, 'n'),
        ...Object.fromEntries(Object.keys(keys(50)).map((key) => [key, null])),
      };
      assert.deepEqual((await api.patch(path, { metadata: swapped })).body.metadata, keys(50, 'n'));
      const raw = '{"metadata":{"a\\u0000b":"x"}}';
      assert.equal((await api.request('PATCH', path, undefined, { raw })).status, 400);
    }
  });

  test('a change of metadata is one that If-Match knows of', async () => {
    const api = await service().newAccount();
    const reading = service().client((await service().newKey(api.accountId, 'read')).secret);
    for (const path of await subjects(api)) {
      const etag = (await reading.get(path)).headers.get('ETag') ?? '';
      const headers = { 'If-Match': etag };
      const changed = await api.patch(path, { metadata: { a: '1' } }, { headers });
      assert.equal(changed.status, 200, changed.text);
      assert.notEqual(changed.headers.get('ETag'), etag);
      assert.equal((await api.patch(path, { metadata: { a: '2' } }, { headers })).status, 412);
      assert.equal((await api.patch(path, { metadata: 7 }, { headers })).status, 412, 'before the body');
      assert.equal((await reading.patch(path, { metadata: {} })).status, 403);
      const known = { headers: { 'If-None-Match': changed.headers.get('ETag') ?? '' } };
      assert.equal((await api.get(path, known)).status, 304);
    }
  });

  test('PUT of a customer replaces its metadata as it replaces the rest', async () => {
    const api = await service().newAccount();
    const put = async (body: object) => (await api.put('/customers/c', { name: 'N', ...body })).body.metadata;
    assert.deepEqual(await put({ metadata: { a: '1', b: null } }), { a: '1' });
    assert.deepEqual(await put({ metadata: { c: '3' } }), { c: '3' });
    assert.deepEqual(await put({}), {});
    assert.deepEqual(errorPaths(await api.put('/customers/c', { name: 'N', metadata: keys(51) })), [
      '/metadata',
    ]);
    const patched = await api.patch('/customers/c', { email: 'a@example.com', phone: '1' });
    assert.deepEqual([patched.body.name, patched.body.email], ['N', 'a@example.com']);
    assert.deepEqual((await api.patch('/customers/c', { phone: null })).body, {
      ...patched.body,
      phone: null,
    });
    assert.deepEqual(errorPaths(await api.patch('/customers/c', { name: null, mail: 'x' })), [
      '/mail',
      '/name',
    ]);
    assert.equal((await api.patch('/customers/nobody', { name: '' })).status, 404);
  });
});

/** All that has metadata, each new. */
async function subjects(api: Client): Promise<string[]> {
  await api.put('/customers/c-1', { name: 'N' });
  return ['/customers/c-1'];
}
