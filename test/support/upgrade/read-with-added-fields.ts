// Reads a database that was stored before a field was added to each resource:
//   node --import ./add-fields.ts read-with-added-fields.ts FOLDER     (with data and seen.json)
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient, type Json } from '../service/client.ts';
import { startTestService } from '../service/service.ts';
import { restored, type StoredDatabase } from '../store/stored-database.ts';
import { ADDED } from './add-fields.ts';

const folder = process.argv[2] ?? '';
const stored: StoredDatabase = JSON.parse(await readFile(join(folder, 'seen.json'), 'utf8'));
const data = await readFile(join(folder, 'data'));

const service = await startTestService({
  ...{ engine: 'sqlite', now: stored.now, env: { PROFFER_SECRET: stored.secret } },
  prepare: restored('sqlite', data),
});
try {
  const { document } = service.contract;
  for (const name of ['Account', 'Customer', 'Quote', 'Invoice', 'CatalogueItem', 'Template']) {
    assert.ok(document.components.schemas[name].required.includes(ADDED), name);
  }
  await checkReplies();
  await checkPrevious();
  await checkRepeats();
  await checkVersions();
} finally {
  await service.close();
}

/** The contract is checked with every reply: it requires the field in all resources. */
async function checkReplies(): Promise<void> {
  const api = createClient({ url: service.url, contract: service.contract });
  const found = new Set<string>();
  for (const { headers, replies } of stored.callers) {
    for (const path of Object.keys(replies)) {
      const { status, body } = await api.get(path, { headers });
      if (status !== 200) continue;
      if (JSON.stringify(body).includes(`"${ADDED}":null`)) found.add(path.split('?')[0] ?? '');
    }
  }
  for (const path of [
    '/account',
    '/customers',
    '/quotes',
    '/invoices',
    '/catalogue-items',
    '/templates',
    '/events',
  ]) {
    assert.ok(found.has(path), path);
  }
  assert.ok([...found].some((path) => path.endsWith('/revisions')));
}

/** A field that was added has not changed, so it has no previous value. */
async function checkPrevious(): Promise<void> {
  const api = createClient({ url: service.url, key: stored.key, contract: service.contract });
  const { data } = (await api.get('/events?limit=100')).body;
  const changes: object[] = data.flatMap((event: Json) => event.data.previous ?? []);
  assert.ok(changes.length > 0);
  for (const previous of changes) assert.ok(!(ADDED in previous));
}

async function checkRepeats(): Promise<void> {
  const api = createClient({ url: service.url, key: stored.key, contract: service.contract });
  for (const { method, path, body, headers, status, text } of stored.repeatable) {
    const repeat = await api.request(method, path, body, { headers });
    assert.equal(repeat.status, status);
    assert.deepEqual(repeat.body, { ...JSON.parse(text), [ADDED]: null });
  }
}

/** What was brought up to date has not changed: a patch without an effect keeps the version. */
async function checkVersions(): Promise<void> {
  const api = createClient({ url: service.url, key: stored.key, contract: service.contract });
  for (const list of ['/customers', '/catalogue-items', '/templates']) {
    const { id } = (await api.get(list)).body.data.find(({ erasedAt }: Json) => erasedAt === undefined);
    const before = await api.get(`${list}/${id}`);
    const same = await api.patch(`${list}/${id}`, { [ADDED]: null });
    assert.equal(same.headers.get('ETag'), before.headers.get('ETag'), list);
    const changed = await api.patch(`${list}/${id}`, { [ADDED]: 'Text' });
    assert.equal(changed.body[ADDED], 'Text');
    assert.equal((await api.get(`${list}/${id}`)).body[ADDED], 'Text');
  }
}
