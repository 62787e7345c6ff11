import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { HistoryEvent } from '../../../domain/quote/history.ts';
import { groupEvents } from './group-events.ts';

const ROSA = { type: 'user', id: 'usr_1', name: 'Rosa' } as const;
const ADA = { type: 'user', id: 'usr_2', name: 'Ada' } as const;
const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 10, minute)).toISOString();
const updated = (minute: number, fields: string[], actor: HistoryEvent['actor'] = ROSA): HistoryEvent => ({
  ...{ id: `evt_${minute}`, type: 'updated', at: at(minute), actor, data: { fields } },
});

it('changes of one person in one sitting are one entry, with all fields in their order', () => {
  const saves = [updated(50, ['terms', 'items']), updated(25, ['discountValue']), updated(1, ['items'])];
  const [group, ...others] = groupEvents(saves);
  assert.deepEqual(others, []);
  assert.deepEqual([group?.id, group?.at], ['evt_50', at(50)]);
  assert.deepEqual(group?.data.fields, ['items', 'discountValue', 'terms']);
});

it('the items that a sitting changed are counted once each, unless an event does not list them', () => {
  const changed = (minute: number, itemIds?: string[]): HistoryEvent => {
    const event = updated(minute, ['items']);
    return itemIds ? { ...event, data: { ...event.data, itemIds } } : event;
  };
  const items = (events: HistoryEvent[]) => groupEvents(events).map(({ data }) => data.itemIds);
  const saves = [changed(4, ['b', 'c']), updated(3, ['terms']), changed(2, []), changed(1, ['a', 'b'])];
  assert.deepEqual(items(saves), [['a', 'b', 'c']]);
  assert.deepEqual(items([changed(2, ['a']), changed(1)]), [undefined]);
});

it('a break, another person or another event ends the entry, and programs have none', () => {
  const ids = (events: HistoryEvent[]) => groupEvents(events).map(({ id }) => id);
  assert.deepEqual(ids([updated(40, ['a']), updated(9, ['a'])]), ['evt_40', 'evt_9']);
  assert.deepEqual(ids([updated(2, ['a']), updated(1, ['a'], ADA)]), ['evt_2', 'evt_1']);
  const sent: HistoryEvent = { ...updated(2, []), id: 'evt_sent', type: 'sent' };
  assert.deepEqual(ids([updated(3, ['a']), sent, updated(1, ['a'])]), ['evt_3', 'evt_sent', 'evt_1']);
  const program = { type: 'key', id: 'key_1', name: 'Import' } as const;
  assert.deepEqual(ids([updated(2, ['a'], program), updated(1, ['a'], program)]), ['evt_2', 'evt_1']);
  assert.deepEqual(ids([]), []);
});
