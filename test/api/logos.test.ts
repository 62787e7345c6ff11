import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createRenderer, type Renderer } from '../../src/adapters/pdf/renderer.ts';
import { readConfig } from '../../src/app/config/config.ts';
import { startService } from '../../src/app/service.ts';
import type { Database } from '../../src/store/database.ts';
import { openDatabase } from '../../src/store/open-database.ts';
import { listAccounts, loadAccount, replaceAccount } from '../../src/store/tables/account/accounts.ts';
import { createQuote, errorPaths } from '../support/api/quotes.ts';
import { dataUrl, HEAVY_LOGO, JPEG, PNG, svg } from '../support/pdf/logos.ts';
import { testAll } from '../support/run/all.ts';
import { createClient } from '../support/service/client.ts';
import { describeOnOneEngine, makeDatabase, TEST_KEY } from '../support/service/service.ts';
import { spawnTestService } from '../support/service/spawn-service.ts';

describeOnOneEngine((service) => {
  test('a logo that can be drawn is accepted and is on the documents', async () => {
    const api = await service().newAccount();
    const quote = await createQuote(api);
    const seen = new Set<string>();
    for (const logo of [dataUrl('png', PNG), dataUrl('jpeg', JPEG), svg('<path d="M0 0h9v9z"/>'), null]) {
      assert.equal((await api.patch('/account', { logo })).status, 200);
      seen.add((await api.get(`/quotes/${quote.id}/pdf`)).body.sha256);
    }
    assert.equal(seen.size, 4);
  });

  test('an invalid logo is reported together with all other errors', async () => {
    const api = await service().newAccount();
    const reply = await api.patch('/account', { name: '', logo: svg('<script/>') });
    assert.deepEqual(errorPaths(reply), ['/logo', '/name']);
    assert.match(reply.text, /without the element <script>/);
    assert.equal((await api.get('/account')).body.logo, null);
  });

  test('a logo stored earlier is accepted again under stricter rules', async () => {
    const api = await service().newAccount();
    const old = svg('<filter id="a"/>');
    await storeLogo(service().db, old, api.accountId);
    const { body: account } = await api.get('/account');
    assert.equal(account.logo, old);
    assert.equal((await api.patch('/account', { ...account, name: 'Another' })).status, 200);
    assert.deepEqual(errorPaths(await api.patch('/account', { logo: svg('<filter id="b"/>') })), ['/logo']);
  });
});

const renderers = new Map<number, Renderer>();
after(() => Promise.all([...renderers.values()].map((renderer) => renderer.close())));

/** Shares a renderer between the services of a test: starting a typesetter takes longer than a document. */
function rendererFor(logoMs: number): Renderer {
  const renderer = renderers.get(logoMs) ?? createRenderer({ workers: 1, logoMs });
  renderers.set(logoMs, renderer);
  return { ...renderer, close: async () => {} };
}

test('a document set without its logo is not cached as the complete document', async () => {
  const place = await makeDatabase('sqlite', { withTables: true });
  const config = readConfig({ PORT: '0', LOG_LEVEL: 'silent', PROFFER_API_KEY: TEST_KEY, ...place.env });
  const db = await openDatabase(config);
  try {
    const documents = () =>
      db.read.all<{ source_sha256: string; sha256: string }>('SELECT source_sha256, sha256 FROM documents');
    const pdfWith = async (logoMs: number) => {
      const service = await startService(config, { warmUp: false, renderer: rendererFor(logoMs) });
      try {
        const api = createClient({ url: service.url, key: TEST_KEY });
        const { body } = await api.get('/quotes?limit=1');
        const { id } = body.data[0] ?? (await createQuote(api, { customerId: 'cus_demo' }));
        await storeLogo(db, HEAVY_LOGO);
        const first = await api.get(`/quotes/${id}/pdf`);
        assert.equal(first.status, 200, first.text);
        assert.equal((await api.get(`/quotes/${id}/pdf`)).body.sha256, first.body.sha256);
      } finally {
        await service.close();
      }
    };
    await pdfWith(60_000);
    const [whole, ...none] = await documents();
    await db.write((tx) => tx.run('DELETE FROM documents'));
    await pdfWith(1);
    const [without, ...more] = await documents();
    assert.deepEqual([none, more], [[], []]);
    assert.notEqual(without?.source_sha256, whole?.source_sha256);
    assert.notEqual(without?.sha256, whole?.sha256);
  } finally {
    await db.close();
    await place.remove();
  }
});

testAll('log and metrics report a document without its logo', async () => {
  const place = await makeDatabase('sqlite', { withTables: true });
  const service = await spawnTestService({ ...place.env, LOG_LEVEL: 'warn' });
  try {
    const db = await openDatabase(readConfig({ PROFFER_API_KEY: TEST_KEY, ...place.env }));
    await storeLogo(db, svg('<path'));
    await db.close();
    const api = createClient({ url: service.url, key: TEST_KEY });
    const quote = await createQuote(api, { customerId: 'cus_demo' });
    assert.equal((await api.get(`/quotes/${quote.id}/pdf`)).status, 200);
    assert.equal((await api.post(`/quotes/${quote.id}/send`, { email: 'a@example.com' })).status, 200);
    const headers = { Authorization: `Bearer ${TEST_KEY}` };
    const metrics = await (await fetch(`${service.url}/metrics`, { headers })).text();
    assert.match(metrics, /^proffer_logos_left_out_total 2$/m);
    await service.stop();
    const told = service.output().stdout.match(/document rendered without the logo/g);
    assert.equal(told?.length, 2);
  } finally {
    await service.stop('SIGKILL');
    await place.remove();
  }
});

/** Bypasses validation, as an earlier version may have stored the logo; in one account or in all. */
async function storeLogo(db: Database, logo: string, accountId?: string): Promise<void> {
  const ids = accountId ? [accountId] : (await listAccounts(db.read)).map(({ id }) => id);
  for (const id of ids) {
    await db.write(async (tx) => {
      const stored = await loadAccount(tx, id);
      if (stored) await replaceAccount(tx, { ...stored.account, logo });
    });
  }
}
