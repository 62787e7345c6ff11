import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { readConfig } from '../../app/config/config.ts';
import { DatabaseUnavailable } from '../../domain/outage.ts';
import { createRateLimiter } from './limit-requests.ts';

const CALLER = {
  accountId: 'acc_1',
  keyId: 'key_1',
  canWrite: true,
  canDraft: true,
  automation: false,
  seesCosts: true,
  mayApprove: false,
  actor: { type: 'key', id: 'key_1', name: 'Shop' },
  role: 'key',
} as const;

test('a request fails once while the database is away, with no other failure that nobody handles', async (t) => {
  const unhandled: unknown[] = [];
  const note = (error: unknown) => unhandled.push(error);
  process.on('unhandledRejection', note);
  t.after(() => process.off('unhandledRejection', note));
  const away = () => Promise.reject(new DatabaseUnavailable('away'));
  const limiter = createRateLimiter(readConfig({}), { count: away }, away);
  await assert.rejects(async () => limiter.count(CALLER, 'read', 0), DatabaseUnavailable);
  await nextTurn();
  assert.deepEqual(unhandled, []);
});
