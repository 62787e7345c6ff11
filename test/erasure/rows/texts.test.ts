import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import type { Database } from '../../../src/store/database.ts';
import {
  type DeliveryKey,
  deleteDeliveries,
  eraseEvents,
  listDeliveriesAbout,
  listEventsAbout,
} from '../../../src/store/tables/erasure/erase-feed.ts';
import {
  eraseTexts,
  listTexts,
  replaceImport,
  TEXT_TABLES,
  type TextTable,
} from '../../../src/store/tables/erasure/erase-texts.ts';
import {
  freezeInvoices,
  freezeQuotes,
  hasUnfrozenDocuments,
} from '../../../src/store/tables/erasure/freeze-parties.ts';
import { CUSTOMER } from '../../fixtures/customer.ts';
import { onFirstEngine } from '../../support/service/engines.ts';
import { insertRow } from '../../support/store/insert-row.ts';
import { insertSampleInvoice, sampleAccount } from '../../support/store/store-samples.ts';

onFirstEngine('What mentions a customer', (engine) => {
  let db: Database;
  let accounts: [here: string, there: string];
  /** Quotes of `cus_a` and `cus_b` in the first account, and one of `cus_a` in the second. */
  let quotes: [own: string, other: string, elsewhere: string];
  before(async () => {
    db = await engine.open(await engine.newDatabase());
  });
  after(() => db.close());
  beforeEach(async () => {
    const [here, there] = [(await sampleAccount(db)).id, (await sampleAccount(db)).id];
    accounts = [here, there];
    quotes = await db.write(async (tx) => [
      await insertSampleInvoice(tx, here, 'INV-1', { id: 'inv_1' }),
      await insertSampleInvoice(tx, here, 'INV-2', { id: 'inv_2', customerId: 'cus_b' }),
      await insertSampleInvoice(tx, there, 'INV-1', { id: 'inv_1' }),
    ]);
  });

  const list = async (table: string, column: string, where = '1 = 1', accountId = accounts[0]) => {
    const rows = await db.read.all<{ value: string }>(
      `SELECT ${column} AS value FROM ${table} WHERE account_id = ? AND ${where} ORDER BY 1`,
      accountId,
    );
    return rows.map(({ value }) => value);
  };
  const eraseDeliveries = async (accountId: string, customerId: string) => {
    for (let after: DeliveryKey | undefined = { endpoint_id: '', id: '' }; after; ) {
      const page = await listDeliveriesAbout(db.read, accountId, customerId, after);
      await db.write((tx) => deleteDeliveries(tx, accountId, page.found));
      after = page.last;
    }
  };

  it('is the feed, in which its events are overwritten and nothing else', async () => {
    const [here, there] = accounts;
    const event = (data: object, id = 'evt') =>
      JSON.stringify({ id, type: 'x', timestamp: '2026-03-01T00:00:00.000Z', data });
    const a = { customerId: 'cus_a' };
    const about = [
      a,
      { customer: { id: 'cus_a' } },
      { quote: a },
      { quote: {}, previous: a },
      { invoice: a },
    ];
    const others = [
      { customerId: 'cus_b' },
      { quote: { customerId: 'CUS_A' } },
      { metadata: a },
      { quote: { id: 'cus_a' } },
    ];
    await db.write(async (tx) => {
      const insert = (account_id: string, n: number, data: object, more: object = {}) =>
        insertRow(tx, 'feed', { account_id, n, type: 'quote.sent', doc: event(data, `evt ${n}`), ...more });
      for (const account_id of accounts) {
        await insert(account_id, 10, a);
        for (const [index, data] of [...about, { creditNote: a }, ...others].entries())
          await insert(account_id, 11 + index, data);
        await insert(account_id, 21, a, { type: 'customer.erased' });
        await insert(account_id, 22, {}, { doc: null, customer_name: 'cus_a' });
        await insert(account_id, 23, { customerId: 'cusXa' });
        await insert(account_id, 24, { creditNote: a }, { quote_id: 'quo_1' });
        await insert(account_id, 25, a);
        for (const n of [10, 11, 17, 21, 24, 25])
          await insertRow(tx, 'webhook_deliveries', { account_id, id: `dlv ${n}`, event_n: n });
      }
    });
    const stretch = { after: 10, upTo: 24 };
    const find = async (accountId: string, customerId: string) =>
      (await listEventsAbout(db.read, accountId, customerId, stretch))
        .map(({ n }) => n)
        .sort((x, y) => x - y);
    assert.deepEqual(await find(here, 'cus_a'), [11, 12, 13, 14, 15, 16, 24]);
    assert.deepEqual([await find(here, 'cus_b'), await find(here, 'cus_c')], [[17], []]);
    assert.deepEqual(await find(here, 'cus%'), [], 'no pattern');
    const events = await listEventsAbout(db.read, here, 'cus_a', stretch);
    const before = await list('feed', 'doc', '1 = 1', there);
    await db.write((tx) => eraseEvents(tx, here, 'cus_a', events));
    await eraseDeliveries(here, 'cus_c');
    const erased = await db.read.all<{ n: number; quote_id: string; customer_id: string; doc: string }>(
      `SELECT n, quote_id, customer_id, doc FROM feed
       WHERE account_id = ? AND type = 'customer.erased' AND n <> 21 ORDER BY n`,
      here,
    );
    assert.deepEqual(
      erased.map(({ n, quote_id, customer_id }) => [n, quote_id, customer_id]),
      [11, 12, 13, 14, 15, 16, 24].map((n) => [n, n === 24 ? 'quo_1' : '', 'cus_a']),
    );
    for (const { n, doc } of erased) {
      const timestamp = '2026-03-01T00:00:00.000Z';
      const whole = {
        id: `evt ${n}`,
        type: 'customer.erased',
        timestamp,
        actor: { type: 'system' },
        data: a,
      };
      assert.deepEqual(JSON.parse(doc), whole);
    }
    assert.deepEqual(await list('feed', 'doc', '1 = 1', there), before);
    assert.deepEqual(await list('webhook_deliveries', 'event_n'), [10, 17, 21, 25]);
    assert.equal((await list('webhook_deliveries', 'event_n', '1 = 1', there)).length, 6);
  });

  it('are deliveries of events that are no longer in the feed', async () => {
    const [here, there] = accounts;
    const body = (customerId: string) => JSON.stringify({ data: { customerId, text: 'cus_a' } });
    await db.write(async (tx) => {
      for (const account_id of accounts) {
        const insert = (id: string, row: object) =>
          insertRow(tx, 'webhook_deliveries', { account_id, id, event_n: 1, body: body('cus_a'), ...row });
        await insert('own', {});
        await insert('own too', { body: JSON.stringify({ data: { quote: { customerId: 'cus_a' } } }) });
        await insert('other', { body: body('cus_b') });
        await insert('of the text', {
          body: JSON.stringify({ data: { text: 'cus_a', customerId: 'cus_b' } }),
        });
        await insert('test', { event_n: null });
        await insert('erased', { type: 'customer.erased' });
      }
    });
    const ids = (accountId: string) => list('webhook_deliveries', 'id', '1 = 1', accountId);
    const all = await ids(there);
    await eraseDeliveries(here, 'cus_c');
    assert.deepEqual(await ids(here), all);
    await eraseDeliveries(here, 'cus_a');
    assert.deepEqual(await ids(here), ['erased', 'of the text', 'other', 'test']);
    assert.deepEqual(await ids(there), all);
    // In several pages, of two endpoints.
    await db.write(async (tx) => {
      for (let n = 0; n < 1100; n++) {
        const place = { account_id: here, endpoint_id: `whe_${n % 2}`, id: `many ${n}`, event_n: 1 };
        await insertRow(tx, 'webhook_deliveries', {
          ...place,
          body: body(n % 550 === 7 ? 'cus_b' : 'cus_a'),
        });
      }
    });
    await eraseDeliveries(here, 'cus_a');
    assert.deepEqual(await ids(here), ['erased', 'many 557', 'many 7', 'of the text', 'other', 'test']);
  });

  it('are texts of no document, which are read in pages and erased one by one', async () => {
    const [here, there] = accounts;
    const key = (n: number) => `key ${String(n).padStart(3, '0')}`;
    const COUNTS: Record<TextTable, number> = { captured_mails: 5, idempotency: 101, payment_imports: 21 };
    await db.write(async (tx) => {
      for (const account_id of accounts) {
        for (let n = 0; n < 101; n++) {
          const id = key(n);
          const plain = { account_id, created_at: 0 };
          const request = { ...plain, key: id, fingerprint: '' };
          if (n === 1) await insertRow(tx, 'idempotency', { ...request, running_until: 5 });
          else
            await insertRow(tx, 'idempotency', { ...request, status: 200, headers: '{}', body: `body ${n}` });
          if (n < 5)
            await insertRow(tx, 'captured_mails', {
              account_id,
              id,
              message_id: id,
              doc: `head ${n}`,
              content: `text ${n}`,
            });
          if (n < 21) await insertRow(tx, 'payment_imports', { ...plain, id, doc: `doc ${n}` });
        }
      }
    });
    for (const table of TEXT_TABLES) {
      const first = await listTexts(db.read, table, here, '');
      assert.equal(first.length, COUNTS[table] - 1, table);
      const rest = await listTexts(db.read, table, here, first.at(-1)?.key ?? '');
      assert.deepEqual(
        rest.map((row) => row.key),
        [key(COUNTS[table] - 1)],
      );
      const texts = first.slice(0, 2).map(({ head, text }) => [head, text]);
      const expected = {
        captured_mails: [
          ['head 0', 'text 0'],
          ['head 1', 'text 1'],
        ],
        idempotency: [
          ['', 'body 0'],
          ['', ''],
        ],
        payment_imports: [
          ['', 'doc 0'],
          ['', 'doc 1'],
        ],
      };
      assert.deepEqual(texts, expected[table], table);
      await db.write((tx) => eraseTexts(tx, table, here, [key(0), key(1), key(3)]));
    }
    for (const table of ['captured_mails', 'payment_imports']) {
      const left = await list(table, 'id');
      assert.deepEqual(left.slice(0, 2), [key(2), key(4)]);
    }
    const counts = TEXT_TABLES.map(async (table) => {
      const column = table === 'idempotency' ? 'key' : 'id';
      return [(await list(table, column)).length, (await list(table, column, '1 = 1', there)).length];
    });
    assert.deepEqual(await Promise.all(counts), [
      [2, 5],
      [101, 101],
      [18, 21],
    ]);
    // What was answered is not answered again, and what runs goes on.
    const erased = 'status <> 200 AND headers IS NULL AND body IS NULL';
    assert.deepEqual(await list('idempotency', 'key', erased), [key(0), key(3)]);
    assert.deepEqual(await list('idempotency', 'key', 'status IS NULL AND running_until = 5'), [key(1)]);
    assert.deepEqual(await list('idempotency', 'key', erased, there), []);
    await db.write((tx) => replaceImport(tx, here, key(2), 'less'));
    assert.deepEqual(await list('payment_imports', 'id', `doc = 'less'`), [key(2)]);
    assert.deepEqual(await list('payment_imports', 'id', `doc = 'less'`, there), []);
  });

  it('are documents that must be kept, which get a copy of it', async () => {
    const [here, there] = accounts;
    const has = (accountId: string, customerId: string) =>
      hasUnfrozenDocuments(db.read, accountId, customerId);
    assert.deepEqual([await has(here, 'cus_a'), await has(here, 'cus_c')], [true, false]);
    const customer = { ...CUSTOMER, id: 'cus_a', name: 'As it was' };
    await db.write((tx) => freezeInvoices(tx, here, customer, 'frozen'));
    const frozen = `parties_sha256 = 'frozen' AND follows = 0 AND version = 2`;
    assert.deepEqual(await list('invoices', 'id', frozen), ['inv_1']);
    const [doc = '{}'] = await list('invoices', 'doc', `id = 'inv_1'`);
    assert.equal(JSON.parse(doc).customer.name, 'As it was');
    assert.deepEqual(await list('invoices', 'id', 'follows = 1'), ['inv_2']);
    assert.deepEqual(await list('invoices', 'id', 'follows = 1', there), ['inv_1']);
    assert.equal(await has(here, 'cus_a'), false);
    // One that was issued shows the customer as it was already.
    await db.write(async (tx) => {
      await tx.run(`UPDATE invoices SET parties_sha256 = NULL WHERE account_id = ? AND id = 'inv_1'`, here);
      await freezeInvoices(tx, here, { ...customer, name: 'As it is' }, 'frozen later');
    });
    assert.deepEqual(await list('invoices', 'id', `parties_sha256 = 'frozen later'`), ['inv_1']);
    const [issued = '{}'] = await list('invoices', 'doc', `id = 'inv_1'`);
    assert.equal(JSON.parse(issued).customer.name, 'As it was');

    const setStatus = (id: string, status: string, parties: string | null, account = here) =>
      db.write(async (tx) => {
        await tx.run(
          `UPDATE quotes SET status = ?, invoice_id = ?, parties_sha256 = ? WHERE account_id = ? AND id = ?`,
          ...[status, status === 'CONVERTED' ? 'inv_1' : null, parties, account, id],
        );
        await tx.run(
          'UPDATE quote_facts SET status = ? WHERE account_id = ? AND id = ?',
          ...[status, account, id],
        );
      });
    await setStatus(quotes[1], 'ACCEPTED', null);
    await setStatus(quotes[2], 'ACCEPTED', null, there);
    const kept: boolean[] = [];
    for (const status of ['SENT', 'DECLINED', 'EXPIRED', 'ACCEPTED', 'CONVERTED']) {
      await setStatus(quotes[0], status, null);
      kept.push(await has(here, 'cus_a'));
    }
    assert.deepEqual(kept, [false, false, false, true, true]);
    await setStatus(quotes[0], 'ACCEPTED', 'own');
    assert.equal(await has(here, 'cus_a'), false, 'it has one');
    await setStatus(quotes[0], 'ACCEPTED', null);
    await db.write((tx) => freezeQuotes(tx, here, 'cus_a', 'frozen'));
    assert.deepEqual(await list('quotes', 'id', `parties_sha256 = 'frozen'`), [quotes[0]]);
    assert.deepEqual(await list('quotes', 'id', `parties_sha256 = 'frozen'`, there), []);
  });
});
