import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import { beginErasure, RETRY_MS } from '../../../src/actions/customers/erasure/begin-erasure.ts';
import { continueErasure } from '../../../src/actions/customers/erasure/continue-erasure.ts';
import {
  completeErasures,
  continueDueErasures,
  eraseCustomer,
} from '../../../src/actions/customers/erasure/erase-customer.ts';
import { eraseMentions } from '../../../src/actions/customers/erasure/erase-texts.ts';
import { findTraces, openUnfinished, sealUnfinished } from '../../../src/actions/customers/erasure/traces.ts';
import { DAY_MS } from '../../../src/domain/calendar.ts';
import { Problem } from '../../../src/domain/errors.ts';
import type { Database } from '../../../src/store/database.ts';
import { findCustomer, putCustomer } from '../../../src/store/tables/customers.ts';
import { listDueErasures } from '../../../src/store/tables/erasure/erasures.ts';
import { insertQuotes } from '../../../src/store/tables/quote/quotes.ts';
import { CUSTOMER } from '../../fixtures/customer.ts';
import { onFirstEngine } from '../../support/service/engines.ts';
import { insertRow } from '../../support/store/insert-row.ts';
import { insertSampleInvoice, sampleAccount, sampleQuote } from '../../support/store/store-samples.ts';

const SEALING = { current: 'c'.repeat(40), previous: [], stored: 's'.repeat(40) };
const ACTOR = { type: 'user', id: 'usr_1', name: 'Olive' } as const;
const SYSTEM = { type: 'system' } as const;

