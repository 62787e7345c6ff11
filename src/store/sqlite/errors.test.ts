import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { DatabaseUnavailable } from '../../domain/outage.ts';
import { translateDatabaseError } from './errors.ts';

test('a full disk is temporary, a constraint violation is not', () => {
  const db = new DatabaseSync(':memory:');
  db.exec('CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT NOT NULL); PRAGMA max_page_count = 3');
  const full = thrownBy(() => db.prepare('INSERT INTO t (text) VALUES (?)').run('x'.repeat(100_000)));
  const translated = translateDatabaseError(full);
  assert.ok(translated instanceof DatabaseUnavailable);
  assert.equal(translated.reason, 'full');
  const broken = thrownBy(() => db.exec('INSERT INTO t (text) VALUES (NULL)'));
  assert.equal(translateDatabaseError(broken), broken);
});

function thrownBy(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}
