import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import { beginErasure } from '../../../src/actions/customers/erasure/begin-erasure.ts';
import { continueErasure } from '../../../src/actions/customers/erasure/continue-erasure.ts';
import { openUnfinished, sealUnfinished } from '../../../src/actions/customers/erasure/traces.ts';
import type { Database } from '../../../src/store/database.ts';
import { findCustomer } from '../../../src/store/tables/customers.ts';
import { insertQuotes } from '../../../src/store/tables/quote/quotes.ts';
import { CUSTOMER } from '../../fixtures/customer.ts';
import { onFirstEngine } from '../../support/service/engines.ts';
import { insertRow } from '../../support/store/insert-row.ts';
import { sampleAccount, sampleQuote } from '../../support/store/store-samples.ts';

const SEALING = { current: 'c'.repeat(40), previous: [], stored: 's'.repeat(40) };
const ACTOR = { type: 'user', id: 'usr_1', name: 'Olive' } as const;

onFirstEngine('An erasure that is interrupted', (engine) => {
  let db: Database;
  let accountId: string;
  before(async () => {
    db = await engine.open(await engine.newDatabase());
  });
  after(() => db.close());
  beforeEach(async () => {
    accountId = (await sampleAccount(db)).id;
  });

  const list = async (table: string, column: string, where = '1 = 1') => {
    const rows = await db.read.all<{ value: string }>(
      `SELECT ${column} AS value FROM ${table} WHERE account_id = ? AND ${where} ORDER BY 1`,
      accountId,
    );
    return rows.map(({ value }) => value);
  };
  const begin = (store: Pick<Database, 'write'> = db) =>
    beginErasure({ db: { ...db, write: store.write }, sealing: SEALING }, accountId, 'cus_a', {
      actor: ACTOR,
      now: Date.now(),
    });
  const goOn = (write: Database['write']) =>
    continueErasure({ db: { ...db, write }, sealing: SEALING }, accountId, 'cus_a');
  /** Writes a number of times and dies then. */
  const writeTimes = (times: number): Database['write'] => {
    let left = times;
    return async (work, hint) => {
      if (left-- <= 0) throw new Error('killed');
      return db.write(work, hint);
    };
  };
  const insertQuote = async (number: string, customerId = 'cus_a'): Promise<string> => {
    const quote = sampleQuote(number, { customerId });
    await db.write((tx) => insertQuotes(tx, accountId, [quote]));
    return quote.id;
  };
  const keep = (unfinished: Parameters<typeof sealUnfinished>[2]) => {
    const sealed = sealUnfinished({ sealing: SEALING }, accountId, unfinished);
    return db.write((tx) =>
      tx.run('UPDATE erasures SET unfinished = ? WHERE account_id = ?', sealed, accountId),
    );
  };
  const readKept = async () => {
    const [sealed = ''] = await list('erasures', 'unfinished');
    return openUnfinished({ sealing: SEALING }, accountId, sealed);
  };

  it('closes the pages of the customer before it begins, and none if an email is being sent', async () => {
    const ids = [await insertQuote('Q-1'), await insertQuote('Q-2'), await insertQuote('Q-3', 'cus_b')];
    const send = { id: 'snd_1', document_id: ids[0] ?? '', state: 'pending' };
    await db.write(async (tx) => {
      for (const document_id of ids)
        await insertRow(tx, 'links', { account_id: accountId, document_id, id: `of ${document_id}` });
      const running_until = Date.now() + 60_000;
      await insertRow(tx, 'sendings', { account_id: accountId, ...send, running_until });
    });
    const listOpen = () => list('links', 'document_id', 'revoked_at IS NULL');
    await assert.rejects(begin());
    assert.equal((await listOpen()).length, 3);
    await db.write((tx) => tx.run('UPDATE sendings SET running_until = 0'));
    await assert.rejects(begin({ write: writeTimes(1) }), /killed/);
    assert.deepEqual(await listOpen(), [ids[2]]);
    assert.equal((await findCustomer(db.read, accountId, 'cus_a'))?.erasedAt, undefined);
  });

  it('erases what mentions documents before it deletes any, and keeps the addresses', async () => {
    const id = await insertQuote('Q-1');
    const row = { account_id: accountId, message_id: 'm', document_id: id, recipient: 'B@mail.example' };
    const customer = { id: 'cus_a', name: CUSTOMER.name, email: CUSTOMER.email };
    await db.write(async (tx) => {
      await insertRow(tx, 'sent_mails', row);
      const mail = { account_id: accountId, id: 'mail_1', message_id: 'to a member', doc: '{}' };
      await insertRow(tx, 'captured_mails', { ...mail, content: `see https://q.example/${id}` });
    });
    await begin();
    assert.deepEqual(await readKept(), { customer, actor: ACTOR });
    await assert.rejects(goOn(writeTimes(3)), /killed/);
    assert.deepEqual(await readKept(), {
      ...{ customer, actor: ACTOR },
      addresses: [CUSTOMER.email, 'b@mail.example'],
    });
    assert.deepEqual(await list('captured_mails', 'id'), []);
    assert.deepEqual(await list('quotes', 'id'), [id]);
  });

  it('erases the addresses that were kept, although no document tells them any more', async () => {
    await insertQuote('Q-1');
    await begin();
    const recipients = ['gone@mail.example', 'other@mail.example'];
    await db.write(async (tx) => {
      for (const recipient of recipients)
        await insertRow(tx, 'sending_recipients', { account_id: accountId, recipient, sending_id: 's' });
    });
    await keep({ customer: { id: 'cus_a' }, actor: ACTOR, addresses: ['gone@mail.example'] });
    await goOn(db.write);
    assert.deepEqual(await list('sending_recipients', 'recipient'), ['other@mail.example']);
  });

  it('leaves what another process has kept meanwhile', async () => {
    await begin();
    const kept = { customer: { id: 'cus_a' }, actor: ACTOR, addresses: ['ada@mail.example'] };
    let writes = 0;
    const write: Database['write'] = async (work, hint) => {
      if (++writes > 2) throw new Error('killed');
      await keep(kept);
      return db.write(work, hint);
    };
    await assert.rejects(goOn(write), /killed/);
    assert.deepEqual(await readKept(), kept);
  });
});
