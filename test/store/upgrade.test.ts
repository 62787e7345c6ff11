import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { createUpgradeJob } from '../../src/actions/upgrade-rows.ts';
import { ADDED_CUSTOMER_FIELDS } from '../../src/domain/customer.ts';
import type { StageShare, StageSize } from '../../src/domain/money/stages.ts';
import { sumGross, type TaxGroup } from '../../src/domain/money/tax-group.ts';
import { NO_PARTICULARS } from '../../src/domain/particulars/particulars.ts';
import { INVOICE_SHAPE, QUOTE_SHAPE } from '../../src/domain/stored-shape.ts';
import type { Database } from '../../src/store/database.ts';
import { openDatabase } from '../../src/store/open-database.ts';
import { checkFacts } from '../chaos/check-rows.ts';
import { submit, visit } from '../support/api/customer.ts';
import { plainStages } from '../support/money/plain-stages.ts';
import { wordsOf } from '../support/pdf/pdf-text.ts';
import { type Client, createClient, type Json } from '../support/service/client.ts';
import { type Engine, engines, startTestService, type TestService } from '../support/service/service.ts';
import { masked, readStored, restored, SCANNER } from '../support/store/stored-database.ts';

interface StoredReply {
  status: number;
  etag: string | null;
  text: string;
}

/** Each release that changes the database adds a stored database here. */
const VERSIONS = ['0.1.0'];

const SERVED_LAST = '2'.repeat(64);
/** The only invoice was served twice, before and after a change of the account. */
const INVOICE_SERVED = ['1'.repeat(64), SERVED_LAST].map(
  (sha256, times) =>
    `INSERT INTO documents (account_id, source_sha256, sha256, quote_id, file_name, standard, pdf, kept, used_at)
     SELECT i.account_id, '${sha256}', '${sha256}', i.quote_id, i.number || ' Served.pdf', d.standard, d.pdf, 0,
       d.used_at + ${times}
     FROM invoices AS i, (SELECT * FROM documents ORDER BY source_sha256 LIMIT 1) AS d`,
);

