import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Database, Sql } from '../../src/store/database.ts';
import {
  addFileUses,
  completeFile,
  deleteQuoteFileUses,
  deleteUnusedFile,
  type FileKey,
  findFile,
  findUnusedFiles,
  findUsesByHash,
  insertChunk,
  insertFile,
  readChunk,
  replaceQuoteFileUses,
} from '../../src/store/tables/quote/attachment-files.ts';
import { onEveryEngine } from '../support/service/engines.ts';
import { NOW, sampleAccount } from '../support/store/store-samples.ts';

onEveryEngine('Files of attachments', (engine) => {
  let db: Database;
  before(async () => {
    db = await engine.open(await engine.newDatabase());
  });
  after(() => db.close());

  let count = 0;
  const write = <T>(work: (tx: Sql) => Promise<T>) => db.write(work);
  /** Uploads a file of two chunks, which is complete if it has a hash. */
  const upload = async (accountId: string, sha256?: string): Promise<FileKey> => {
    const key = { accountId, id: `file_${++count}` };
    await write(async (tx) => {
      await insertFile(tx, key, NOW);
      for (const n of [0, 1]) await insertChunk(tx, key, n, Buffer.from(`${key.id} ${n}`));
      if (sha256) await completeFile(tx, key, { sha256, size: 9 });
    });
    return key;
  };
  const newAccount = async () => (await sampleAccount(db)).id;
  const unusedOf = async (accountId: string, before = NOW + 1000) =>
    (await findUnusedFiles(db.read, before, 100))
      .filter((file) => file.accountId === accountId)
      .map(({ id }) => id);
  const chunk = async (key: FileKey, n: number) => {
    const bytes = await readChunk(db.read, key, n);
    return bytes && Buffer.from(bytes).toString();
  };

  it('are found by their hash when they are complete, and read by chunk', async () => {
    const [accountId, other] = [await newAccount(), await newAccount()];
    const [whole, half] = [await upload(accountId, 'aa'), await upload(accountId)];
    await upload(accountId, 'bb');
    assert.deepEqual(await findFile(db.read, accountId, 'aa'), whole);
    assert.equal(await findFile(db.read, accountId, 'cc'), undefined);
    assert.equal(await findFile(db.read, other, 'aa'), undefined);
    assert.deepEqual([await chunk(whole, 0), await chunk(whole, 1)], [`${whole.id} 0`, `${whole.id} 1`]);
    assert.deepEqual(
      [await chunk(whole, 2), await chunk({ ...whole, accountId: other }, 0)],
      [undefined, undefined],
    );
    assert.deepEqual(await unusedOf(accountId), [half.id]);
    const size = await db.read.get<{ size: number }>(
      'SELECT size FROM attachment_files WHERE id = ?',
      whole.id,
    );
    assert.equal(size?.size, 9);
  });

  it('with the same bytes are stored once per account, also if the first was released', async () => {
    const [accountId, other] = [await newAccount(), await newAccount()];
    const first = await upload(accountId, 'same');
    const elsewhere = await upload(other, 'same');
    await write((tx) =>
      replaceQuoteFileUses(tx, accountId, 'q', { before: [{ sha256: 'same' }], after: [] }, NOW),
    );
    assert.deepEqual(await unusedOf(accountId), [first.id]);
    const again = await upload(accountId, 'same');
    assert.deepEqual(await findFile(db.read, accountId, 'same'), first);
    assert.deepEqual(await findFile(db.read, other, 'same'), elsewhere);
    assert.deepEqual([await chunk(again, 0), await chunk(first, 0)], [undefined, `${first.id} 0`]);
    assert.deepEqual(await unusedOf(accountId), []);
  });

  it('are released when their last use ends', async () => {
    const [accountId, other] = [await newAccount(), await newAccount()];
    const [a, b] = [await upload(accountId, 'a'), await upload(accountId, 'b')];
    await upload(other, 'a');
    const file = (sha256: string) => ({ sha256 });
    await write((tx) => addFileUses(tx, other, 'q1', 'quote', [file('a')]));
    await write((tx) => addFileUses(tx, accountId, 'q1', 'quote', [file('a'), file('b'), file('b')]));
    await write((tx) => addFileUses(tx, accountId, 'q1', 'revision', [file('a')]));
    await write((tx) => addFileUses(tx, accountId, 'q2', 'quote', [file('b')]));
    const uses = async (sha256: string) =>
      (await findUsesByHash(db.read, sha256))
        .map(
          ({ account_id, quote_id, kind }) =>
            `${account_id === accountId ? 'own' : 'other'} ${quote_id} ${kind}`,
        )
        .sort();
    assert.deepEqual(await uses('a'), ['other q1 quote', 'own q1 quote', 'own q1 revision']);

    const change = { before: [file('a'), file('b')], after: [file('b')] };
    await write((tx) => replaceQuoteFileUses(tx, accountId, 'q1', change, NOW));
    assert.deepEqual(await uses('a'), ['other q1 quote', 'own q1 revision']);
    assert.deepEqual(await uses('b'), ['own q1 quote', 'own q2 quote']);
    assert.deepEqual(await unusedOf(accountId), [], 'a revision still has it');

    await write((tx) => addFileUses(tx, accountId, 'q1', 'decision', [file('a')]));
    await write((tx) => deleteQuoteFileUses(tx, accountId, 'q1', NOW));
    assert.deepEqual(await uses('a'), ['other q1 quote', 'own q1 decision'], 'a decision keeps its files');
    assert.deepEqual(await uses('b'), ['own q2 quote']);
    assert.deepEqual(await unusedOf(accountId), []);
    await write((tx) => deleteQuoteFileUses(tx, accountId, 'q1', NOW));
    await write((tx) => deleteQuoteFileUses(tx, accountId, 'q2', NOW + 1));
    assert.deepEqual(await unusedOf(accountId), [b.id]);
    assert.deepEqual(await findFile(db.read, accountId, 'a'), a);

    await write((tx) => addFileUses(tx, accountId, 'q3', 'quote', [file('b')]));
    assert.deepEqual(await unusedOf(accountId), [], 'it is used again');
  });

  it('that are unused for long are deleted, oldest first, unless they are used again', async () => {
    const accountId = await newAccount();
    const [late, early] = [await upload(accountId, 'late'), await upload(accountId, 'early')];
    const release = (sha256: string, at: number) =>
      write((tx) => replaceQuoteFileUses(tx, accountId, 'q', { before: [{ sha256 }], after: [] }, at));
    await release('late', NOW - 1);
    await release('early', NOW - 2);
    assert.deepEqual(await unusedOf(accountId, NOW), [early.id, late.id]);
    assert.deepEqual(await unusedOf(accountId, NOW - 1), [early.id]);
    assert.equal((await findUnusedFiles(db.read, NOW, 1)).length, 1);
    await write((tx) => deleteUnusedFile(tx, late, NOW - 1));
    assert.equal(await chunk(late, 0), `${late.id} 0`, 'not unused for so long');
    await write((tx) => deleteUnusedFile(tx, { ...late, accountId: 'acc_none' }, NOW));
    await write((tx) => deleteUnusedFile(tx, { ...late, id: 'none' }, NOW));
    assert.deepEqual(await unusedOf(accountId, NOW), [early.id, late.id]);
    await write((tx) => deleteUnusedFile(tx, late, NOW));
    assert.deepEqual(await unusedOf(accountId, NOW), [early.id]);
    assert.deepEqual([await chunk(late, 0), await chunk(early, 0)], [undefined, `${early.id} 0`]);
  });
});
