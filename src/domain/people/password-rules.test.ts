import assert from 'node:assert/strict';
import { it } from 'node:test';
import { findPasswordError } from './password-rules.ts';

const COMMON = new Set(['password', 'football', '1q2w3e4r5t', 'admin', 'letmein']);

it('a password must be long and hard to guess', () => {
  const faults: Record<string, string | undefined> = {
    'correct horse battery': undefined,
    'Zürich 1999 am See': undefined,
    'correct-password-horse': undefined,
    'lovelace engine': undefined,
    short: 'short',
    '': 'short',
    ['x'.repeat(201)]: 'long',
    aaaaaaaaaaaa: 'easy',
    '1234567890': 'easy',
    '4071936528': 'easy',
    abcdefghijkl: 'easy',
    Password1234: 'easy',
    'PASSWORD123!': 'easy',
    '2024password': 'easy',
    FOOTBALL123: 'easy',
    '1Q2w3e4r5t': 'easy',
    adminadmin: 'easy',
    qwertzuiop12: 'easy',
    'ada.lovelace1': 'easy',
    'Lovelace, Ada 1815': 'easy',
    'ada.lovelace@analytical.example': 'easy',
    AnalyticalEngines1843: 'easy',
    proffer12345: 'easy',
  };
  const about = ['Ada Lovelace', 'ada.lovelace@analytical.example', 'Analytical Engines'];
  for (const [password, fault] of Object.entries(faults)) {
    assert.equal(
      findPasswordError(password, about, (word) => COMMON.has(word)),
      fault,
      password,
    );
  }
});
