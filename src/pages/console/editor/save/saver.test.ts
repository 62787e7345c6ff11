import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { QuoteBody } from '../draft/to-body.ts';
import {
  deleteCopy,
  deleteOldCopies,
  findCopies,
  getCopyPrefix,
  listCopyKeys,
  storeCopy,
} from './local-copy.ts';
import type { SaveReply } from './save-reply.ts';
import { createSaver, type SaveRequest, type SaveState, type Stored } from './saver.ts';

const body = (title: string, id?: string) =>
  ({
    title,
    customerId: 'c',
    items: [{ id, description: 'x', quantity: 1, unitPrice: 1 }],
  }) as unknown as QuoteBody;
const STORED: Stored = { id: 'quo_1', etag: '"1"', body: body('A') };
const ok = (etag: string): SaveReply => ({
  status: 200,
  etag,
  body: { id: 'quo_1', items: [{ id: 'itm_1' }] },
  retryAfterMs: null,
});
const no = (status: number, code = ''): SaveReply => ({
  status,
  etag: '',
  body: { code, errors: [] },
  retryAfterMs: null,
});

/** A test harness that types and responds as the service. */
function desk(stored: Stored | null, { isAutomatic = true, theirs = null as Stored | null } = {}) {
  const at = { title: 'A', body: null as null | 'invalid', now: 0, id: undefined as string | undefined };
  const states: SaveState[] = [];
  const requests: { request: SaveRequest; answer: (reply: SaveReply) => void; fail: () => void }[] = [];
  const timers = new Set<{ run: () => void; at: number }>();
  const ids: (string | undefined)[] = [];
  let keys = 0;
  const saver = createSaver(
    {
      read: () => at.body ?? { body: body(at.title, at.id), keys: ['k'] },
      send: (request) =>
        new Promise((answer, reject) =>
          requests.push({ request, answer, fail: () => reject(new Error('no network')) }),
        ),
      onState: (state) => states.push(state),
      onStored: (_, named) => {
        at.id = named.get('k') ?? at.id;
        ids.push(named.get('k'));
      },
      onPending: () => {},
      onConflict: async () => theirs,
      onRefused: () => {},
      later: (ms, run) => {
        const timer = { run, at: at.now + ms };
        timers.add(timer);
        return () => timers.delete(timer);
      },
      newKey: () => `key-${keys++}`,
      now: () => at.now,
    },
    { stored, pending: null, isAutomatic },
  );
  const runPending = () => new Promise((resolve) => setImmediate(resolve));
  return {
    ...{ saver, states, requests, timers, ids, at, runPending },
    type(title: string) {
      at.title = title;
      saver.changed();
    },
    async pass(ms: number) {
      at.now += ms;
      for (const timer of [...timers]) {
        if (timer.at > at.now) continue;
        timers.delete(timer);
        timer.run();
      }
      await runPending();
    },
    last: () => states.at(-1),
  };
}

test('the draft is saved after a pause, one request at a time, each with the latest ETag', async () => {
  const { type, pass, requests, runPending, last, ids } = desk(STORED);
  type('B');
  await pass(700);
  type('BC');
  await pass(700);
  assert.equal(requests.length, 0);
  await pass(100);
  assert.deepEqual(requests[0]?.request, {
    id: 'quo_1',
    body: { title: 'BC' },
    etag: '"1"',
    idempotencyKey: null,
  });
  type('BCD');
  await pass(5000);
  assert.equal(requests.length, 1, 'the next waits');
  requests[0]?.answer(ok('"2"'));
  await runPending();
  assert.equal(last()?.kind, 'waiting');
  await pass(800);
  assert.deepEqual([requests[1]?.request.etag, requests[1]?.request.body], ['"2"', { title: 'BCD' }]);
  requests[1]?.answer(ok('"3"'));
  await runPending();
  assert.equal(last()?.kind, 'saved');
  assert.deepEqual(ids, ['itm_1', 'itm_1']);
  await pass(60_000);
  assert.equal(requests.length, 2, 'nothing is left to save');
});

test('without a network it retries with growing delays, and immediately when the network is back', async () => {
  const { saver, type, pass, requests, runPending, last } = desk(STORED);
  type('B');
  await pass(800);
  requests[0]?.fail();
  await runPending();
  assert.deepEqual(last(), { kind: 'unsaved', why: 'offline' });
  await pass(2000);
  requests[1]?.fail();
  await runPending();
  await pass(2000);
  assert.equal(requests.length, 2);
  saver.retry();
  await runPending();
  requests[2]?.answer(ok('"2"'));
  await runPending();
  assert.equal(last()?.kind, 'saved');
});

test('a create whose response was lost is repeated unchanged, then updated', async () => {
  const { type, pass, requests, runPending } = desk(null);
  type('B');
  await pass(800);
  requests[0]?.fail();
  type('C');
  await runPending();
  await pass(2000);
  const [first, second] = requests;
  assert.equal(first?.request.idempotencyKey, 'key-0');
  assert.deepEqual(second?.request, first?.request);
  second?.answer({ ...ok('"1"'), status: 201 });
  await runPending();
  await pass(800);
  assert.deepEqual([requests[2]?.request.id, requests[2]?.request.body], ['quo_1', { title: 'C' }]);
});

