import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { deleteOldEvents } from '../../src/actions/events/list-feed.ts';
import { createEventId } from '../../src/domain/ids.ts';
import type { Database } from '../../src/store/database.ts';
import {
  deleteFeedEventsBefore,
  findEventPosition,
  findFeedHead,
  findPositionAtTime,
  hasFeedEvent,
  insertFeedEvents,
  listAccountsWithOldEvents,
  listFeed,
  listFeedPositions,
  reserveFeedNumbers,
} from '../../src/store/tables/events/feed.ts';
import { onEveryEngine } from '../support/service/engines.ts';
import { NOW, sampleAccount } from '../support/store/store-samples.ts';

onEveryEngine('The event feed', (engine) => {
  let db: Database;
  before(async () => {
    db = await engine.open(await engine.newDatabase());
  });
  after(() => db.close());

  const add = (account: string, count: number, at: number) =>
    db.write(async (tx) => {
      const last = await reserveFeedNumbers(tx, account, count, at);
      const rows = Array.from({ length: count }, (_, index) => ({
        id: createEventId(at, last - count + 1 + index, ''),
        type: 'customer.updated' as const,
        ...{ quoteId: null, invoiceId: null, customerId: null },
        doc: JSON.stringify({ n: last - count + 1 + index }),
      }));
      await insertFeedEvents(tx, account, last, rows, at);
    });
  /** Creates an account with events at these offsets from `NOW`. */
  const newFeed = async (...offsets: number[]): Promise<string> => {
    const { id } = await sampleAccount(db);
    for (const offset of offsets) await add(id, 1, NOW + offset);
    return id;
  };
  const headOf = async (account: string) => ({ ...(await findFeedHead(db.read, account)) });
  const numbers = async (account: string) =>
    (await listFeedPositions(db.read, account, 0, 10_000)).map(({ n }) => n);
  const clean = (account: string, before: number, limit = 10) =>
    db.write((tx) => deleteFeedEventsBefore(tx, account, { before, now: NOW + 99, limit }));

  it('begins at 0, and numbers the events of each account without gaps', async () => {
    const empty = await newFeed();
    assert.deepEqual(await headOf(empty), { n: 0, gone: 0 });
    const account = await newFeed(0);
    await add(account, 3, NOW);
    assert.deepEqual(await headOf(account), { n: 4, gone: 0 });
    assert.deepEqual(await numbers(account), [1, 2, 3, 4]);
    const found = await listFeed(db.read, account, { after: 1, upTo: 3 }, {}, 10);
    assert.deepEqual(
      found.map(({ n, doc }) => [n, JSON.parse(doc).n]),
      [
        [2, 2],
        [3, 3],
      ],
    );
  });

  it('lists positions after one number up to another, of one account', async () => {
    const [account, other] = [await newFeed(0, 1, 2, 3), await newFeed(10, 11, 12, 13)];
    const between = await listFeedPositions(db.read, account, 1, 3);
    assert.deepEqual(
      between.map(({ n, type }) => [n, type]),
      [
        [2, 'customer.updated'],
        [3, 'customer.updated'],
      ],
    );
    for (const { id, n } of between) {
      assert.equal(await findEventPosition(db.read, account, id), n);
      assert.equal(await findEventPosition(db.read, other, id), undefined, 'it belongs to another account');
    }
  });

  it('knows which events it has', async () => {
    const account = await newFeed(0, 1);
    await newFeed(0, 1, 2);
    assert.deepEqual(await Promise.all([0, 1, 2, 3].map((n) => hasFeedEvent(db.read, account, n))), [
      false,
      true,
      true,
      false,
    ]);
  });

  it('finds the last event before a time, whatever is left', async () => {
    const other = await newFeed(-50, -40, -30, -20, -10);
    const account = await newFeed(0, 10, 10, 20, 30);
    const at = (offset: number) => findPositionAtTime(db.read, account, NOW + offset);
    assert.deepEqual(
      await Promise.all([-5, 0, 1, 10, 11, 20, 21, 30, 31].map(at)),
      [0, 0, 1, 1, 3, 3, 4, 4, 5],
    );
    await clean(account, NOW + 10);
    assert.deepEqual(await Promise.all([-5, 10, 11].map(at)), [1, 1, 3]);
    assert.equal(await findPositionAtTime(db.read, other, NOW - 30), 2);
    assert.equal(await findPositionAtTime(db.read, await newFeed(), NOW), 0);
  });

  it('deletes the events from before a time in order, up to a limit', async () => {
    const other = await newFeed(0, 1);
    const account = await newFeed(0, 1, 2, 3, 4);
    await clean(account, NOW + 3, 2);
    assert.deepEqual(await numbers(account), [3, 4, 5]);
    assert.deepEqual(await headOf(account), { n: 5, gone: 2 });
    await clean(account, NOW + 3);
    assert.deepEqual(await numbers(account), [4, 5], 'an event at that time stays');
    await clean(account, NOW + 3);
    assert.deepEqual(await headOf(account), { n: 5, gone: 3 });
    await clean(account, NOW + 50);
    assert.deepEqual([await numbers(account), await headOf(account)], [[], { n: 5, gone: 5 }]);
    assert.deepEqual([await numbers(other), await headOf(other)], [[1, 2], { n: 2, gone: 0 }]);
  });

  it('knows the accounts with old events, oldest first', async () => {
    const [second, first, young] = [await newFeed(-900), await newFeed(-1000, -5), await newFeed(-5)];
    const old = (before: number, limit = 10) => listAccountsWithOldEvents(db.read, NOW + before, limit);
    assert.deepEqual(await old(-800), [first, second]);
    assert.deepEqual(await old(-800, 1), [first]);
    assert.deepEqual(await old(-900), [first], 'an event at that time is not old');
    await clean(first, NOW - 800);
    assert.deepEqual(await old(-800), [second], 'its oldest event is another one now');
    assert.ok((await old(-4)).includes(first));
    await clean(young, NOW - 4);
    assert.ok(!(await old(98)).includes(young), 'it has none left');
  });

  it('is cleaned up in several batches, for all accounts', async () => {
    const [long, short] = [await newFeed(), await newFeed(-2000, 0)];
    await add(long, 1201, NOW - 2000);
    await add(long, 1, NOW);
    await deleteOldEvents(db, NOW - 1500, NOW + 99);
    assert.deepEqual([await numbers(long), await numbers(short)], [[1202], [2]]);
    assert.deepEqual(await headOf(long), { n: 1202, gone: 1201 });
    assert.deepEqual(await headOf(short), { n: 2, gone: 1 });
  });
});
