import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openSqlite } from '../../src/store/sqlite/sqlite.ts';
import { newFolderWithTables } from '../support/service/data-folder.ts';
import { isEngineEnabled } from '../support/service/engines.ts';

const WRITE = `INSERT INTO settings (name, value) VALUES ('written', ?)
  ON CONFLICT (name) DO UPDATE SET value = excluded.value`;
const TURNS = 5;
const MARK = 'Quixotter';

it('the log of a SQLite file is emptied although others write all the time and read it at first', {
  skip: !isEngineEnabled('sqlite'),
}, async () => {
  const folder = await newFolderWithTables('proffer-scrub-');
  const db = await openSqlite(folder);
  const reader = new DatabaseSync(join(folder, 'proffer.db'));
  let isOver = false;
  const keepWriting = async () => {
    for (let n = 0; !isOver; n++) {
      await db.write(async (tx) => {
        await tx.run(WRITE, String(n));
        // The transaction is open while other work runs.
        for (let turn = 0; turn < TURNS; turn++) await nextTurn();
      });
    }
  };
  const writers = [keepWriting(), keepWriting()];
  try {
    reader.exec('BEGIN');
    reader.prepare('SELECT count(*) AS n FROM settings').get();
    const scrubbed = db.scrub?.();
    for (let turn = 0; turn < 200; turn++) await db.write((tx) => tx.run(WRITE, 'meanwhile'));
    reader.exec('COMMIT');
    assert.equal(await scrubbed, true);
  } finally {
    isOver = true;
    await Promise.all(writers);
    reader.close();
    await db.close();
  }
  await rm(folder, { recursive: true, force: true });
});

it('a deleted row leaves nothing in a SQLite file, also if its place is used again in the same transaction', {
  skip: !isEngineEnabled('sqlite'),
}, async () => {
  const folder = await newFolderWithTables('proffer-scrub-');
  const db = await openSqlite(folder);
  try {
    const insert = 'INSERT INTO settings (name, value) VALUES (?, ?)';
    await db.write((tx) => tx.run(insert, 'gone', `${MARK} `.repeat(3000)));
    await db.write(async (tx) => {
      await tx.run(`DELETE FROM settings WHERE name = 'gone'`);
      await tx.run(insert, 'next', 'x'.repeat(4500));
    });
    assert.equal(await db.scrub?.(), true);
    assert.ok(!(await readFile(join(folder, 'proffer.db'), 'latin1')).includes(MARK));
  } finally {
    await db.close();
    await rm(folder, { recursive: true, force: true });
  }
});
