import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  findNextDigest,
  isMailedToBusiness,
  listNotifiedTypes,
  NOTIFICATION_KINDS,
} from './notifications.ts';

test('the email of the day goes out at seven by the clocks of the account, also when they change', () => {
  const next = (now: string, zone: string) => new Date(findNextDigest(Date.parse(now), zone)).toISOString();
  assert.equal(next('2026-03-27T12:00:00Z', 'Europe/Berlin'), '2026-03-28T06:00:00.000Z');
  assert.equal(next('2026-03-28T06:00:00Z', 'Europe/Berlin'), '2026-03-29T05:00:00.000Z');
  assert.equal(next('2026-10-24T05:00:00Z', 'Europe/Berlin'), '2026-10-25T06:00:00.000Z');
  assert.equal(next('2026-10-25T05:59:59Z', 'Europe/Berlin'), '2026-10-25T06:00:00.000Z');
  assert.equal(next('2026-05-05T22:00:00Z', 'Asia/Tokyo'), '2026-05-06T22:00:00.000Z');
  assert.equal(next('2026-05-05T12:00:00Z', 'America/Los_Angeles'), '2026-05-05T14:00:00.000Z');
});

test('no event belongs to two kinds', () => {
  const types = listNotifiedTypes(NOTIFICATION_KINDS);
  assert.equal(new Set(types).size, types.length);
});

test('the business is emailed about what customers do, not about what its people and programs do', () => {
  const is = (type: 'quote.accepted' | 'quote.bounced', actor: 'customer' | 'user' | 'system') =>
    isMailedToBusiness({
      type,
      actor: actor === 'user' ? { type: actor, id: 'usr_1', name: 'Ada' } : { type: actor },
    });
  assert.deepEqual(
    [is('quote.accepted', 'customer'), is('quote.accepted', 'user'), is('quote.bounced', 'system')],
    [true, false, false],
  );
});
