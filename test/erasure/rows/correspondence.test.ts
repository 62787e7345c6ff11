import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import type { Database } from '../../../src/store/database.ts';
import {
  eraseCorrespondence,
  isSendRunning,
  listDocumentIds,
  revokeLinks,
} from '../../../src/store/tables/erasure/erase-mail.ts';
import { listOwned, markFormer, type OwnedTable } from '../../../src/store/tables/erasure/owned-rows.ts';
import { onFirstEngine } from '../../support/service/engines.ts';
import { insertRow } from '../../support/store/insert-row.ts';
import { insertSampleInvoice, sampleAccount } from '../../support/store/store-samples.ts';

const DOCUMENTS = ['one', 'two', 'other'];
const MARKS = [null, 'cus_a', 'cus_b'];
/** Tables of which a row belongs to whom the document is or was for, and the columns that tell rows apart. */
const TABLES: Partial<Record<OwnedTable, { document: string; key: string }>> = {
  links: { document: 'document_id', key: 'id' },
  messages: { document: 'quote_id', key: 'id' },
  quote_proposals: { document: 'quote_id', key: 'id' },
  sendings: { document: 'document_id', key: 'id' },
  sent_mails: { document: 'document_id', key: 'message_id' },
  thread_mails: { document: 'document_id', key: 'message_id' },
};
const NAMES = Object.keys(TABLES) as OwnedTable[];

