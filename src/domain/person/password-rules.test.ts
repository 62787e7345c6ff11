import assert from 'node:assert/strict';
import { it } from 'node:test';
import { passwordFault } from './password-rules.ts';

it('asks for length, and for nothing that everybody tries first', () => {
  const faults: Record<string, string | undefined> = {
    'correct horse battery': undefined,
    'Zürich 1999 am See': undefined,
    'correct-password-horse': undefined,
    short: 'short',
    '': 'short',
    ['x'.repeat(201)]: 'long',
    aaaaaaaaaaaa: 'easy',
    '1234567890': 'easy',
    abcdefghijkl: 'easy',
    Password1234: 'easy',
    'ada.lovelace1': 'easy',
    qwertyuiop12: 'easy',
  };
  for (const [password, fault] of Object.entries(faults)) {
    assert.equal(passwordFault(password, ['Ada', 'ada.lovelace']), fault, password);
  }
});
