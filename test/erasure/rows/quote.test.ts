import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import type { Database, Sql } from '../../../src/store/database.ts';
import { type CustomerQuote, readCustomerQuote } from '../../../src/store/tables/erasure/customer-quotes.ts';
import { eraseQuote } from '../../../src/store/tables/erasure/erase-quote.ts';
import { findQuoteRow } from '../../../src/store/tables/quote/quotes.ts';
import { onFirstEngine } from '../../support/service/engines.ts';
import { insertRow } from '../../support/store/insert-row.ts';
import { insertSampleInvoice, sampleAccount } from '../../support/store/store-samples.ts';

/** Fields of events that people wrote, or that name people, and one that they did not. */
const DATA = {
  ...{ to: 'x', cc: 'x', from: 'x', name: 'x', text: 'x', reason: 'x', response: 'x', note: 'x' },
  ...{ messageId: 'x', answers: 'x', email: 'x', revision: 7 },
};

onFirstEngine('What is stored of a quote', (engine) => {
  let db: Database;
  let accounts: [here: string, there: string];
  /** The quote of the customer and that of another, with the same identifiers in both accounts. */
  let quotes: [own: string, other: string];
  before(async () => {
    db = await engine.open(await engine.newDatabase());
  });
  after(() => db.close());
  beforeEach(async () => {
    accounts = [(await sampleAccount(db)).id, (await sampleAccount(db)).id];
    quotes = await db.write(async (tx) => {
      const own = await insertSampleInvoice(tx, accounts[0], 'INV-1', { id: 'inv_1' });
      const other = await insertSampleInvoice(tx, accounts[0], 'INV-2', { id: 'inv_2', customerId: 'cus_b' });
      await insertSampleInvoice(tx, accounts[1], 'INV-1', { id: 'inv_1' });
      await insertSampleInvoice(tx, accounts[1], 'INV-2', { id: 'inv_2', customerId: 'cus_b' });
      for (const account_id of accounts) {
        await insertQuoteRows(tx, account_id, own, 'own');
        await insertQuoteRows(tx, account_id, other, 'other');
        for (const [invoice, name] of [
          ['inv_1', 'own'],
          ['inv_2', 'other'],
        ] as const)
          await insertInvoiceRows(tx, account_id, invoice, name);
      }
      return [own, other];
    });
  });

  async function insertQuoteRows(tx: Sql, account_id: string, quote_id: string, name: string): Promise<void> {
    const event = JSON.stringify({ id: '', type: 'sent', at: '', actor: {}, data: DATA });
    for (const [id, former_customer_id] of [
      [name, null],
      [`${name} of b`, 'cus_b'],
    ] as const)
      await insertRow(tx, 'events', {
        account_id,
        document_id: quote_id,
        id,
        former_customer_id,
        doc: event,
      });
    const plain = JSON.stringify({ id: '', type: 'viewed', at: '', actor: {}, data: { revision: 7 } });
    await insertRow(tx, 'events', { account_id, document_id: quote_id, id: `${name} plain`, doc: plain });
    for (const [awaits, label] of [
      [1, 'awaits'],
      [0, 'is read'],
    ] as const)
      await insertRow(tx, 'messages', { account_id, quote_id, id: `${name} ${label}`, awaits });
    const approval = { content_sha256: name, state: 'requested', doc: '{}' };
    await insertRow(tx, 'approvals', { account_id, quote_id, ...approval });
    await insertRow(tx, 'item_costs', { account_id, owner_id: quote_id, doc: '{}' });
    for (const decision of ['ACCEPTED', 'DECLINED']) {
      const doc = JSON.stringify({ decision, documentSha256: null, attachments: [] });
      await insertRow(tx, 'decisions', { account_id, quote_id, id: `${name} ${decision}`, doc });
    }
    const revision = JSON.stringify({ quote: { attachments: [{ sha256: `attached to ${name}` }] } });
    await insertRow(tx, 'revisions', { account_id, quote_id, document_sha256: name, doc: revision });
    const use = { kind: 'revision', sha256: `attached to ${name}` };
    await insertRow(tx, 'attachment_uses', { account_id, quote_id, ...use });
    if ((await findQuoteRow(tx, account_id, quote_id)) !== undefined) {
      const series = {
        id: `ser ${name}`,
        quote_id,
        customer_id: 'cus_a',
        every: 'month',
        first_date: '2026-01-01',
      };
      const terms = { invoiced: 1, payment_method: 'CASH', due_days: 7, currency: 'EUR', total: 1 };
      await insertRow(tx, 'recurring_series', { account_id, ...series, ...terms });
      await tx.run(
        `UPDATE quotes SET doc = replace(doc, '"invoices":[', '"series":[{}],"invoices":[') WHERE account_id = ? AND id = ?`,
        ...[account_id, quote_id],
      );
    }
    await tx.run(
      `UPDATE quotes SET link_id = 'lnk', revocations = 3, open_proposals = 2, signatures = '[]'
       WHERE account_id = ? AND id = ?`,
      ...[account_id, quote_id],
    );
  }

  async function insertInvoiceRows(
    tx: Sql,
    account_id: string,
    invoice_id: string,
    name: string,
  ): Promise<void> {
    await tx.run(
      `UPDATE invoices SET link_id = 'lnk', revocations = 3 WHERE account_id = ? AND id = ?`,
      ...[account_id, invoice_id],
    );
    const doc = JSON.stringify({ id: '', type: 'paid', at: '', actor: {}, data: DATA });
    await insertRow(tx, 'events', { account_id, document_id: invoice_id, id: `${name} invoice`, doc });
    const shown = { subject_id: invoice_id, source_sha256: name, link_id: name };
    await insertRow(tx, 'shown_documents', { account_id, ...shown });
    for (const n of [1, 2]) {
      const id = `${name} ${n}`;
      const money = { amount: 5, currency: 'EUR', paid_on: '2026-03-01', method: 'CASH', recorded_at: 0 };
      const payment = { id, invoice_id, customer_id: 'cus_a', kind: 'payment', ...money };
      await insertRow(tx, 'payments', { account_id, ...payment });
      await insertRow(tx, 'refunds', {
        account_id,
        id,
        payment_id: id,
        amount: 1,
        created_at: 0,
        running_until: 0,
      });
      const line = account_id === accounts[0] ? id : `${id} elsewhere`;
      await insertRow(tx, 'bank_lines', { account_id, id: line, seen_at: 0, money_mark: 'm', marks: 'x' });
      await insertRow(tx, 'bank_lines', { account_id, id: `${line} unpaid`, seen_at: 0, marks: 'y' });
      await insertRow(tx, 'bank_line_payments', { account_id, payment_id: id, line_id: line });
      const checkout = { id, invoice_id, connection_id: 'c', provider: 'stripe', amount: 5, currency: 'EUR' };
      const ended = { state: 'ended', token_hash: id, created_at: 0, ended_at: 0 };
      await insertRow(tx, 'checkouts', { account_id, ...checkout, ...ended });
    }
  }

  const list = async (table: string, column: string, where = '1 = 1', accountId = accounts[0]) => {
    const rows = await db.read.all<{ value: string }>(
      `SELECT ${column} AS value FROM ${table} WHERE account_id = ? AND ${where} ORDER BY 1`,
      accountId,
    );
    return rows.map(({ value }) => value);
  };

  const erase = async (mustKeep: boolean, change: Partial<CustomerQuote['owner']> = {}) => {
    const before = await readAll(accounts[1]);
    await db.write(async (tx) => {
      const owner = { accountId: accounts[0], customerId: 'cus_a', ...change };
      const found = await readCustomerQuote(tx, owner, quotes[0]);
      await eraseQuote(tx, found, mustKeep);
    });
    assert.deepEqual(await readAll(accounts[1]), before, 'the other account is left');
  };
  const TABLES = [
    ...['quotes', 'invoices', 'events', 'messages', 'approvals', 'item_costs', 'decisions', 'payments'],
    ...['refunds', 'bank_lines', 'bank_line_payments', 'checkouts', 'shown_documents', 'invoice_facts'],
    ...['recurring_series', 'revisions', 'attachment_uses'],
  ];
  const readAll = (accountId: string) =>
    Promise.all(TABLES.map((table) => db.read.all(`SELECT * FROM ${table} WHERE account_id = ?`, accountId)));

  it('is all deleted if nothing must be kept, and nothing of another quote', async () => {
    await erase(false);
    assert.deepEqual(await list('quotes', 'id'), [quotes[1]]);
    assert.deepEqual(await list('quotes', 'id', `link_id = 'lnk' AND revocations = 3`), [quotes[1]]);
    assert.deepEqual(await list('invoices', 'id', `link_id = 'lnk' AND revocations = 3`), ['inv_2']);
    assert.deepEqual(await list('invoices', 'id'), ['inv_2']);
    assert.deepEqual(await list('invoice_facts', 'id'), ['inv_2']);
    assert.deepEqual(await list('events', 'id'), ['other', 'other invoice', 'other of b', 'other plain']);
    assert.deepEqual(await list('messages', 'id', 'awaits = 1'), ['other awaits']);
    assert.equal((await list('messages', 'id')).length, 4, 'messages go with the correspondence');
    assert.deepEqual(await list('approvals', 'content_sha256'), ['other']);
    assert.deepEqual(await list('item_costs', 'owner_id'), [quotes[1]]);
    assert.deepEqual(await list('recurring_series', 'id'), ['ser other']);
    assert.deepEqual(await list('revisions', 'document_sha256'), ['other']);
    assert.deepEqual(await list('attachment_uses', 'sha256'), ['attached to other']);
    assert.deepEqual(await list('decisions', 'id'), ['other ACCEPTED', 'other DECLINED']);
    for (const [table, column] of [
      ['payments', 'id'],
      ['refunds', 'id'],
      ['bank_line_payments', 'line_id'],
      ['checkouts', 'id'],
    ] as const)
      assert.deepEqual(await list(table, column), ['other 1', 'other 2'], table);
    assert.deepEqual(await list('bank_lines', 'id', 'marks IS NULL AND money_mark IS NULL'), [
      'own 1',
      'own 2',
    ]);
    assert.deepEqual(await list('bank_lines', 'id', `marks = 'x' AND money_mark = 'm'`), [
      'other 1',
      'other 2',
    ]);
    assert.deepEqual(await list('shown_documents', 'link_id'), ['other']);
    const counts = await db.read.all<{ customer_id: string; n: number }>(
      'SELECT customer_id, n FROM invoice_counts WHERE account_id = ? AND n > 0 ORDER BY 1',
      accounts[0],
    );
    assert.deepEqual(
      counts.map(({ customer_id, n }) => [customer_id, n]),
      [
        ['', 1],
        ['cus_b', 1],
      ],
    );
  });

  it('is kept with what was accepted and invoiced, but nobody can open or read who wrote', async () => {
    await erase(true);
    assert.deepEqual(await list('quotes', 'id'), [...quotes].sort());
    const closed = 'link_id IS NULL AND revocations = 4';
    assert.deepEqual(await list('quotes', 'id', `${closed} AND open_proposals = 0 AND signatures IS NULL`), [
      quotes[0],
    ]);
    assert.deepEqual(await list('quotes', 'id', `open_proposals = 2 AND signatures = '[]'`), [quotes[1]]);
    assert.deepEqual(await list('invoices', 'id', closed), ['inv_1']);
    assert.deepEqual(await list('decisions', 'id'), ['other ACCEPTED', 'other DECLINED', 'own ACCEPTED']);
    assert.deepEqual(await list('approvals', 'content_sha256'), ['other']);
    assert.equal((await list('payments', 'id')).length, 4);
    assert.deepEqual(await readEvents(), {
      ...{ own: { revision: 7 }, 'own invoice': { revision: 7 }, 'own plain': { revision: 7 } },
      ...{ 'own of b': DATA, other: DATA, 'other of b': DATA, 'other invoice': DATA },
      'other plain': { revision: 7 },
    });
  });

  it('of a customer who had it before is their decisions and history, and not its content', async () => {
    await db.write((tx) =>
      tx.run(
        `UPDATE decisions SET former_customer_id = 'cus_b' WHERE account_id = ? AND id = 'own ACCEPTED'`,
        accounts[0],
      ),
    );
    await erase(false, { customerId: 'cus_b' });
    assert.deepEqual(
      await list('quotes', 'id', `link_id = 'lnk' AND open_proposals = 2`),
      [...quotes].sort(),
    );
    assert.equal((await list('invoices', 'id', `link_id = 'lnk'`)).length, 2);
    assert.equal((await list('approvals', 'content_sha256')).length, 2);
    assert.deepEqual(await list('decisions', 'id'), ['other ACCEPTED', 'other DECLINED', 'own DECLINED']);
    const events = await readEvents();
    assert.deepEqual([events['own of b'], events.own, events['other of b']], [{ revision: 7 }, DATA, DATA]);
  });

  const readEvents = async () => {
    const rows = await db.read.all<{ id: string; doc: string }>(
      'SELECT id, doc FROM events WHERE account_id = ?',
      accounts[0],
    );
    return Object.fromEntries(rows.map(({ id, doc }) => [id, JSON.parse(doc).data]));
  };
});
