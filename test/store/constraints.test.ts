import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Account } from '../../src/domain/account/account.ts';
import type { Database, SqlValue } from '../../src/store/database.ts';
import { insertQuotes } from '../../src/store/tables/quote/quotes.ts';
import { insertDeliveries } from '../../src/store/tables/webhook/deliveries.ts';
import { insertEndpoint } from '../../src/store/tables/webhook/endpoints.ts';
import { onEveryEngine } from '../support/service/engines.ts';
import { sampleAccount, sampleQuote } from '../support/store/store-samples.ts';

onEveryEngine('The database itself', (engine) => {
  let db: Database;
  let account: Account;
  const quote = sampleQuote('Q-1');
  before(async () => {
    db = await engine.open(await engine.newDatabase());
    account = await sampleAccount(db);
    await db.write(async (tx) => {
      await insertQuotes(tx, account.id, [quote]);
      const endpoint = { account_id: account.id, id: 'whe_1', secret: '', queued_to: 0, created_at: 0 };
      await insertEndpoint(tx, { ...endpoint, url: '', types: '[]', description: null, enabled: 1 });
      const ping = { id: 'evt_1', n: null, type: 'ping', body: '{}' } as const;
      await insertDeliveries(tx, { account_id: account.id, endpoint_id: 'whe_1' }, [ping], 0);
    });
  });
  after(() => db.close());

  const refuses = (what: string, statement: string, values: () => SqlValue[]) =>
    it(`rejects ${what}`, () => assert.rejects(db.write((tx) => tx.run(statement, ...values()))));

  const change = (column: string) => `UPDATE quotes SET ${column} = ? WHERE account_id = ? AND id = ?`;
  const ofQuote = (value: SqlValue) => () => [value, account.id, quote.id];
  const invoice = `INSERT INTO invoices (account_id, id, number, quote_id, stage, customer_id, issue_date, shape, version,
      kind, status, total, amount_paid, amount_credited, series, series_n, overdue, overdue_told, credited_groups,
      follows, edition, doc)
    VALUES (?, ?, ?, ?, ?, 'cus_a', '2026-03-01', 0, 1, 'INVOICE', 'DRAFT', 0, 0, 0, '', 1, 0, 0, '[]', 0, 0, '{}')`;

  refuses('an unknown status', change('status'), ofQuote('LOST'));
  refuses('a converted quote without an invoice', change('status'), ofQuote('CONVERTED'));
  refuses('an invoice on a quote that is not converted', change('invoice_id'), ofQuote('inv_1'));
  refuses('an unknown customer', change('customer_id'), ofQuote('cus_nobody'));
  refuses('a version below one', change('version'), ofQuote(0));
  refuses('text where a number belongs', change('valid_until'), ofQuote('tomorrow'));
  refuses('a quote without text', change('doc'), ofQuote(null));
  refuses('the customer of a quote to go', 'DELETE FROM customers WHERE account_id = ? AND id = ?', () => [
    account.id,
    'cus_a',
  ]);
  refuses('an invoice of no quote', invoice, () => [account.id, 'inv_1', 'INV-1', 'quo_none', 0]);
  refuses(
    'a count below zero',
    'UPDATE quote_counts SET n = -1 WHERE account_id = ? AND customer_id = ?',
    () => [account.id, 'cus_a'],
  );
  refuses(
    'anything of an unknown account',
    'INSERT INTO sequences (account_id, name, value) VALUES (?, ?, 1)',
    () => ['acc_none', 'quote'],
  );

  const endpoint = (column: string) => `UPDATE webhook_endpoints SET ${column} = ? WHERE account_id = ?`;
  refuses('a reason for what is not disabled', endpoint('disabled_reason'), () => ['gone', account.id]);
  refuses('a removed endpoint that is enabled', endpoint('removed_at'), () => [1, account.id]);
  refuses('a replay without an end', endpoint('replay_from'), () => [1, account.id]);
  const delivery = (column: string) => `UPDATE webhook_deliveries SET ${column} = ? WHERE account_id = ?`;
  refuses('a delivery in an unknown state', delivery('state'), () => ['lost', account.id]);
  refuses('a delivery that has nothing to say', delivery('body'), () => [null, account.id]);

  it('rejects a new quote without a customer', () =>
    assert.rejects(
      db.write((tx) => insertQuotes(tx, account.id, [sampleQuote('Q-2', { customerId: 'cus_nobody' })])),
    ));

  it('rejects the deletion of a customer that has a quote', () =>
    assert.rejects(
      db.write((tx) => tx.run('DELETE FROM customers WHERE account_id = ? AND id = ?', account.id, 'cus_a')),
    ));

  it('rejects a duplicate quote number', () =>
    assert.rejects(db.write((tx) => insertQuotes(tx, account.id, [sampleQuote('Q-1')]))));

  it('rejects a second open send of the same document', async () => {
    const sending = `INSERT INTO sendings (account_id, document_id, id, message_id, recipient, link_id, content_sha256,
      state, created_at) VALUES (?, ?, ?, '', '', '', '', ?, 0)`;
    let n = 0;
    const add = (document: string, state: string) =>
      db.write((tx) => tx.run(sending, account.id, document, `snd_${++n}`, state));
    for (const state of ['taken', 'taken', 'unknown', 'pending']) await add(quote.id, state);
    await assert.rejects(add(quote.id, 'pending'));
    await add('inv_1', 'pending');
  });

  it('rejects a second invoice for the rest of a quote or for any of its stages', async () => {
    let n = 0;
    const add = (stage: number) =>
      db.write((tx) => tx.run(invoice, account.id, `inv_${++n}`, `INV-${n}`, quote.id, stage));
    for (const stage of [-1, 0, 23]) await add(stage);
    for (const stage of [-1, 0, 23, 24, -2]) await assert.rejects(add(stage), `${stage}`);
    const kept = await db.read.all<{ stage: number }>('SELECT stage FROM invoices ORDER BY stage');
    assert.deepEqual(
      kept.map(({ stage }) => stage),
      [-1, 0, 23],
    );
  });
});
