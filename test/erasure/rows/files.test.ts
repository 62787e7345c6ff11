import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import type { Database, Sql } from '../../../src/store/database.ts';
import type { CustomerQuote } from '../../../src/store/tables/erasure/customer-quotes.ts';
import { deleteRevisions, deleteUnusedAttachments } from '../../../src/store/tables/erasure/erase-files.ts';
import { hashCustomerId } from '../../../src/store/tables/erasure/erasures.ts';
import { insertQuotes } from '../../../src/store/tables/quote/quotes.ts';
import { onFirstEngine } from '../../support/service/engines.ts';
import { insertRow } from '../../support/store/insert-row.ts';
import { sampleAccount, sampleQuote } from '../../support/store/store-samples.ts';

onFirstEngine('The files of a quote', (engine) => {
  let db: Database;
  let accounts: [here: string, there: string];
  before(async () => {
    db = await engine.open(await engine.newDatabase());
  });
  after(() => db.close());
  beforeEach(async () => {
    accounts = [(await sampleAccount(db)).id, (await sampleAccount(db)).id];
  });

  /** The first column of the rows of an account, sorted. */
  const list = async (table: string, column: string, accountId = accounts[0]): Promise<string[]> => {
    const rows = await db.read.all<{ value: string | number }>(
      `SELECT ${column} AS value FROM ${table} WHERE account_id = ? ORDER BY 1`,
      accountId,
    );
    return rows.map(({ value }) => String(value));
  };

  const found = (change: Partial<CustomerQuote> & { isCurrent?: boolean } = {}): CustomerQuote => {
    const { isCurrent = true, ...more } = change;
    const owner = { accountId: accounts[0], customerId: 'cus_a', isCurrent };
    return { id: 'quo_1', owner, quote: undefined, invoices: [], decisions: [], ...more };
  };
  const decision = (kind: 'ACCEPTED' | 'DECLINED', documentSha256: string | null, offerSha256?: string) =>
    ({ id: kind, decision: kind, documentSha256, offerSha256 }) as CustomerQuote['decisions'][0];

  /** A file with its content and hash named alike, which the page of something showed. */
  async function insertFile(
    tx: Sql,
    name: string,
    shown?: { subject: string; edition: number },
    more: Record<string, string | null> = {},
  ): Promise<void> {
    for (const account_id of accounts) {
      const file = { source_sha256: `source of ${name}`, sha256: name, quote_id: 'quo_1', ...more };
      await insertRow(tx, 'documents', { account_id, ...file });
      if (!shown) continue;
      const { subject: subject_id, edition } = shown;
      const source_sha256 = `source of ${name}`;
      await insertRow(tx, 'shown_documents', {
        account_id,
        subject_id,
        edition,
        link_id: name,
        source_sha256,
      });
    }
  }

  const insertFiles = () =>
    db.write(async (tx) => {
      await insertFile(tx, 'first', { subject: 'quo_1', edition: 1 });
      await insertFile(tx, 'second', { subject: 'quo_1', edition: 2 });
      await insertFile(tx, 'second of another link', { subject: 'quo_1', edition: 2 });
      await insertFile(tx, 'unseen');
      await insertFile(tx, 'confirmed', undefined, { accepted_at: '2026-03-10T10:00:00.000Z' });
      await insertFile(tx, 'invoice', { subject: 'inv_1', edition: 1 });
      await insertFile(tx, 'invoice of another', { subject: 'inv_2', edition: 1 });
      await insertFile(tx, 'of a former', { subject: 'quo_1', edition: 3 }, { former_customer_id: 'cus_b' });
      await insertFile(tx, 'of another quote', { subject: 'quo_2', edition: 1 }, { quote_id: 'quo_2' });
      for (const account_id of accounts) {
        const revision = (quote_id: string, number: number, document_sha256: string, edition: number) =>
          insertRow(tx, 'revisions', { account_id, quote_id, revision: number, document_sha256, edition });
        await revision('quo_1', 1, 'first', 1);
        await revision('quo_1', 1, 'first again', 1);
        await revision('quo_1', 2, 'second', 2);
        await revision('quo_1', 3, 'lost', 2);
        await revision('quo_1', 4, 'offer', 9);
        await revision('quo_2', 1, 'first', 1);
      }
    });
  const ALWAYS = ['of a former', 'of another quote'];
  const files = () => list('documents', 'sha256');
  const revisions = () => list('revisions', `quote_id || ' ' || revision || ' ' || document_sha256`);
  const erased = () => list('erased_documents', 'sha256');
  const ALL_REVISIONS = [
    ...['quo_1 1 first', 'quo_1 1 first again', 'quo_1 2 second', 'quo_1 3 lost', 'quo_1 4 offer'],
    'quo_2 1 first',
  ];

  it('all go if nothing must be kept, and their hashes stay', async () => {
    await insertFiles();
    const there = await list('documents', 'sha256', accounts[1]);
    const decisions = [decision('ACCEPTED', 'second')];
    await db.write((tx) => deleteRevisions(tx, found({ decisions }), false));
    assert.deepEqual(await files(), ALWAYS);
    assert.deepEqual(await list('shown_documents', 'link_id'), ALWAYS);
    assert.deepEqual(await revisions(), ['quo_2 1 first']);
    const gone = ['confirmed', 'first', 'invoice', 'invoice of another', 'second', 'second of another link'];
    assert.deepEqual(await erased(), [...gone, 'unseen']);
    const owner = hashCustomerId(accounts[0], 'cus_a');
    assert.deepEqual(new Set(await list('erased_documents', 'customer_sha256')), new Set([owner]));
    assert.deepEqual(await list('documents', 'sha256', accounts[1]), there);
    assert.equal((await list('shown_documents', 'link_id', accounts[1])).length, 7);
    assert.equal((await list('revisions', 'revision', accounts[1])).length, 6);
    assert.deepEqual(await list('erased_documents', 'sha256', accounts[1]), []);
  });

  it('are kept that were accepted, with all of the same content, and those of invoices', async () => {
    await insertFiles();
    const decisions = [decision('ACCEPTED', 'second', 'offer'), decision('DECLINED', 'first')];
    const invoices = [{ id: 'inv_1' }] as CustomerQuote['invoices'];
    await db.write((tx) => deleteRevisions(tx, found({ decisions, invoices }), true));
    const kept = ['confirmed', 'invoice', 'second', 'second of another link', ...ALWAYS].sort();
    assert.deepEqual(await files(), kept);
    assert.deepEqual(
      await list('shown_documents', 'link_id'),
      kept.filter((name) => name !== 'confirmed'),
    );
    assert.deepEqual(await erased(), ['first', 'invoice of another', 'unseen']);
    assert.deepEqual(await revisions(), ALL_REVISIONS.slice(2));
  });

  it('are kept of the content that a decision without a file is about: the current one', async () => {
    const quote = sampleQuote('Q-1', { id: 'quo_1' });
    await insertFiles();
    await db.write(async (tx) => {
      const other = sampleQuote('Q-0', { id: 'quo_0' });
      for (const accountId of accounts) await insertQuotes(tx, accountId, [other, quote]);
      await tx.run(`UPDATE quotes SET edition = 2 WHERE id = 'quo_0'`);
      for (const [accountId, edition] of [
        [accounts[0], 1],
        [accounts[1], 2],
      ] as const)
        await tx.run(
          `UPDATE quotes SET edition = ? WHERE account_id = ? AND id = 'quo_1'`,
          edition,
          accountId,
        );
    });
    const decisions = [decision('ACCEPTED', null), decision('DECLINED', 'second')];
    const erase = (change: Parameters<typeof found>[0]) =>
      db.write((tx) => deleteRevisions(tx, found({ decisions, ...change }), true));
    await erase({ quote });
    assert.deepEqual(await files(), ['confirmed', 'first', ...ALWAYS]);
    assert.deepEqual(await revisions(), ['quo_1 1 first', 'quo_1 1 first again', 'quo_2 1 first']);
    await erase({ quote: undefined });
    assert.deepEqual(await files(), ['confirmed', ...ALWAYS], 'it was deleted');
  });

  it('of a quote that is for another now are not those of the current content', async () => {
    const quote = sampleQuote('Q-1', { id: 'quo_1' });
    await db.write(async (tx) => {
      await insertQuotes(tx, accounts[0], [quote]);
      await tx.run('UPDATE quotes SET edition = 3 WHERE account_id = ?', accounts[0]);
    });
    await insertFiles();
    const decisions = [decision('ACCEPTED', null)];
    const former = found({ decisions, quote, isCurrent: false });
    former.owner.customerId = 'cus_b';
    await db.write((tx) => deleteRevisions(tx, former, true));
    const before = await files();
    assert.ok(!before.includes('of a former'));
    assert.equal(before.length, 8);
  });

  it('that are attached are kept as long as something has them', async () => {
    const attachments = (...names: string[]) => ({ attachments: names.map((sha256) => ({ sha256 })) });
    const quote = { ...sampleQuote('Q-1', { id: 'quo_1' }), ...attachments('a') } as never;
    const uses: [quoteId: string, kind: string, sha256: string][] = [
      ['quo_1', 'quote', 'a'],
      ['quo_1', 'quote', 'b'],
      ['quo_1', 'quote', 'c'],
      ['quo_1', 'revision', 'a'],
      ['quo_1', 'revision', 'd'],
      ['quo_1', 'decision', 'e'],
      ['quo_1', 'decision', 'f'],
      ['quo_2', 'quote', 'c'],
    ];
    await db.write(async (tx) => {
      await insertQuotes(tx, accounts[0], [quote]);
      const place = { account_id: accounts[0], quote_id: 'quo_1' };
      const revision = JSON.stringify({ quote: attachments('d') });
      await insertRow(tx, 'revisions', { ...place, doc: revision });
      await insertRow(tx, 'revisions', { ...place, quote_id: 'quo_2', doc: revision.replace('"d"', '"a"') });
      await insertRow(tx, 'decisions', { ...place, id: 'ans_1', doc: JSON.stringify(attachments('e')) });
      const other = { account_id: accounts[1], quote_id: 'quo_1', id: 'ans_1' };
      await insertRow(tx, 'decisions', { ...other, doc: JSON.stringify(attachments('f')) });
      for (const account_id of accounts) {
        for (const [quote_id, kind, sha256] of uses)
          await insertRow(tx, 'attachment_uses', { account_id, quote_id, kind, sha256 });
        for (const sha256 of 'abcdef') {
          await insertRow(tx, 'attachment_files', { account_id, id: `fil ${sha256}`, sha256, size: 1 });
          const piece = { account_id, file_id: `fil ${sha256}`, n: 0, bytes: new Uint8Array(1) };
          await insertRow(tx, 'attachment_pieces', piece);
        }
      }
    });
    const owner = found().owner;
    await db.write((tx) => deleteUnusedAttachments(tx, owner, 'quo_3'));
    assert.equal((await list('attachment_uses', 'sha256')).length, uses.length, 'of no use, nothing to do');
    await db.write((tx) => deleteUnusedAttachments(tx, owner, 'quo_1'));
    assert.deepEqual(await list('attachment_uses', `quote_id || ' ' || kind || ' ' || sha256`), [
      ...['quo_1 decision e', 'quo_1 quote a', 'quo_1 revision d', 'quo_2 quote c'],
    ]);
    for (const [table, column] of [
      ['attachment_files', 'id'],
      ['attachment_pieces', 'file_id'],
    ] as const) {
      assert.deepEqual(await list(table, column), ['fil a', 'fil c', 'fil d', 'fil e'], table);
      assert.equal((await list(table, column, accounts[1])).length, 6);
    }
    assert.equal((await list('attachment_uses', 'kind', accounts[1])).length, uses.length);
    assert.deepEqual(await erased(), ['b', 'f']);
  });
});
