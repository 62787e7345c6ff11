import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { findEntryLines } from './entry-lines.ts';

it('finds the line of each entry', () => {
  assert.deepEqual(findEntryLines('[{"a": "]\\"[,\\n"},\n\n {"b": [1,\n2]}, 3,\n"x" ]'), [1, 3, 4, 5]);
  assert.deepEqual(findEntryLines('{ "data": [\n {},\n {}\n], "pagination": [1,\n2] }'), [2, 3]);
  assert.deepEqual(findEntryLines('[]'), []);
});

it('returns one line per entry', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), (list) => {
      const lines = findEntryLines(JSON.stringify(list, null, 1));
      assert.equal(lines.length, list.length);
      assert.deepEqual(
        lines,
        lines.toSorted((a, b) => a - b),
      );
    }),
  );
});