for (const version of VERSIONS) {
  for (const engine of engines()) {
    describe(`A database of ${version} on ${engine}`, () => {
      it('has everything that its users saw and remains usable', async () => {
        const stored = await readStored(version, engine);
        const service = await startTestService({
          documents: 'typeset',
          engine,
          env: { PROFFER_SECRET: stored.secret },
          async prepare(place) {
            await restored(version, engine)?.(place);
            await execute(place, engine, INVOICE_SERVED);
          },
        });
        try {
          service.clock.set(stored.now);
          const api = service.client(stored.key);
          for (const [path, before] of Object.entries(stored.replies)) {
            const { status, headers, text } = await api.get(path);
            // A problem contains the identifier of its request.
            const body = status < 400 ? JSON.parse(masked(text, service.url)) : undefined;
            const etag = omitCoding(headers.get('etag'));
            assert.deepEqual({ status, etag, body }, withAdded(path, before), path);
          }
          for (const { id } of await service.db.read.all<{ id: string }>('SELECT id FROM accounts')) {
            assert.deepEqual(await checkFacts(service.db, id), []);
          }
          const [quote] = (await api.get('/quotes?fields=summary&sort=-lastEventAt')).body.data;
          for (const q of [quote.number, quote.title, quote.customerName.toUpperCase()]) {
            const { data } = (await api.get(`/quotes?q=${encodeURIComponent(q)}&fields=summary`)).body;
            assert.ok(
              data.some(({ id }: { id: string }) => id === quote.id),
              q,
            );
          }
          const [invoice] = (await api.get('/invoices')).body.data;
          const ofCustomer = (await api.get(`/invoices?customerId=${invoice.customerId}`)).body;
          assert.deepEqual([ofCustomer.data, ofCustomer.pagination.total], [[invoice], 1]);
          for (const search of [invoice.number.slice(2), invoice.customerId]) {
            assert.deepEqual((await api.get(`/invoices?search=${search}`)).body.data, [invoice]);
          }
          const { data, pagination } = (await api.get(`/customers?search=${invoice.customerId}`)).body;
          assert.ok(data.some(({ id }: { id: string }) => id === invoice.customerId));
          assert.equal(pagination.total, data.length);
          assert.notEqual((await api.get('/customers')).body.pagination.total, 0);
          assert.equal((await api.get(`/invoices/${invoice.id}/pdf`)).body.sha256, SERVED_LAST);
          await checkParties(service, stored, api);
          await checkDocuments(Object.keys(stored.replies), api);
          const { headers, body, status, text } = stored.replay;
          // Compares word for word, so without the fields that were added since.
          const asBefore = createClient({ url: service.url, key: stored.key });
          const replay = await asBefore.post('/quotes', body, { headers });
          assert.deepEqual([replay.status, replay.text], [status, text]);
          const next = await api.post('/quotes', body);
          assert.equal(next.body.number, 'Q-2026-00011');
          assert.equal(
            (await api.post(`/quotes/${stored.draft}/convert-to-invoice`)).body.number,
            'INV-2026-00002',
          );
          await checkStoredInvoice(invoice, api);
        } finally {
          await service.close();
        }
      });

      it('returns the same quote before, during and after the upgrade of its row', async () => {
        const { service, account, api, ids } = await startOnManyRows(version, engine);
        const other = await openDatabase(service.config);
        try {
          const some = ids.filter((id, index) => index < 10 || /[026]2$/.test(id));
          const paths = [...some.map((id) => `/quotes/${id}`), '/quotes?limit=100', '/invoices'];
          const before = await readAll(api, paths);
          assert.equal(await countOld(service.db), ids.length + 1, 'all quotes, and the invoice');

          const edited = ids.find((id) => id.endsWith('022')) ?? '';
          const items = (await api.get(`/quotes/${edited}`)).body.items;
          const { headers, body } = await api.patch(`/quotes/${edited}`, { notes: 'Edited' });
          assert.deepEqual([headers.get('etag'), body.items], ['"2"', items]);
          const after = await readAll(api, paths);
          assert.deepEqual(differing(before, after), [`/quotes/${edited}`]);

          if (engine === 'postgres') await expectWritesOfAccountFirst(service.db, other, account, ids);
          else await createUpgradeJob(other)();
          assert.equal(await countOld(service.db), ids.length + 1 - 50, 'one batch');
          assert.deepEqual(differing(after, await readAll(api, paths)), []);

          // The process of that batch is gone; the next two processes share the remaining rows.
          await Promise.all([service.db, other].map(bringAllUpToDate));
          assert.equal(await countOld(service.db), 0);
          assert.deepEqual(differing(after, await readAll(api, paths)), []);

          await makeTenOldAndLong(service.db);
          await createUpgradeJob(other)();
          assert.equal(await countOld(service.db), 6, 'few at once of rows of 100,000 characters');
        } finally {
          await other.close();
          await service.close();
        }
      });
    });
  }
}

/** Twelve stages whose tax was off by two units in the last one by the earlier rule. */
const STAGES = Array.from({ length: 12 }, (_, at) => ({
  ...{ label: `Stage ${at + 1}`, type: 'percentage', value: at < 11 ? 8.33 : 8.37 },
  due: { when: 'start', days: 0, date: null },
  amount: at < 11 ? 2_454 : 2_459,
}));
const EARLIER = STAGES.map(({ amount }) => amount);

/** The last stage by running totals. */
function lastStage(taxes: TaxGroup[]): StageShare[] {
  return plainStages(taxes, STAGES as StageSize[]).at(-1) ?? [];
}

