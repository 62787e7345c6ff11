import assert from 'node:assert/strict';
import { it } from 'node:test';
import { toStatement } from './statement.ts';

it('a statement has the same name in every process, regardless of earlier statements', async () => {
  // A fresh copy of the module stands for another process.
  const other = (await import(`./statement.ts?another=${process.pid}`)) as {
    toStatement: typeof toStatement;
  };
  const texts = ['SELECT 1', 'SELECT ? AS one', 'SELECT ? AS two'];
  const names = texts.map((text) => toStatement(text).name);
  const otherNames = texts.toReversed().map((text) => other.toStatement(text).name);
  assert.deepEqual(names, otherNames.reverse());
  assert.equal(new Set(names).size, texts.length);
  assert.ok(names.every((name) => name && name.length < 64));
});
