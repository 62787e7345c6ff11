import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import type { Database, Sql } from '../../../src/store/database.ts';
import { putCustomer } from '../../../src/store/tables/customers.ts';
import {
  deleteRecipientCounts,
  listOwnAddresses,
  listRecipients,
} from '../../../src/store/tables/erasure/addresses.ts';
import {
  listFormerQuoteIds,
  listPartyHashes,
  listQuoteIds,
  readCustomerQuote,
} from '../../../src/store/tables/erasure/customer-quotes.ts';
import {
  listCapturedAbout,
  listCapturedTo,
  listPayments,
} from '../../../src/store/tables/erasure/export-rows.ts';
import { CUSTOMER } from '../../fixtures/customer.ts';
import { onFirstEngine } from '../../support/service/engines.ts';
import { insertRow } from '../../support/store/insert-row.ts';
import { insertSampleInvoice, sampleAccount } from '../../support/store/store-samples.ts';

onFirstEngine('What belongs to a customer', (engine) => {
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
  const setEmail = (tx: Sql, accountId: string, id: string, email: string | null) =>
    putCustomer(tx, accountId, { ...CUSTOMER, metadata: {}, id, email });

  /** An email about a document to an address, as it was sent and as it was begun. */
  async function insertMail(
    table: 'sent_mails' | 'sendings',
    document_id: string,
    recipient: string,
    { former = null, accountId = accounts[0] }: { former?: string | null; accountId?: string } = {},
  ): Promise<void> {
    const id = `${document_id} ${recipient} ${former}`;
    const mail = {
      account_id: accountId,
      document_id,
      recipient,
      former_customer_id: former,
      message_id: id,
    };
    const row = table === 'sendings' ? { ...mail, id } : mail;
    await db.write((tx) => insertRow(tx, table, row));
  }

  it('are the addresses that emails about its documents went to, while they were its own', async () => {
    for (const table of ['sent_mails', 'sendings'] as const) {
      const name = (what: string) => `${what}.${table}@Mail.example`;
      await insertMail(table, quotes[0], name('quote'));
      await insertMail(table, 'inv_1', name('invoice'));
      await insertMail(table, quotes[0], name('former'), { former: 'cus_b' });
      await insertMail(table, quotes[1], name('other'));
      await insertMail(table, 'inv_2', name('other'));
      await insertMail(table, quotes[1], name('given'), { former: 'cus_a' });
      await insertMail(table, 'quo_deleted', name('deleted'), { former: 'cus_a' });
      await insertMail(table, 'quo_lost', name('lost'), { former: 'cus_a' });
      await insertMail(table, quotes[2], name('elsewhere'), { accountId: accounts[1] });
      await insertMail(table, quotes[0], name('elsewhere'), { accountId: accounts[1] });
    }
    await db.write(async (tx) => {
      const former = { account_id: accounts[0], former_customer_id: 'cus_a' };
      await insertRow(tx, 'documents', { ...former, source_sha256: 'a', quote_id: quotes[1] });
      await insertRow(tx, 'documents', { ...former, source_sha256: 'b', quote_id: 'quo_deleted' });
      const others = [
        { ...former, former_customer_id: 'cus_c' },
        { ...former, account_id: accounts[1] },
      ];
      for (const row of others)
        await insertRow(tx, 'documents', { ...row, source_sha256: 'c', quote_id: 'quo_lost' });
    });
    const names = (...whats: string[]) =>
      whats
        .flatMap((what) => ['sendings', 'sent_mails'].map((table) => `${what}.${table}@mail.example`))
        .sort();
    const found = async (customerId: string) =>
      (await listRecipients(db.read, accounts[0], customerId)).sort();
    assert.deepEqual(await found('cus_a'), names('quote', 'invoice', 'given', 'deleted'));
    assert.deepEqual(await found('cus_b'), names('other'));
    assert.deepEqual(await found('cus_c'), []);
  });

  it('are addresses of its own, unless another customer has them or got emails there', async () => {
    const address = (name: string) => `${name}@mail.example`;
    const names = [
      'own',
      'shared',
      'same',
      'elsewhere',
      'mailed',
      'begun',
      'billed',
      'former',
      'mine',
      'void',
    ];
    await db.write(async (tx) => {
      await setEmail(tx, accounts[0], 'cus_a', 'Own@mail.example');
      await setEmail(tx, accounts[0], 'cus_b', 'SHARED@Mail.example');
      await setEmail(tx, accounts[0], 'cus_c', null);
      await setEmail(tx, accounts[1], 'cus_b', address('elsewhere'));
    });
    await insertMail('sent_mails', quotes[0], 'Same@mail.example');
    await insertMail('sent_mails', quotes[1], 'Mailed@mail.example');
    await insertMail('sendings', quotes[1], address('begun'));
    await insertMail('sent_mails', 'inv_2', address('billed'));
    await insertMail('sent_mails', quotes[0], address('former'), { former: 'cus_b' });
    await insertMail('sent_mails', quotes[1], address('mine'), { former: 'cus_a' });
    await insertMail('sent_mails', 'quo_deleted', address('void'));
    await insertMail('sent_mails', quotes[1], address('elsewhere'), { accountId: accounts[1] });
    const found = await listOwnAddresses(db.read, accounts[0], 'cus_a', names.map(address));
    assert.deepEqual(found, ['own', 'same', 'elsewhere', 'mine', 'void'].map(address));
    // They are looked up in batches.
    const many = Array.from({ length: 150 }, (_, index) => address(`free${index}`));
    const [first, middle, last] = ['begun', 'shared', 'mailed'].map(address);
    const mixed = [first, ...many.slice(0, 70), middle, ...many.slice(70), last].map(String);
    assert.deepEqual(await listOwnAddresses(db.read, accounts[0], 'cus_a', mixed), many);
    assert.deepEqual(await listOwnAddresses(db.read, accounts[0], 'cus_a', []), []);
  });

  it('are addresses that a cap counts, which go by account and address', async () => {
    await db.write(async (tx) => {
      for (const account_id of accounts) {
        for (const recipient of ['a', 'b', 'c'])
          await insertRow(tx, 'sending_recipients', { account_id, recipient, sending_id: 's' });
      }
      await deleteRecipientCounts(tx, accounts[0], ['a', 'c', 'd']);
    });
    assert.deepEqual(await list('sending_recipients', 'recipient'), ['b']);
    assert.equal((await list('sending_recipients', 'recipient', '1 = 1', accounts[1])).length, 3);
  });

  it('are quotes that are its own, in pages, and quotes that were', async () => {
    const [here, there] = accounts;
    const second = await db.write((tx) => insertSampleInvoice(tx, here, 'INV-3', { id: 'inv_3' }));
    const own = [quotes[0], second].sort();
    const page = (after: string, limit: number) => listQuoteIds(db.read, here, 'cus_a', after, limit);
    assert.deepEqual(
      [await page('', 9), await page('', 1), await page(own[0] ?? '', 9)],
      [...[own, own.slice(0, 1), own.slice(1)]],
    );
    assert.deepEqual(await page(own[1] ?? '', 9), []);
    await db.write(async (tx) => {
      for (const account_id of accounts)
        await insertRow(tx, 'sellers', { account_id, sha256: 's', doc: '{}' });
      for (const [account_id, sha256, id] of [
        [here, 'of a', 'cus_a'],
        [here, 'of a again', 'cus_a'],
        [here, 'of b', 'cus_b'],
        [there, 'of a elsewhere', 'cus_a'],
      ] as const) {
        const customer = JSON.stringify({ id, name: 'cus_a' });
        await insertRow(tx, 'parties', { account_id, sha256, seller_sha256: 's', customer });
      }
      const row = (quote_id: string, parties_sha256: string, account_id: string = here) => ({
        ...{ account_id, quote_id, parties_sha256 },
      });
      await insertRow(tx, 'revisions', row('quo_revised', 'of a'));
      await insertRow(tx, 'revisions', row(quotes[1], 'of a again'));
      await insertRow(tx, 'revisions', row(quotes[0], 'of a'));
      await insertRow(tx, 'revisions', row('quo_no', 'of b'));
      await insertRow(tx, 'revisions', row('quo_there', 'of a', there));
      await insertRow(tx, 'decisions', { ...row('quo_decided', 'of a'), id: 'ans', source: '{}' });
      await insertRow(tx, 'decisions', { ...row('quo_no', 'of b'), id: 'ans', source: '{}' });
      for (const [account_id, quote_id, former_customer_id] of [
        [here, 'quo_filed', 'cus_a'],
        [here, 'quo_decided', 'cus_a'],
        [here, 'quo_no', 'cus_b'],
        [there, 'quo_there', 'cus_a'],
        // One that the customer got back is its own.
        [here, second, 'cus_a'],
      ] as const)
        await insertRow(tx, 'documents', {
          account_id,
          quote_id,
          former_customer_id,
          source_sha256: quote_id,
        });
    });
    assert.deepEqual((await listPartyHashes(db.read, here, 'cus_a')).sort(), ['of a', 'of a again']);
    assert.deepEqual(await listFormerQuoteIds(db.read, here, 'cus_a'), [
      ...['quo_decided', 'quo_filed', 'quo_revised', quotes[1]].sort(),
    ]);
  });

  it('is a quote with its invoices and decisions, whoever it is for now', async () => {
    await db.write(async (tx) => {
      for (const [id, former_customer_id] of [
        ['ans_1', null],
        ['ans_2', 'cus_b'],
      ] as const) {
        const doc = JSON.stringify({ decision: 'ACCEPTED', id: 'other' });
        await insertRow(tx, 'decisions', {
          account_id: accounts[0],
          quote_id: quotes[0],
          id,
          former_customer_id,
          doc,
        });
      }
    });
    const read = async (customerId: string, id = quotes[0]) => {
      const found = await readCustomerQuote(db.read, { accountId: accounts[0], customerId }, id);
      const { owner, quote, invoices, decisions } = found;
      return [
        owner.isCurrent,
        quote?.id,
        invoices.map((invoice) => invoice.id),
        decisions.map((each) => each.id),
      ];
    };
    assert.deepEqual(await read('cus_a'), [true, quotes[0], ['inv_1'], ['ans_1']]);
    assert.deepEqual(await read('cus_b'), [false, quotes[0], [], ['ans_2']]);
    assert.deepEqual(await read('cus_a', 'quo_deleted'), [true, undefined, [], []]);
    assert.deepEqual(await read('cus_a', quotes[2]), [true, undefined, [], []], 'of another account');
  });

  it('are payments and captured emails, which an export has', async () => {
    const [here, there] = accounts;
    await insertMail('sent_mails', quotes[0], 'a@mail.example');
    await insertMail('sendings', quotes[0], 'b@mail.example');
    await insertMail('sent_mails', quotes[1], 'a@mail.example');
    await db.write(async (tx) => {
      for (const account_id of accounts) {
        for (const name of ['a', 'b', 'xa', 'a_', 'a%']) {
          const doc = JSON.stringify({ to: [{ address: `${name === 'a' ? 'A' : name}@mail.example` }] });
          const message_id = `${quotes[0]} ${name}@mail.example null`;
          await insertRow(tx, 'captured_mails', { account_id, id: name, message_id, doc });
        }
      }
      for (const [account_id, invoice_id, id] of [
        [here, 'inv_1', 'pay_1'],
        [here, 'inv_2', 'pay_2'],
        [there, 'inv_1', 'pay_3'],
      ] as const) {
        const money = { amount: 5, currency: 'EUR', paid_on: '2026-03-01', method: 'CASH', recorded_at: 0 };
        await insertRow(tx, 'payments', {
          account_id,
          id,
          invoice_id,
          customer_id: 'c',
          kind: 'payment',
          ...money,
        });
      }
    });
    const owner = { accountId: here, customerId: 'cus_a', isCurrent: true };
    assert.deepEqual((await listCapturedAbout(db.read, owner, quotes[0])).sort(), ['a', 'b']);
    assert.deepEqual(await listCapturedAbout(db.read, owner, quotes[1]), []);
    const to = (address: string) => listCapturedTo(db.read, here, address);
    assert.deepEqual(
      [await to('a@mail.example'), await to('a_@mail.example'), await to('a%@mail.example')],
      [...[['a'], ['a_'], ['a%']]],
    );
    const payments = (await listPayments(db.read, here, 'inv_1')) as { id: string }[];
    assert.deepEqual(
      payments.map(({ id }) => id),
      ['pay_1'],
    );
  });
});