for (const engine of engines()) {
  it(`quotes that were sent keep the stages of the earlier rule until they change on ${engine}`, async () => {
    const stored = await readStored('0.1.0', engine);
    const added = `"paymentSchedule":${JSON.stringify(STAGES)},"invoices":[],"createdAt":`;
    const service = await startTestService({
      documents: 'typeset',
      engine,
      env: { PROFFER_SECRET: stored.secret },
      async prepare(place) {
        await restored('0.1.0', engine)?.(place);
        await execute(place, engine, [
          `UPDATE quotes SET doc = replace(doc, '"createdAt":', '${added}') WHERE status IN ('DRAFT', 'SENT', 'EXPIRED')`,
        ]);
      },
    });
    try {
      service.clock.set(stored.now);
      const api = service.client(stored.key);
      const find = async (status: string) => (await api.get(`/quotes?status=${status}`)).body.data[0];
      const amounts = ({ paymentSchedule }: Json) => paymentSchedule.map(({ amount }: Json) => amount);
      const { body: draft } = await api.get(`/quotes/${stored.draft}`);
      const [sent, expired] = [await find('SENT'), await find('EXPIRED')];
      assert.deepEqual([amounts(sent), amounts(expired)], [EARLIER, EARLIER]);
      assert.equal(amounts(draft).at(-1), sumGross(lastStage(draft.taxes)));
      for (let batch = 0; batch < 4; batch++) await service.runJob('stored rows');
      assert.equal(await countOld(service.db), 0);
      const row = await service.db.read.get<{ stage_split: string }>(
        'SELECT stage_split FROM quotes WHERE id = ?',
        sent.id,
      );
      assert.deepEqual(JSON.parse(row?.stage_split ?? '').at(-1), [{ rate: 19, net: 2_068, tax: 391 }]);

      // Neither a note nor the customer's yes changes the amounts.
      await api.patch(`/quotes/${sent.id}`, { notes: 'Seen', items: sent.items });
      const { body: accepted } = await api.patch(`/quotes/${sent.id}`, { status: 'ACCEPTED', selection: [] });
      assert.deepEqual([accepted.status, amounts(accepted)], ['ACCEPTED', EARLIER]);
      const convert = async (id: string, stage: number) =>
        (await api.post(`/quotes/${id}/convert-to-invoice`, { stage })).body;
      assert.deepEqual((await convert(sent.id, 11)).taxes, [{ rate: 19, net: 2_068, tax: 391 }]);

      const { body: edited } = await api.patch(`/quotes/${expired.id}`, { title: 'Edited' });
      for (const { id, taxes } of [edited, draft]) {
        const { body } = await api.patch(`/quotes/${id}`, { status: 'ACCEPTED' });
        assert.deepEqual((await convert(id, 11)).taxes, lastStage(taxes));
        assert.equal(amounts(body).at(-1), sumGross(lastStage(taxes)));
      }
    } finally {
      await service.close();
    }
  });
}

async function makeTenOldAndLong(db: Database): Promise<void> {
  const first = 'SELECT id FROM quotes ORDER BY account_id, id LIMIT 10';
  await db.write(async (tx) => {
    await tx.run(`DELETE FROM settings WHERE name LIKE 'shape of %'`);
    await tx.run(
      `UPDATE quotes SET shape = 0, doc = replace(doc, '"createdAt"', ?) WHERE id IN (${first})`,
      `"long":"${'x'.repeat(100_000)}","createdAt"`,
    );
  });
}

/** Starts a service on several batches of drafts besides the stored data, and leaves all rows as they are. */
async function startOnManyRows(version: string, engine: Engine) {
  const stored = await readStored(version, engine);
  const service = await startTestService({
    documents: 'typeset',
    engine,
    env: { PROFFER_SECRET: stored.secret },
    prepare: async (place) => {
      await restored(version, engine)?.(place);
      const asDone = JSON.stringify({ shape: 1000, after: null });
      await execute(place, engine, [
        ...['quotes', 'invoices'].map(
          (table) => `INSERT INTO settings VALUES ('shape of ${table}', '${asDone}')`,
        ),
        copiesOf(stored.draft),
      ]);
    },
  });
  service.clock.set(stored.now);
  for (const _ of ['quotes', 'invoices']) await service.runJob('stored rows');
  await service.db.write((tx) => tx.run(`DELETE FROM settings WHERE name LIKE 'shape of %'`));
  const rows = await service.db.read.all<{ account_id: string; id: string }>(
    'SELECT account_id, id FROM quotes',
  );
  assert.ok(rows.length > 200);
  const account = rows[0]?.account_id ?? '';
  return { service, account, api: service.client(stored.key), ids: rows.map(({ id }) => id) };
}

