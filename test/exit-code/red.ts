import assert from 'node:assert/strict';
import { it } from 'node:test';

it('fails, so that one can see that a failure is noticed', () => assert.equal(1, 2));
