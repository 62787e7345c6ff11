import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onEveryEngine } from '../support/service/engines.ts';

onEveryEngine('A failure', () => {
  it('is noticed', () => assert.equal(1, 2));
});

it('is noticed', () => assert.equal(1, 2));