function copiesOf(id: string): string {
  const copy = `substr(id, 1, length(id) - 3) || substr(CAST(1000 + n AS TEXT), 2)`;
  return `WITH RECURSIVE copies (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM copies WHERE n < 229)
    INSERT INTO quotes (account_id, id, number, status, customer_id, valid_until, version, search, doc)
    SELECT account_id, ${copy}, number || '-' || n, status, customer_id, valid_until, 1, search, replace(doc, id, ${copy})
    FROM quotes, copies WHERE id = '${id}'`;
}

async function execute(
  { dataDir, env }: { dataDir: string; env: Record<string, string> },
  engine: Engine,
  statements: string[],
): Promise<void> {
  if (engine === 'sqlite') {
    const file = new DatabaseSync(join(dataDir, 'proffer.db'));
    for (const statement of statements) file.exec(statement);
    file.close();
    return;
  }
  const client = new pg.Client({ connectionString: env.DATABASE_URL });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

async function readAll(api: Client, paths: string[]): Promise<Map<string, string>> {
  const replies = await Promise.all(paths.map((path) => api.get(path)));
  return new Map(paths.map((path, i) => [path, `${replies[i]?.headers.get('etag')} ${replies[i]?.text}`]));
}

function differing(before: Map<string, string>, after: Map<string, string>): string[] {
  return [...before.keys()].filter((path) => before.get(path) !== after.get(path));
}

async function countOld(db: Database): Promise<number> {
  const row = await db.read.get<{ n: number }>(
    `SELECT (SELECT count(*) FROM quotes WHERE shape < ?) + (SELECT count(*) FROM invoices WHERE shape < ?) AS n`,
    QUOTE_SHAPE,
    INVOICE_SHAPE,
  );
  return Number(row?.n);
}

async function bringAllUpToDate(db: Database): Promise<void> {
  const takeBatch = createUpgradeJob(db);
  for (let batch = 0; batch < 10; batch++) await takeBatch();
}

/** Runs a batch next to a write that locks the same quotes in the opposite order: they must not deadlock. */
async function expectWritesOfAccountFirst(
  db: Database,
  other: Database,
  account: string,
  ids: string[],
): Promise<void> {
  const lock = 'SELECT id FROM quotes WHERE account_id = ? AND id = ? FOR UPDATE NOWAIT';
  const [first = '', second = ''] = ids.toSorted();
  let batch: Promise<void> | undefined;
  await db.write(
    async (tx) => {
      await tx.get(lock, account, second);
      batch = createUpgradeJob(other)();
      for (let look = 0; look < 2000; look++) {
        if (await other.read.get('SELECT pid FROM pg_locks WHERE NOT granted')) break;
        await delay(5);
      }
      await tx.get(lock, account, first);
    },
    { account },
  );
  await batch;
}

/**
 * Whichever row is edited first after the upgrade, a sent quote and an invoice keep their seller, their customer and
 * the PDF that was sent.
 */
async function checkParties(
  service: TestService,
  stored: Awaited<ReturnType<typeof readStored>>,
  api: Client,
): Promise<void> {
  const { url } = service;
  await api.patch('/account', { name: 'Renamed', email: 'owner@seller.example' });
  await api.patch('/account', { name: 'Renamed twice', accentColor: '#aa0033' });
  for (const id of ['cus_b', 'cus_test']) await api.put(`/customers/${id}`, { name: 'Somebody else' });
  for (const [path, { status, title }] of Object.entries(stored.pages)) {
    const page = await visit(url + path, SCANNER);
    assert.equal(page.status, status, path);
    if (status !== 200) continue;
    assert.ok(page.text.includes(`<title>${title}</title>`), path);
    assert.doesNotMatch(page.text, /Renamed|Somebody else/);
    const [, number] = /(Q-\d+-\d+)/.exec(title) ?? [];
    const [quote] = (await api.get(`/quotes?search=${number}`)).body.data;
    const { data } = (await api.get(`/quotes/${quote.id}/revisions`)).body;
    if (quote.status === 'SENT') {
      // The notification of the question and all later requests have the PDF that was sent.
      assert.equal((await submit(url + path, 'question', { question: 'When?' })).status, 303);
      await service.runJob('outbox');
      assert.equal((await api.get(`/quotes/${quote.id}/pdf`)).body.sha256, data.at(-1).documentSha256);
    }
    const pdf = await sha256At(`${url}${path}/pdf`);
    if (quote.status === 'ACCEPTED') assert.notEqual(pdf, data.at(-1).documentSha256, 'the record is on it');
    else assert.equal(pdf, data.at(-1).documentSha256, path);
  }
  const [invoice] = (await api.get('/invoices')).body.data;
  const words = await wordsOf(await bytesAt((await api.get(`/invoices/${invoice.id}/pdf`)).body.url));
  assert.ok(words.includes('StoredGmbH') && !words.includes('Renamed'));
  const draft = await wordsOf(await bytesAt((await api.get(`/quotes/${stored.draft}/pdf`)).body.url));
  assert.ok(draft.includes('Renamedtwice') && draft.includes('Somebodyelse'));
}

async function bytesAt(url: string): Promise<Uint8Array> {
  return new Uint8Array(await (await fetch(url)).arrayBuffer());
}

async function sha256At(url: string): Promise<string> {
  return createHash('sha256')
    .update(await bytesAt(url))
    .digest('hex');
}

/** Fields that responses have had since, and that an earlier version did not know. */
const ADDED_TO_ACCOUNT = {
  ...{
    taxName: null,
    taxIdLabel: null,
    registrations: [],
    bank: null,
    secondLanguage: null,
    expiringDays: 3,
    requireTwoStep: false,
    ...NO_PARTICULARS,
    ...{ taxNumber: null, invoiceTerms: null, eInvoice: null, creditNoteNumberFormat: 'CN-{year}-{seq:5}' },
    ...{ zeroTaxCategory: null, defaultTaxRate: null, pricesIncludeTax: false },
    invoiceOnAcceptance: false,
    approval: { totalFrom: null, discountFrom: null, marginBelow: null, madeByKeys: null },
    retentionYears: null,
  },
};

/** Responses that have grown since may be compressed now. */
function omitCoding(etag: string | null): string | null {
  return etag?.replace('-gzip', '') ?? null;
}

function withAdded(path: string, { status, etag, text }: StoredReply) {
  const body = status < 400 ? JSON.parse(text.replaceAll(CUSTOMER, withKind)) : undefined;
  // Invoices have had an ETag since they can be changed, and are long enough to be compressed since they are issued.
  const isInvoice = /^\/invoices\/[^/]+$/.test(path);
  const link = isInvoice && { publicUrl: null };
  return {
    status,
    etag: isInvoice ? '"1"' : omitCoding(etag),
    body: body && { ...added(path, body), ...link },
  };
}

const CUSTOMER = /"taxId":(null|"[^"]*"),"locale":/g;

function withKind(customer: string, taxId: string): string {
  const kind = taxId === 'null' ? 'person' : 'company';
  return customer.replace('"locale":', `"kind":"${kind}","locale":`);
}

function added(path: string, { pagination, ...body }: Json): Json {
  const own = addedToBody(path, body);
  return pagination ? { ...own, pagination: { ...pagination, totalIsExact: true } } : own;
}

function addedToBody(path: string, body: Json): Json {
  if (path === '/account') return { ...body, ...ADDED_TO_ACCOUNT };
  if (path.startsWith('/customers')) {
    return {
      ...body,
      data: body.data.map((customer: Json) => ({ ...customer, metadata: {}, ...ADDED_CUSTOMER_FIELDS })),
    };
  }
  if (path.endsWith('/events')) return body;
  if (path.endsWith('/acceptance')) return addedToAcceptance(body);
  if (body.data) return { ...body, data: body.data.map((each: Json) => addedToEntry(path, each)) };
  return addedToEntry(path, body);
}

function addedToEntry(path: string, entry: Json): Json {
  return path.endsWith('/revisions')
    ? { ...entry, quote: addedToPriced(entry.quote, entry.quote.id) }
    : addedToPriced(entry, entry.quoteId ?? entry.id);
}

/** All items of the stored databases have the same tax rate. */
function addedToPriced(priced: Json, quoteId: string): Json {
  const items = priced.items.map((item: Json, index: number) => ({
    ...item,
    id: `itm_${quoteId.slice(-16)}0${index}`,
  }));
  const net = priced.subtotal - priced.discountAmount;
  const show = { linePrices: true, quantities: true };
  const ofQuote = priced.quoteId === undefined && { attachments: [], invoiceOnAcceptance: false, show };
  const taxes = [{ rate: 19, net, tax: priced.taxAmount }];
  const more = { reference: null, metadata: {}, ...ofQuote, ...invoicing(priced), pricesIncludeTax: false };
  return { ...priced, items, taxes, sections: [], ...more };
}

/** Stages came later: earlier invoices cover the whole quote. */
function invoicing({ quoteId, invoiceId, total, createdAt, customer }: Json): object {
  if (quoteId) {
    const named = { customer: { ...customer, ...ADDED_CUSTOMER_FIELDS } };
    return { stage: null, previousInvoices: [], ...addedLife(total, createdAt), ...named };
  }
  const only = { id: invoiceId, number: 'INV-2026-00001', stage: null, total };
  return { paymentSchedule: null, invoices: invoiceId ? [only] : [] };
}

/** Issuing came later: earlier invoices are drafts. */
function addedLife(total: number, updatedAt: string): object {
  return {
    ...{ kind: 'INVOICE', amountPaid: 0, amountCredited: 0, amountDue: total, overdue: false, updatedAt },
    ...{ issuedAt: null, sentAt: null, viewedAt: null, paidAt: null, notes: null },
    ...{ supplyDate: null, supplyPeriod: null, creditedInvoiceId: null, creditReason: null },
    pricesIncludeTax: false,
    eInvoice: null,
  };
}

/** A stored invoice keeps its parties and its file until it is issued, which keeps its date. */
async function checkStoredInvoice(invoice: Json, api: StoredClient): Promise<void> {
  const path = `/invoices/${invoice.id}`;
  await api.patch(path, { metadata: { ledger: '8400' } });
  await api.patch('/account', { name: 'Renamed' });
  await api.patch(`/customers/${invoice.customerId}`, { name: 'Renamed, too' });
  assert.equal((await api.get(path)).body.customer.name, invoice.customer.name);
  assert.equal((await api.get(`${path}/pdf`)).body.sha256, SERVED_LAST);
  const { body: issued } = await api.post(`${path}/issue`);
  const { status, issueDate, dueDate, customer } = issued;
  assert.deepEqual(
    [status, issueDate, dueDate, customer.name],
    ['ISSUED', invoice.issueDate, invoice.dueDate, 'Renamed, too'],
  );
  assert.notEqual((await api.get(`${path}/pdf`)).body.sha256, SERVED_LAST);
  await api.post(`${path}/payments`, { amount: invoice.total });
  assert.equal((await api.get(path)).body.status, 'PAID');
}

type StoredClient = ReturnType<Awaited<ReturnType<typeof startTestService>>['client']>;

function addedToAcceptance(record: Json): Json {
  const isYes = record.decision === 'ACCEPTED';
  return {
    ...record,
    selection: isYes ? [] : null,
    total: isYes ? TOTAL : null,
    offerSha256: record.documentSha256,
    attachments: [],
  };
}

/** 2.5 × 99.00 plus 19 % tax. */
const TOTAL = 29_453;

async function checkDocuments(paths: string[], api: StoredClient): Promise<void> {
  let checked = 0;
  for (const path of paths.filter((each) => each.endsWith('/revisions'))) {
    for (const { documentUrl, documentSha256 } of (await api.get(path)).body.data ?? []) {
      const response = await fetch(documentUrl);
      if (response.status === 404) continue;
      const bytes = new Uint8Array(await response.arrayBuffer());
      assert.equal(createHash('sha256').update(bytes).digest('hex'), documentSha256, path);
      checked++;
    }
  }
  assert.ok(checked >= 4, `${checked} documents`);
}
