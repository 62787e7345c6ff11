// Stores a database of this version, on each engine, together with the responses that its users see, for the upgrade
// test: node scripts/store-database.ts test/fixtures/stored/<version>
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import pg from 'pg';
import { MIGRATIONS } from '../src/store/migrations.ts';
import { accept, decline, ok, readSeen, submit, visit } from '../test/support/api/customer.ts';
import type { Json } from '../test/support/service/client.ts';
import { HOUR } from '../test/support/service/clock.ts';
import { startTestService, type TestService } from '../test/support/service/service.ts';
import { masked, SCANNER } from '../test/support/store/stored-database.ts';

const target = process.argv[2] ?? '';

/** Fixed, so that links stay the same. */
const SECRET = 'the secret of the stored databases, which is none';
const POSTGRES = {
  engine: 'postgres',
  blob: 'BYTEA',
  integer: 'BIGINT',
  text: 'TEXT COLLATE "C"',
  strict: '',
} as const;

mkdirSync(target, { recursive: true });
for (const engine of ['sqlite', 'postgres'] as const) {
  const service = await startTestService({ engine, env: { PROFFER_SECRET: SECRET } });
  const seen = await fill(service);
  const data = engine === 'sqlite' ? await sqliteFile(service) : await postgresDump(service);
  writeFileSync(join(target, `${engine}.gz`), gzipSync(data, { level: 9 }));
  writeFileSync(join(target, `${engine}.json`), `${JSON.stringify(seen, null, 1)}\n`);
  await service.close();
}
// There is no shared server of a test run; the service stops its own.
process.exit();

/** Creates every kind of row that a year of use leaves behind, and returns the final responses. */
async function fill(service: TestService): Promise<Json> {
  const account = await service.newAccount({ name: 'Stored GmbH' });
  ok(
    await account.patch('/account', {
      address: 'Am Markt 1\n10115 Berlin',
      taxId: 'DE123456789',
      locale: 'de',
    }),
  );
  ok(await account.put('/customers/cus_b', { name: 'Κήπος ΑΕ', email: 'b@example.com', locale: 'el' }));
  const item = { description: 'Arbeit', quantity: 2.5, unitPrice: 9900, taxRate: 19 };
  const create = async (title: string, more: object = {}) =>
    ok(await account.post('/quotes', { customerId: account.customerId, title, items: [item], ...more }));
  const send = async (quote: Json, headers = {}) =>
    ok(await account.post(`/quotes/${quote.id}/send`, {}, { headers }));

  const draft = await create('Entwurf', { notes: 'intern', discountType: 'percentage', discountValue: 10 });
  const open = await send(await create('Offen 網站', { customerId: 'cus_b', terms: 'Netto' }));
  await visit(open.publicUrl);
  const accepted = await send(await create('Angenommen'));
  await accept(accepted.publicUrl);
  const declined = await send(await create('Abgelehnt'));
  await decline(declined.publicUrl, 'Zu teuer');
  const expired = await send(
    await create('Abgelaufen', { validUntil: new Date(service.clock() + HOUR).toISOString() }),
  );
  await submit(expired.publicUrl, 'question', {
    question: 'Geht das?',
    ...(await readSeen(expired.publicUrl)),
  });
  const invoiced = await create('Berechnet');
  const invoice = ok(await account.post(`/quotes/${invoiced.id}/convert-to-invoice`));
  const revised = await send(await create('Neu gefasst'));
  ok(await account.patch(`/quotes/${revised.id}`, { title: 'Neu gefasst, zweimal' }));
  const deleted = await create('Gelöscht');
  ok(await account.delete(`/quotes/${deleted.id}`));
  const revoked = await send(await create('Widerrufen'));
  ok(await account.delete(`/quotes/${revoked.id}/links`));
  const headers = { 'Idempotency-Key': 'stored-once' };
  const body = { customerId: account.customerId, title: 'Mit Schlüssel', items: [item] };
  const first = await account.post('/quotes', body, { headers });
  await service.runJob('outbox');
  service.clock.advance(2 * HOUR);

  const quotes = [draft, open, accepted, declined, expired, invoiced, revised, deleted, revoked, first.body];
  const paths = [
    '/account',
    '/customers',
    '/quotes?limit=100',
    '/quotes?status=EXPIRED',
    '/quotes?search=ange',
    '/quotes?sort=validUntil',
    '/invoices',
    `/invoices/${invoice.id}`,
    ...quotes.flatMap(({ id }) =>
      ['', '/events', '/revisions', '/acceptance'].map((part) => `/quotes/${id}${part}`),
    ),
  ];
  const replies: Json = {};
  for (const path of paths) {
    const { status, headers: got, text } = await account.get(path);
    replies[path] = { status, etag: got.get('etag'), text: masked(text, service.url) };
  }
  const pages: Json = {};
  for (const { publicUrl } of [open, accepted, declined, expired, revoked]) {
    const { status, text } = await visit(publicUrl, SCANNER);
    pages[publicUrl.replace(service.url, '')] = { status, title: /<title>(.*?)<\/title>/.exec(text)?.[1] };
  }
  const replay = { headers, body, status: first.status, text: first.text };
  return {
    secret: SECRET,
    now: service.clock(),
    key: account.key,
    replies,
    pages,

    replay,
    draft: draft.id,
  };
}

async function sqliteFile(service: TestService): Promise<Uint8Array> {
  const file = join(target, 'copy.db');
  await service.db.backup?.(file);
  const data = readFileSync(file);
  rmSync(file);
  return data;
}

/** Dumps the tables of this version, then their rows. */
async function postgresDump(service: TestService): Promise<Buffer> {
  const client = new pg.Client({ connectionString: service.config.databaseUrl ?? '' });
  await client.connect();
  const tables = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relpersistence = 'p'
       AND relnamespace = current_schema()::regnamespace ORDER BY oid`,
  );
  const statements = [
    'CREATE TABLE migrations (id INTEGER PRIMARY KEY)',
    ...MIGRATIONS.flatMap((m) => m(POSTGRES)),
  ];
  for (const { name } of tables.rows) {
    const { rows } = await client.query(`SELECT coalesce(json_agg(t), '[]')::text AS rows FROM ${name} AS t`);
    statements.push(
      `DELETE FROM ${name}`,
      `INSERT INTO ${name} SELECT * FROM json_populate_recordset(NULL::${name}, $stored$${rows[0].rows}$stored$)`,
    );
  }
  await client.end();
  return Buffer.from(`${statements.join(';\n')};\n`);
}