onFirstEngine('An erasure', (engine) => {
  let db: Database;
  let accounts: [here: string, there: string];
  const store = () => ({ db, sealing: SEALING });
  before(async () => {
    db = await engine.open(await engine.newDatabase());
  });
  after(() => db.close());
  beforeEach(async () => {
    await db.write((tx) => tx.run('DELETE FROM erasures'));
    accounts = [(await sampleAccount(db)).id, (await sampleAccount(db)).id];
  });

  const list = async (table: string, column: string, where = '1 = 1', accountId = accounts[0]) => {
    const rows = await db.read.all<{ value: string }>(
      `SELECT ${column} AS value FROM ${table} WHERE account_id = ? AND ${where} ORDER BY 1`,
      accountId,
    );
    return rows.map(({ value }) => value);
  };
  const begin = (customerId = 'cus_a', now = Date.now()) =>
    beginErasure(store(), accounts[0], customerId, { actor: ACTOR, now });
  const erase = (customerId = 'cus_a') =>
    eraseCustomer(store(), { accountId: accounts[0], actor: ACTOR }, customerId);
  const due = async (now: number) =>
    (await listDueErasures(db.read, now, 99, accounts[0])).map((row) => row.customer_id);
  const accept = (quoteId: string, at: string) =>
    db.write(async (tx) => {
      const doc = JSON.stringify({ decision: 'ACCEPTED', at, documentSha256: null, attachments: [] });
      await insertRow(tx, 'decisions', {
        account_id: accounts[0],
        quote_id: quoteId,
        id: `ans ${quoteId}`,
        doc,
      });
    });
  const insertQuote = async (number: string, customerId = 'cus_a'): Promise<string> => {
    const quote = sampleQuote(number, { customerId });
    await db.write((tx) => insertQuotes(tx, accounts[0], [quote]));
    return quote.id;
  };
  /** What the feed tells about erasures themselves. */
  const announced = async () => {
    const docs = await list('feed', 'doc', `type = 'customer.erased' AND quote_id IS NULL`);
    return docs.map((doc) => [JSON.parse(doc).actor.type, JSON.parse(doc).data.customerId]);
  };

  it('begins once, and a repeat says when', async () => {
    const [now, later] = [Date.now(), Date.now() + 1000];
    await db.write((tx) =>
      putCustomer(tx, accounts[0], {
        ...CUSTOMER,
        id: 'cus_a',
        metadata: { crm: '7' },
        debtorNumber: 10_001,
      }),
    );
    assert.equal(await begin('cus_a', now), now);
    const stub = await findCustomer(db.read, accounts[0], 'cus_a');
    assert.deepEqual([stub?.name, stub?.email, stub?.metadata, stub?.debtorNumber], ['—', null, {}, 10_001]);
    assert.equal(stub?.erasedAt, new Date(now).toISOString());
    assert.equal((await findCustomer(db.read, accounts[1], 'cus_a'))?.name, CUSTOMER.name);
    // A job continues it if this process dies.
    assert.deepEqual(await due(Date.now() + RETRY_MS - 60_000), []);
    assert.deepEqual(await due(Date.now() + RETRY_MS), ['cus_a']);
    assert.equal(RETRY_MS, 300_000);
    const [sealed = ''] = await list('erasures', 'unfinished');
    assert.equal(await begin('cus_a', later), now);
    assert.deepEqual(await list('erasures', 'unfinished'), [sealed], 'what the job needs stays');
    const open = openUnfinished({ sealing: SEALING }, accounts[0], sealed);
    const customer = { id: 'cus_a', name: CUSTOMER.name, email: CUSTOMER.email };
    assert.deepEqual(open, { customer, actor: ACTOR });
    // A record of an erasure that the list does not have says it itself.
    await db.write((tx) => tx.run('DELETE FROM erasures WHERE account_id = ?', accounts[0]));
    assert.equal(await begin('cus_a', later), now);
    await assert.rejects(
      begin('cus_unknown'),
      (error) => error instanceof Problem && error.code === 'not_found',
    );
  });

  it('begins with a copy of the customer for what must be kept', async () => {
    await db.write((tx) => insertSampleInvoice(tx, accounts[0], 'INV-1', { id: 'inv_1' }));
    await begin();
    const [doc = '{}'] = await list('invoices', 'doc');
    assert.equal(JSON.parse(doc).customer.name, CUSTOMER.name);
    assert.deepEqual(
      (await list('parties', 'customer')).map((text) => [JSON.parse(text).name, JSON.parse(text).erasedAt]),
      [[CUSTOMER.name, undefined]],
    );
    await begin('cus_b');
    assert.equal((await list('parties', 'customer')).length, 1, 'nothing of the other is kept');
  });

  it('does nothing to a customer who was not erased, or is somebody else by now', async () => {
    const id = await insertQuote('Q-1');
    for (const customerId of ['cus_a', 'cus_unknown'])
      assert.deepEqual(await continueErasure(store(), accounts[0], customerId), []);
    assert.deepEqual(await list('quotes', 'id'), [id]);
    assert.deepEqual(await announced(), []);
  });

  it('goes through all quotes and events, in steps', async () => {
    const many = Array.from({ length: 45 }, (_, index) => sampleQuote(`Q-${index}`));
    const other = await insertQuote('Q-other', 'cus_b');
    const given = await insertQuote('Q-given', 'cus_b');
    const formers = Array.from({ length: 41 }, (_, index) => `quo_gone${index}`);
    await db.write(async (tx) => {
      await insertQuotes(tx, accounts[0], many);
      for (const quote_id of [...formers, given]) {
        const former = { former_customer_id: 'cus_a', source_sha256: quote_id };
        await insertRow(tx, 'documents', { account_id: accounts[0], quote_id, ...former });
      }
      await insertRow(tx, 'links', { account_id: accounts[0], document_id: many[30]?.id ?? '', id: 'lnk_1' });
      const left = { document_id: given, id: 'lnk_2', former_customer_id: 'cus_a' };
      await insertRow(tx, 'links', { account_id: accounts[0], ...left });
      await insertRow(tx, 'links', { account_id: accounts[0], document_id: given, id: 'lnk_3' });
      await tx.run('DELETE FROM feed_heads WHERE account_id = ?', accounts[0]);
      await insertRow(tx, 'feed_heads', { account_id: accounts[0], n: 1700, gone: 99 });
      for (const n of [100, 599, 600, 1099, 1100, 1200, 1700]) {
        const doc = JSON.stringify({ id: '', timestamp: '', data: { customerId: 'cus_a' } });
        await insertRow(tx, 'feed', { account_id: accounts[0], n, type: 'customer.updated', doc });
        for (const account_id of accounts)
          await insertRow(tx, 'webhook_deliveries', { account_id, id: `dlv ${n}`, event_n: n });
      }
    });
    const { retained } = await erase();
    assert.deepEqual(retained, []);
    assert.deepEqual(await list('quotes', 'id'), [other, given].sort());
    assert.deepEqual(await list('documents', 'quote_id'), []);
    assert.deepEqual(await list('links', 'id'), ['lnk_3']);
    assert.deepEqual(await list('feed', 'n', `type = 'customer.updated'`), []);
    assert.deepEqual(await list('webhook_deliveries', 'id'), []);
    assert.equal((await list('webhook_deliveries', 'id', '1 = 1', accounts[1])).length, 7);
    assert.deepEqual(await announced(), [['user', 'cus_a']]);
    assert.equal(await findCustomer(db.read, accounts[0], 'cus_a'), undefined);
    assert.deepEqual(await due(1e15), []);
  });

  it('keeps what the law requires as long as the last document, and its customer with it', async () => {
    const first = await insertQuote('Q-1');
    await accept(first, '2026-12-31T22:59:59.000Z');
    const second = await insertQuote('Q-2');
    await accept(second, '2026-12-31T23:00:00.000Z');
    const third = await insertQuote('Q-3');
    const result = await erase();
    const kept = Object.fromEntries(result.retained.map(({ id, retainUntil }) => [id, retainUntil]));
    // Of no country, for ten years, by the clocks of the account.
    const account = await db.read.get<{ doc: string }>('SELECT doc FROM accounts WHERE id = ?', accounts[0]);
    const { timeZone } = JSON.parse(account?.doc ?? '{}');
    assert.equal(timeZone, 'UTC');
    assert.deepEqual(kept, { [first]: '2036-12-31', [second]: '2036-12-31' });
    assert.deepEqual(result.retained.map(({ type, number }) => `${type} ${number}`).sort(), [
      'quote Q-1',
      'quote Q-2',
    ]);
    assert.deepEqual(await list('quotes', 'id'), [first, second].sort());
    assert.ok(!kept[third]);
    assert.equal((await findCustomer(db.read, accounts[0], 'cus_a'))?.name, '—');
    const end = Date.parse('2037-01-01T00:00:00Z');
    assert.deepEqual([await due(end - 1), await due(end)], [[], ['cus_a']]);
    assert.deepEqual(await erase(), result, 'a repeat says the same');
    assert.equal((await announced()).length, 1, 'and announces nothing');
  });

  it('waits for the first of several documents', async () => {
    await begin();
    const kept = ['2040-12-31', '2031-12-31', '2035-12-31'].map(
      (retainUntil) => ({ type: 'quote', id: '', number: '', retainUntil }) as const,
    );
    await completeErasures(store(), [{ accountId: accounts[0], customerId: 'cus_a', retained: kept }]);
    const end = Date.parse('2032-01-01T00:00:00Z');
    assert.deepEqual([await due(end - 1), await due(end)], [[], ['cus_a']]);
    await completeErasures(store(), [{ accountId: accounts[0], customerId: 'cus_a', retained: [] }]);
    assert.deepEqual(await due(1e15), []);
  });

  it('stays due as long as the file cannot be overwritten', async () => {
    await begin();
    const completed = [{ accountId: accounts[0], customerId: 'cus_a', retained: [] }];
    await completeErasures({ db: { ...db, scrub: async () => false } }, completed);
    assert.deepEqual(await due(1e15), ['cus_a']);
    await completeErasures({ db: { ...db, scrub: async () => true } }, completed);
    assert.deepEqual(await due(1e15), []);
  });

  it('is continued by a job when it is due, also if another fails', async () => {
    for (const id of ['cus_a', 'cus_b', 'cus_c']) await begin(id);
    await continueDueErasures(store());
    assert.equal((await announced()).length, 0, 'none is due yet');
    const setDue = (customerId: string, at: number) =>
      db.write((tx) =>
        tx.run(
          'UPDATE erasures SET next_at = ? WHERE account_id = ? AND customer_id = ?',
          at,
          accounts[0],
          customerId,
        ),
      );
    for (const [index, id] of ['cus_a', 'cus_b'].entries()) await setDue(id, 1000 + index);
    // The first one fails when it is announced.
    let failures = 0;
    const failing: Database['write'] = (work, hint) =>
      db.write(async (tx) => {
        const run: typeof tx.run = (statement, ...values) => {
          if (!/UPDATE erasures SET unfinished/.test(statement) || failures++ > 0)
            return tx.run(statement, ...values);
          throw new Error('the disk is full');
        };
        return work(Object.assign(Object.create(tx), { run }));
      }, hint);
    const begun = Date.now();
    await assert.rejects(
      continueDueErasures({ db: { ...db, write: failing }, sealing: SEALING }),
      /disk is full/,
    );
    assert.deepEqual(await announced(), [['user', 'cus_b']]);
    assert.deepEqual(await due(begun + RETRY_MS - 1000), [], 'the one that failed waits');
    assert.deepEqual((await due(Date.now() + RETRY_MS)).sort(), ['cus_a', 'cus_c']);
    await setDue('cus_a', 0);
    await continueDueErasures(store(), accounts[1]);
    assert.equal((await announced()).length, 1, 'it is of another account');
    await continueDueErasures(store(), accounts[0]);
    assert.deepEqual((await announced()).map(([, id]) => id).sort(), ['cus_a', 'cus_b']);
  });

  it('is due by the clock of its account, if that was advanced', async () => {
    await db.write(async (tx) => {
      await tx.run(`UPDATE accounts SET kind = 'test' WHERE id = ?`, accounts[0]);
      const clock = { ahead: 10 * DAY_MS, reminded_until: 0, reminded_id: '', mails: '[]' };
      await insertRow(tx, 'test_clocks', { account_id: accounts[0], ...clock });
    });
    await begin();
    const inFiveDays = Date.now() + 5 * DAY_MS;
    await db.write((tx) => tx.run('UPDATE erasures SET next_at = ?', inFiveDays));
    await continueDueErasures(store());
    assert.deepEqual(await announced(), []);
    await continueDueErasures(store(), accounts[0]);
    assert.deepEqual(await announced(), [['user', 'cus_a']]);
  });

  it('whose secret was lost is announced by the system, and finds what the documents say', async () => {
    const id = await insertQuote('Q-1');
    await begin();
    const other = { db, sealing: { current: 'x'.repeat(40), previous: [], stored: 'y'.repeat(40) } };
    await continueErasure(other, accounts[0], 'cus_a');
    assert.deepEqual(await announced(), [['system', 'cus_a']]);
    assert.deepEqual(await list('quotes', 'id', `id = '${id}'`), []);
  });

  it('seals what the job needs for its account', async () => {
    const unfinished = { customer: { id: 'cus_a', name: 'Ada', email: 'a@mail.example' }, actor: SYSTEM };
    const sealed = sealUnfinished({ sealing: SEALING }, accounts[0], unfinished);
    assert.doesNotMatch(sealed, /Ada|mail/);
    assert.deepEqual(openUnfinished({ sealing: SEALING }, accounts[0], sealed), unfinished);
    assert.equal(openUnfinished({ sealing: SEALING }, accounts[1], sealed), undefined);
    const id = await insertQuote('Q-1');
    const row = { account_id: accounts[0], message_id: 'm', document_id: id, recipient: 'B@mail.example' };
    await db.write((tx) => insertRow(tx, 'sent_mails', row));
    const find = (more: object) => findTraces(db, accounts[0], { id: 'cus_a', ...more });
    const found = { ids: new Set([id]), addresses: ['b@mail.example'], name: '' };
    assert.deepEqual(await find({}), found);
    assert.deepEqual(await find({ name: 'Ada', email: 'A@mail.example' }), {
      ...{ ...found, name: 'Ada', addresses: ['a@mail.example', 'b@mail.example'] },
    });
    assert.deepEqual((await find({ email: 'B@Mail.example' })).addresses, ['b@mail.example']);
  });

  it('finds what mentions the customer in texts, by identifiers and addresses of its own', async () => {
    const [id, others] = [`quo_${'0'.repeat(26)}`, `quo_${'1'.repeat(26)}`];
    const addresses = ['ada@mail.example', 'lovelace@mail.example'];
    const traces = { name: 'Ada', addresses, ids: new Set([id]) };
    const [here] = accounts;
    const mail = (doc: object, content: string) => ({ doc: JSON.stringify(doc), content });
    const mails = {
      address: mail({ to: 'Ada@mail.example' }, ''),
      link: mail({}, `see https://q.example/${id}`),
      other: mail({ to: 'ada@mail.example.org' }, `ada@mail.example cus_a https://q.example/${others}`),
    };
    const bodies = {
      quote: { id: 'x', customerId: 'cus_a' },
      document: { data: [{ quoteId: id }] },
      address: { to: 'ada@mail.example' },
      text: { text: `cus_a ${id}` },
      other: { customerId: 'cus_b', quoteId: others },
    };
    const line = (text: string) => ({ text, proposals: [], payments: [], amount: 1, invoiceId: null });
    await db.write(async (tx) => {
      for (const [name, row] of Object.entries(mails))
        await insertRow(tx, 'captured_mails', { account_id: here, id: name, message_id: name, ...row });
      for (const [key, body] of Object.entries(bodies)) {
        const stored = { status: 200, headers: '{}', body: JSON.stringify(body) };
        await insertRow(tx, 'idempotency', {
          account_id: here,
          key,
          fingerprint: '',
          created_at: 0,
          ...stored,
        });
      }
      for (const [key, lines] of Object.entries({
        own: [line('from ADA'), line('x')],
        none: [line('adam')],
      })) {
        const doc = JSON.stringify({ unmatched: 0, lines, ignoredEntries: [] });
        await insertRow(tx, 'payment_imports', { account_id: here, id: key, created_at: 0, doc });
      }
      for (const recipient of [...traces.addresses, 'b@mail.example'])
        await insertRow(tx, 'sending_recipients', { account_id: here, recipient, sending_id: 's' });
    });
    const [before] = await list('payment_imports', 'doc', `id = 'none'`);
    await eraseMentions(store(), { accountId: here, customerId: 'cus_a' }, traces);
    assert.deepEqual(await list('captured_mails', 'id'), ['other']);
    assert.deepEqual(await list('idempotency', 'key', 'body IS NOT NULL'), ['other', 'text']);
    const docs = await list('payment_imports', 'doc', `id = 'own'`);
    assert.deepEqual(
      JSON.parse(docs[0] ?? '').lines.map(({ text }: { text: string }) => text),
      ['x'],
    );
    assert.deepEqual(await list('payment_imports', 'doc', `id = 'none'`), [before]);
    assert.deepEqual(await list('sending_recipients', 'recipient'), ['b@mail.example']);
    // Also if there is one only.
    await db.write((tx) =>
      insertRow(tx, 'captured_mails', { account_id: here, id: 'one', message_id: '', ...mails.link }),
    );
    await eraseMentions(store(), { accountId: here, customerId: 'cus_a' }, traces);
    assert.deepEqual(await list('captured_mails', 'id'), ['other']);
  });

  it('waits for an email that is being sent', async () => {
    const document_id = await insertQuote('Q-1');
    const send = { id: 'snd_1', document_id, state: 'pending', running_until: Date.now() + 60_000 };
    await db.write((tx) => insertRow(tx, 'sendings', { account_id: accounts[0], ...send }));
    const isRunning = (error: unknown) =>
      error instanceof Problem && error.code === 'send_in_progress' && error.headers?.['Retry-After'] === '5';
    await assert.rejects(begin(), isRunning);
    assert.equal((await findCustomer(db.read, accounts[0], 'cus_a'))?.name, CUSTOMER.name);
    assert.deepEqual(await list('erasures', 'customer_id'), []);
  });

  it('ends the series of the customer with the periods that are late, and of nobody else', async () => {
    const ids = await Promise.all([insertQuote('Q-1'), insertQuote('Q-2', 'cus_b')]);
    await db.write(async (tx) => {
      for (const [index, quote_id] of ids.entries()) {
        const customer_id = index === 0 ? 'cus_a' : 'cus_b';
        const series = {
          id: `ser_${index}`,
          quote_id,
          customer_id,
          every: 'month',
          first_date: '2026-01-01',
        };
        const terms = { invoiced: 1, payment_method: 'CASH', due_days: 7, currency: 'EUR', total: 1 };
        const next = { next_date: '2026-02-01', due_at: 1 };
        await insertRow(tx, 'recurring_series', { account_id: accounts[0], ...series, ...terms, ...next });
      }
    });
    await begin('cus_a', Date.parse('2026-03-15T12:00:00Z'));
    assert.deepEqual(await list('recurring_series', 'id', 'due_at IS NULL'), ['ser_0']);
    assert.deepEqual(await list('recurring_series', 'id', 'due_at = 1'), ['ser_1']);
  });

  it('leaves somebody who got the identifier at its end', async () => {
    await begin();
    let writes = 0;
    const write: Database['write'] = async (work, hint) => {
      // The last write deletes the record, and announces that.
      if (++writes === 5)
        await db.write((tx) => putCustomer(tx, accounts[0], { ...CUSTOMER, id: 'cus_a', metadata: {} }));
      return db.write(work, hint);
    };
    await continueErasure({ db: { ...db, write }, sealing: SEALING }, accounts[0], 'cus_a');
    assert.equal(writes, 5);
    assert.deepEqual(await announced(), []);
    assert.equal((await findCustomer(db.read, accounts[0], 'cus_a'))?.name, CUSTOMER.name);
  });

  it('goes through all quotes that are kept', async () => {
    const acceptedAt = new Date().toISOString();
    const many = Array.from({ length: 41 }, (_, index) => sampleQuote(`Q-${index}`, { acceptedAt }));
    await db.write((tx) => insertQuotes(tx, accounts[0], many));
    const { retained } = await erase();
    assert.deepEqual(retained.map(({ id }) => id).sort(), many.map(({ id }) => id).sort());
  });
});