onFirstEngine('What is stored of emails and links', (engine) => {
  let db: Database;
  let accounts: string[];
  before(async () => {
    db = await engine.open(await engine.newDatabase());
  });
  after(() => db.close());
  beforeEach(async () => {
    accounts = [(await sampleAccount(db)).id, (await sampleAccount(db)).id];
  });

  /** Rows of both accounts for each document, of nobody in particular and of two former customers. */
  const insertAll = () =>
    db.write(async (tx) => {
      for (const account_id of accounts) {
        for (const [at, document] of DOCUMENTS.entries()) {
          for (const [mark, former_customer_id] of MARKS.entries()) {
            const label = `${document} ${former_customer_id}`;
            const row = { account_id, former_customer_id };
            for (const [table, { document: name, key }] of Object.entries(TABLES)) {
              const mail = table === 'sendings' && { message_id: `send ${label}` };
              const read = table === 'messages' &&
                document !== 'two' && { mailbox_id: 'box', uid_validity: 'v', uid: 10 * at + mark };
              await insertRow(tx, table, { ...row, ...mail, ...read, [name]: document, [key]: label });
            }
            const queued = { message: { messageId: `queued ${label}` } };
            const outbox = { id: label, document_id: document, doc: JSON.stringify(queued), last_error: 'x' };
            await insertRow(tx, 'outbox', { ...row, ...outbox, held_at: 1 });
            for (const message of [`send ${label}`, label, `queued ${label}`])
              await insertRow(tx, 'captured_mails', { account_id, id: message, message_id: message });
            await insertRow(tx, 'sending_recipients', { account_id, recipient: 'a', sending_id: label });
            const uid = { mailbox_id: 'box', uid_validity: 'v', uid: 10 * at + mark };
            await insertRow(tx, 'received_mails', { account_id, ...uid, message_id: label });
          }
        }
      }
    });

  const list = async (table: string, column: string, where = '1 = 1'): Promise<string[]> => {
    const rows = await db.read.all<{ account_id: string; value: string }>(
      `SELECT account_id, ${column} AS value FROM ${table} WHERE ${where} AND account_id IN (?, ?)`,
      ...(accounts as [string, string]),
    );
    return rows.map(({ account_id: id, value }) => `${accounts.indexOf(id)} ${value}`).sort();
  };

  /** All labels of both accounts but those that are erased in the first. */
  const others = (erased: readonly string[], prefixes = ['']) =>
    accounts
      .flatMap((_, account) =>
        DOCUMENTS.flatMap((document) =>
          MARKS.map((mark) => `${document} ${mark}`)
            .filter((label) => account !== 0 || !erased.includes(label))
            .flatMap((label) => prefixes.map((prefix) => `${account} ${prefix}${label}`)),
        ),
      )
      .sort();

  for (const [isCurrent, erased] of [
    [true, ['one null', 'one cus_a', 'two null', 'two cus_a']],
    [false, ['one cus_a', 'two cus_a']],
  ] as const) {
    it(`is erased for the customer ${isCurrent ? 'of a document' : 'who had it'}, and for nobody else`, async () => {
      await insertAll();
      const owner = { accountId: accounts[0] ?? '', customerId: 'cus_a', isCurrent };
      await db.write((tx) => eraseCorrespondence(tx, owner, []));
      assert.deepEqual(await list('links', 'id'), others([]), 'no documents, nothing to erase');
      await db.write((tx) => eraseCorrespondence(tx, owner, ['one', 'two']));

      for (const [table, { key }] of Object.entries(TABLES))
        assert.deepEqual(await list(table, key), others(erased), table);
      const mails = others(erased, ['', 'queued ', 'send ']);
      assert.deepEqual(await list('captured_mails', 'id'), mails);
      assert.deepEqual(await list('sending_recipients', 'sending_id'), others(erased));
      // Queued emails stay as rows, so that none is queued again.
      assert.deepEqual(await list('outbox', 'id'), others([]));
      const untouched = `document_id <> '' AND doc <> '{}' AND state = 'waiting' AND held_at = 1 AND last_error = 'x'`;
      assert.deepEqual(await list('outbox', 'id', untouched), others(erased));
      const emptied = `document_id = '' AND doc = '{}' AND state = 'done' AND held_at IS NULL AND last_error IS NULL`;
      assert.deepEqual(await list('outbox', 'id', emptied), erased.map((label) => `0 ${label}`).sort());
      // The messages about the second document came from no mailbox.
      const read = erased.filter((label) => label.startsWith('one'));
      assert.deepEqual(await list('received_mails', 'message_id', 'message_id IS NOT NULL'), others(read));
    });
  }

  it('is marked with its customer before it is for another, and keeps that mark', async () => {
    await insertAll();
    await db.write((tx) => markFormer(tx, accounts[0] ?? '', 'one', 'cus_c'));
    const marked = (labels: string[]) => labels.map((label) => `0 ${label}`);
    for (const name of [...NAMES, 'outbox'] as OwnedTable[]) {
      const key = TABLES[name]?.key ?? 'id';
      assert.deepEqual(await list(name, key, `former_customer_id = 'cus_c'`), marked(['one null']), name);
      const own = await listOwned<{ label: string }>(
        db.read,
        name,
        `${key} AS label`,
        { accountId: accounts[0] ?? '', customerId: 'cus_b', isCurrent: true },
        ['one', 'two'],
      );
      assert.deepEqual(
        own.map(({ label }) => label),
        ['one cus_b', 'two cus_b', 'two null'],
        name,
      );
    }
  });

  it('is of a send that runs, if one of the documents of the customer is being sent', async () => {
    const [here = '', there = ''] = accounts;
    const quoteId = await db.write((tx) => insertSampleInvoice(tx, here, 'INV-1', { id: 'inv_1' }));
    const otherId = await db.write((tx) =>
      insertSampleInvoice(tx, here, 'INV-2', { id: 'inv_2', customerId: 'cus_b' }),
    );
    const isRunning = (
      document_id: string,
      running_until: number | null,
      more: Record<string, string> = {},
    ) =>
      db.write(async (tx) => {
        await tx.run('DELETE FROM sendings WHERE document_id = ?', document_id);
        const row = { account_id: here, id: 's', document_id, state: 'pending', running_until, ...more };
        await insertRow(tx, 'sendings', row);
        return [await isSendRunning(tx, here, 'cus_a'), await isSendRunning(tx, there, 'cus_a')];
      });
    const soon = Date.now() + 60_000;
    for (const id of [quoteId, 'inv_1']) {
      assert.deepEqual(await isRunning(id, soon), [true, false], id);
      assert.deepEqual(await isRunning(id, soon, { state: 'taken' }), [false, false]);
      assert.deepEqual(await isRunning(id, Date.now() - 1), [false, false]);
      assert.deepEqual(await isRunning(id, null), [false, false]);
      assert.deepEqual(await isRunning(id, soon, { account_id: there }), [false, false]);
    }
    for (const id of [otherId, 'inv_2', 'quo_unknown'])
      assert.deepEqual(await isRunning(id, soon), [false, false], id);
  });

  it('is open on no page of the customer, once its links are revoked', async () => {
    const [here = ''] = accounts;
    const ids: string[] = [];
    await db.write(async (tx) => {
      ids.push(await insertSampleInvoice(tx, here, 'INV-1', { id: 'inv_1' }), 'inv_1');
      ids.push(await insertSampleInvoice(tx, here, 'INV-2', { id: 'inv_2', customerId: 'cus_b' }), 'inv_2');
      for (const document_id of ids) {
        for (const [id, revoked_at] of [
          ['open', null],
          ['closed', 5],
        ] as const) {
          for (const account_id of accounts)
            await insertRow(tx, 'links', { account_id, document_id, id: `${id} ${document_id}`, revoked_at });
        }
      }
      await revokeLinks(tx, here, ids.slice(0, 2));
    });
    const labels = (from: string[], name: string) => from.map((id) => `${name} ${id}`);
    assert.deepEqual(
      await list('links', 'id', 'revoked_at IS NULL'),
      [...labels(ids.slice(2), '0 open'), ...labels(ids, '1 open')].sort(),
    );
    const before = [...labels(ids, '0 closed'), ...labels(ids, '1 closed')].sort();
    assert.deepEqual(await list('links', 'id', 'revoked_at = 5'), before, 'what was closed keeps its time');
  });

  it('names the quotes, the invoices and the messages of the customer', async () => {
    const [here = '', there = ''] = accounts;
    const ids = await db.write(async (tx) => {
      const own = await insertSampleInvoice(tx, here, 'INV-1', { id: 'inv_1' });
      const other = await insertSampleInvoice(tx, here, 'INV-2', { id: 'inv_2', customerId: 'cus_b' });
      for (const [account_id, quote_id, former_customer_id] of [
        [here, own, null],
        [here, own, 'cus_b'],
        [here, other, null],
        [there, own, null],
      ] as const) {
        const id = `msg ${account_id === here} ${quote_id === own} ${former_customer_id}`;
        await insertRow(tx, 'messages', { account_id, quote_id, id, former_customer_id });
      }
      return [own, other];
    });
    const found = async (accountId: string, customerId: string) =>
      (await listDocumentIds(db.read, accountId, customerId)).sort();
    assert.deepEqual(await found(here, 'cus_a'), ['inv_1', 'msg true true null', ids[0]].sort());
    assert.deepEqual(await found(here, 'cus_b'), ['inv_2', 'msg true false null', ids[1]].sort());
    assert.deepEqual([await found(there, 'cus_a'), await found(here, 'cus_c')], [[], []]);
  });
});
