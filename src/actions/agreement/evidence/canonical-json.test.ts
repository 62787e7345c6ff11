import assert from 'node:assert/strict';
import { it } from 'node:test';
import { canonicalize } from './canonical-json.ts';

it('writes the examples of RFC 8785', () => {
  const numbers = [333333333.3333333, 1e30, 4.5, 2e-3, 0.000000000000000000000000001, -0];
  const string = '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"/';
  assert.equal(
    canonicalize({ numbers, string, literals: [null, true, false] }),
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27,0],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  );
});

it('sorts names by UTF-16 code units, at every level, and numbers like other names', () => {
  const names = ['\u20ac', '\r', '\ufb33', '1', '\u{1f600}', '\u0080', '\u00f6'];
  const sorted = Object.keys(JSON.parse(canonicalize(Object.fromEntries(names.map((name) => [name, 0])))));
  assert.deepEqual(sorted, ['1', '\r', '\u0080', '\u00f6', '\u20ac', '\u{1f600}', '\ufb33']);
  assert.equal(canonicalize([{ 9: { b: 1, a: 2 }, 10: [] }]), '[{"10":[],"9":{"a":2,"b":1}}]');
});
