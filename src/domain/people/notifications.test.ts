import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FeedEvent, FeedType } from '../events/feed-event.ts';
import {
  findNextDigest,
  isMailedToBusiness,
  listNotifiedTypes,
  NOTIFICATION_KINDS,
  type NotificationKind,
  USUAL_NOTIFICATIONS,
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

const BY_KIND: Record<NotificationKind, string> = {
  accepted: 'quote.accepted',
  declined: 'quote.declined',
  question: 'message.received quote.change_requested',
  renewal: 'renewal.requested',
  payment: 'payment.recorded payment.refunded payment.disputed',
  failed: 'quote.send_failed quote.bounced invoice.send_failed invoice.bounced',
  expiring: 'quote.expiring',
  expired: 'quote.expired',
  overdue: 'invoice.overdue',
  viewed: 'quote.viewed invoice.viewed',
};

test('each kind has its events, and no event belongs to two', () => {
  for (const kind of NOTIFICATION_KINDS)
    assert.equal(listNotifiedTypes([kind]).join(' '), BY_KIND[kind], kind);
  assert.deepEqual(NOTIFICATION_KINDS, Object.keys(BY_KIND));
  const types = listNotifiedTypes(NOTIFICATION_KINDS);
  assert.equal(new Set(types).size, types.length);
  assert.deepEqual(listNotifiedTypes([]), []);
});

test('who has not chosen gets at once what needs an answer or money', () => {
  assert.deepEqual(USUAL_NOTIFICATIONS, {
    kinds: ['accepted', 'declined', 'question', 'renewal', 'payment', 'failed'],
    daily: false,
  });
});

test('the business is emailed about what customers do, not about what its people and programs do', () => {
  const is = (type: FeedType, actor: 'customer' | 'user' | 'key' | 'system') =>
    isMailedToBusiness({
      type,
      actor: (actor === 'user' || actor === 'key'
        ? { type: actor, id: 'usr_1', name: 'Ada' }
        : { type: actor }) as FeedEvent['actor'],
    });
  const mailed: FeedType[] = [
    ...(['quote.accepted', 'quote.declined', 'renewal.requested', 'message.received'] as const),
    ...(['quote.change_requested', 'payment.recorded', 'payment.disputed'] as const),
    ...(['quote.send_failed', 'invoice.send_failed'] as const),
  ];
  for (const type of mailed) {
    assert.deepEqual([is(type, 'customer'), is(type, 'system')], [true, true], type);
    assert.deepEqual([is(type, 'user'), is(type, 'key')], [false, false], type);
  }
  const others = listNotifiedTypes(NOTIFICATION_KINDS).filter((type) => !mailed.includes(type));
  for (const type of others) assert.equal(is(type, 'system'), false, type);
  assert.equal(others.length, 8);
});