test('nothing is written during a conflict until it is resolved', async () => {
  const { saver, type, pass, requests, runPending, last } = desk(STORED);
  type('B');
  await pass(800);
  requests[0]?.answer(no(412));
  await runPending();
  assert.equal(last()?.kind, 'conflict');
  type('BC');
  await pass(60_000);
  assert.equal(await saver.save(), false);
  saver.retry();
  await runPending();
  assert.equal(requests.length, 1);
  saver.resolveConflict({ ...STORED, etag: '"7"', body: body('T') });
  await pass(0);
  assert.deepEqual([requests[1]?.request.etag, requests[1]?.request.body], ['"7"', { title: 'BC' }]);
});

test('a save whose response was lost is not a conflict', async () => {
  const { type, pass, requests, runPending, last } = desk(STORED, {
    theirs: { ...STORED, etag: '"2"', body: body('B') },
  });
  type('B');
  await pass(800);
  requests[0]?.answer(no(412));
  await runPending();
  await pass(0);
  assert.equal(requests.length, 1);
  assert.equal(last()?.kind, 'saved');
});

test('a quote that was sent is saved only on request', async () => {
  const { saver, type, pass, requests, runPending, last } = desk(STORED, { isAutomatic: false });
  type('B');
  await pass(60_000);
  assert.deepEqual([requests.length, last()], [0, { kind: 'unsaved', why: 'onPurpose' }]);
  const saved = saver.save();
  await runPending();
  requests[0]?.answer(ok('"2"'));
  assert.equal(await saved, true);
});

test('an invalid draft is not sent, and every rejection has a reason', async () => {
  const { saver, at, type, pass, requests, runPending, last } = desk(STORED);
  at.body = 'invalid';
  type('B');
  await pass(800);
  assert.deepEqual([requests.length, last()], [0, { kind: 'unsaved', why: 'invalid' }]);
  at.body = null;
  for (const [reply, why] of [
    [no(400), 'refused'],
    [no(401), 'signedOut'],
    [no(403), 'forbidden'],
    [no(403, 'account_closed'), 'closed'],
    [no(404), 'gone'],
    [no(409, 'quote_converted'), 'invoiced'],
    [no(409, 'send_in_progress'), 'busy'],
    [no(503), 'busy'],
  ] as const) {
    const saved = saver.save();
    await runPending();
    requests.at(-1)?.answer(reply);
    assert.equal(await saved, false);
    const state = last();
    assert.equal(state?.kind === 'unsaved' && state.why, why);
  }
});

test('copies of closed windows are found, latest first; those of open windows are not', () => {
  const kept = new Map<string, string>();
  const storage = {
    get length() {
      return kept.size;
    },
    key: (at: number) => [...kept.keys()][at] ?? null,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (key.endsWith('full')) throw new Error('full');
      kept.set(key, text);
    },
    removeItem: (key: string) => kept.delete(key),
  } as unknown as Storage;
  const prefix = getCopyPrefix('acc_1', 'usr_1');
  const copy = (at: number) => ({
    kind: 'quote' as const,
    draft: { rows: [] } as never,
    base: null,
    etag: null,
    id: null,
    pending: null,
    at,
  });
  assert.ok(storeCopy(storage, `${prefix}a`, copy(1)));
  assert.ok(storeCopy(storage, `${prefix}b`, copy(3)));
  assert.ok(storeCopy(storage, `${prefix}open`, copy(9)));
  assert.ok(storeCopy(storage, `${getCopyPrefix('acc_1', 'usr_2')}x`, copy(5)));
  kept.set(`${prefix}spoilt`, '{');
  assert.equal(storeCopy(storage, `${prefix}full`, copy(1)), false);
  assert.equal(storeCopy(null, 'x', copy(1)), false);
  const isOpen = (key: string) => key.endsWith('open');
  assert.deepEqual(
    findCopies(storage, prefix, isOpen).map((found) => found.copy.at),
    [3, 1],
  );
  storeCopy(storage, `${getCopyPrefix('acc_2', 'usr_1')}z`, copy(1));
  assert.deepEqual(
    listCopyKeys(storage, 'usr_1').map((key) => key.split(':').at(-1)),
    ['a', 'b', 'open', 'spoilt', 'z'],
    'in every account, whatever is in them',
  );
  assert.equal(listCopyKeys(storage, 'usr_2').length, 1);
  deleteCopy(storage, `${prefix}b`);
  assert.deepEqual(
    findCopies(storage, prefix, isOpen).map((found) => found.copy.at),
    [1],
  );
  const day = 24 * 60 * 60 * 1000;
  storeCopy(storage, `${getCopyPrefix('acc_1', 'usr_2')}x`, copy(2 * day));
  deleteOldCopies(storage, 15 * day);
  assert.deepEqual([...kept.keys()].sort(), [`${prefix}spoilt`, `${getCopyPrefix('acc_1', 'usr_2')}x`]);
});

test('a successful save resets the delay before the next retry', async () => {
  const { type, pass, requests, runPending } = desk(STORED);
  const failNext = async () => {
    requests.at(-1)?.fail();
    await runPending();
  };
  type('B');
  await pass(800);
  await failNext();
  await pass(2000);
  await failNext();
  await pass(4000);
  assert.equal(requests.length, 3);
  requests.at(-1)?.answer(ok('"2"'));
  await runPending();
  type('C');
  await pass(800);
  await failNext();
  const failed = requests.length;
  await pass(1999);
  assert.equal(requests.length, failed);
  await pass(1);
  assert.equal(requests.length, failed + 1);
});
