import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import { hasBegun, runOnce } from '../../src/actions/once.ts';
import {
  createRepeat,
  findOutcome,
  type IdempotentRequest,
  inProgress,
  KeyTaken,
  keepNothing,
  NOT_REPEATED,
  type Repeat,
  toRecord,
} from '../../src/actions/repeat.ts';
import { Problem } from '../../src/domain/errors.ts';
import { SHAPES } from '../../src/domain/stored-shape.ts';
import type { Database } from '../../src/store/database.ts';
import {
  ERASED_STATUS,
  findIdempotencyRecord,
  type IdempotencyRecord,
  KEY_TTL_MS,
} from '../../src/store/tables/idempotency.ts';
import { onEveryEngine } from '../support/service/engines.ts';
import { NOW, sampleAccount } from '../support/store/store-samples.ts';

const isProblem = (code: string) => (error: unknown) => error instanceof Problem && error.code === code;

onEveryEngine('A request that is repeated', (engine) => {
  let db: Database;
  let accountId: string;
  before(async () => {
    db = await engine.open(await engine.newDatabase());
  });
  after(() => db.close());
  beforeEach(async () => {
    accountId = (await sampleAccount(db)).id;
  });

  const request = (change: Partial<IdempotentRequest> = {}): IdempotentRequest => ({
    ...{ accountId, key: 'key', fingerprint: 'f', now: NOW },
    ...change,
  });
  const respond = (result: number) => ({
    status: 201,
    headers: { n: String(result) },
    body: `{"n":${result}}`,
  });
  /** Does the work, and returns how often and the response. */
  const once = async (
    of: IdempotentRequest | undefined,
    work: (repeat: Repeat<number>) => Promise<number> = ({ keep }) => db.write((tx) => keep(tx, 7)),
  ) => {
    let runs = 0;
    const response = await runOnce({ db }, of, respond, (repeat) => {
      runs++;
      return work(repeat);
    });
    return [runs, response.headers?.n, response.body];
  };
  const read = (key = 'key') => findIdempotencyRecord(db.read, accountId, key);

  it('is worked on once, and gets the first response', async () => {
    assert.deepEqual(await once(request()), [1, '7', '{"n":7}']);
    assert.deepEqual(await once(request()), [0, '7', '{"n":7}']);
    assert.deepEqual(await once(request({ key: 'other' })), [1, '7', '{"n":7}']);
    const again = (stored: object) => ({ ...stored, status: 201, headers: { n: 'again' } });
    assert.deepEqual(await once(request({ again })), [0, 'again', '{"n":7}']);
    assert.deepEqual(await once(undefined), [1, '7', '{"n":7}']);
    assert.deepEqual(await once(undefined), [1, '7', '{"n":7}'], 'without a key each time');
    await assert.rejects(once(request({ fingerprint: 'g' })), isProblem('idempotency_mismatch'));
    assert.deepEqual(await once(request({ fingerprint: 'g', now: NOW + KEY_TTL_MS })), [1, '7', '{"n":7}']);
  });

  it('has a result that is converted once, to be stored and to be sent', async () => {
    let conversions = 0;
    const convert = (result: object) => {
      conversions++;
      return { status: 200, body: JSON.stringify(result) };
    };
    const work = (repeat: Repeat<object>) => db.write((tx) => repeat.keep(tx, { n: 1 }));
    await runOnce({ db }, request(), convert, work);
    assert.equal(conversions, 1);
    // Another result than the one that was stored is converted by itself.
    const other = await runOnce({ db }, request({ key: 'other' }), convert, async (repeat) => {
      await db.write((tx) => repeat.keep(tx, { n: 1 }));
      return { n: 2 };
    });
    assert.deepEqual([other.body, conversions], ['{"n":2}', 3]);
  });

  it('gets the response of one that was faster, or an error after three attempts', async () => {
    const fast = (repeat: Repeat<number>) => async () => {
      await once(request(), ({ keep }) => db.write((tx) => keep(tx, 5)));
      return db.write((tx) => repeat.keep(tx, 7));
    };
    assert.deepEqual(await once(request(), (repeat) => fast(repeat)()), [1, '5', '{"n":5}']);
    let attempts = 0;
    const taken = async () => {
      attempts++;
      throw new KeyTaken();
    };
    await assert.rejects(once(request({ key: 'taken' }), taken), isProblem('idempotency_in_progress'));
    assert.equal(attempts, 3);
    assert.equal(inProgress().headers?.['Retry-After'], '1');
  });

  it('that is refused because the first one has just ended gets its response', async () => {
    const refused = (error: Error) => async () => {
      await once(request(), ({ keep }) => db.write((tx) => keep(tx, 5)));
      throw error;
    };
    const conflict = new Problem('quote_changed', 'It changed.');
    assert.deepEqual(await once(request(), refused(conflict)), [1, '5', '{"n":5}']);
    // Other errors are not the effect of the first request.
    const broken = new Problem('internal', 'Broken.');
    for (const [index, error] of [new Error('broken'), broken].entries()) {
      const key = `broken ${index}`;
      const work = async () => {
        await once(request({ key }), ({ keep }) => db.write((tx) => keep(tx, 5)));
        throw error;
      };
      await assert.rejects(once(request({ key }), work), error);
    }
    const alone = async () => {
      throw conflict;
    };
    await assert.rejects(once(request({ key: 'alone' }), alone), conflict);
    // Another request has the key by now: the refusal is right by itself.
    const mismatch = async () => {
      await once(request({ key: 'mismatch', fingerprint: 'g' }));
      throw conflict;
    };
    await assert.rejects(once(request({ key: 'mismatch' }), mismatch), conflict);
    // The first request still runs, and may have caused the refusal.
    const running = async () => {
      const repeat = createRepeat({ ...request({ key: 'running' }), respond });
      await db.write((tx) => repeat.claim(tx, NOW + 100));
      throw conflict;
    };
    await assert.rejects(once(request({ key: 'running' }), running), isProblem('idempotency_in_progress'));
  });

  it('holds its key while it runs, and gives it up', async () => {
    const repeat = createRepeat({ ...request(), respond });
    const claim = (until: number, heldUntil?: number, of = repeat) =>
      db.write((tx) => of.claim(tx, until, heldUntil));
    assert.equal(repeat.request?.key, 'key');
    await claim(NOW + 100);
    const record = await read();
    assert.deepEqual([record?.running_until, record?.created_at, record?.fingerprint], [NOW + 100, NOW, 'f']);
    await assert.rejects(claim(NOW + 200), KeyTaken);
    await assert.rejects(claim(NOW + 200, NOW + 99), KeyTaken, 'that is not its claim');
    await claim(NOW + 200, NOW + 100);
    assert.equal((await read())?.running_until, NOW + 200);
    const other = createRepeat({ ...request({ fingerprint: 'g', now: NOW + 300 }), respond });
    await assert.rejects(claim(NOW + 400, undefined, other), KeyTaken, 'another request has the key');
    await db.write((tx) => repeat.release(tx, NOW + 100));
    assert.equal((await read())?.running_until, NOW + 200, 'only its own claim');
    await db.write((tx) => repeat.release(tx, NOW + 200));
    assert.equal((await read())?.running_until, 0);
    await claim(NOW + 300);
    assert.equal(await db.write((tx) => repeat.complete(tx, 9)), 9);
    assert.deepEqual([(await read())?.status, (await read())?.body], [201, '{"n":9}']);
    await assert.rejects(claim(NOW + 300), KeyTaken);
    await assert.rejects(
      db.write((tx) => repeat.keep(tx, 9)),
      KeyTaken,
    );
    // A day later the key is free.
    const later = createRepeat({ ...request({ fingerprint: 'g', now: NOW + KEY_TTL_MS }), respond });
    await claim(NOW + KEY_TTL_MS + 1, undefined, later);
    assert.equal((await read())?.fingerprint, 'g');
  });

  it('has an outcome: none, an error, or what is stored', () => {
    const record: IdempotencyRecord = {
      ...{ fingerprint: 'f', created_at: NOW, running_until: null, status: 200 },
      ...{ headers: '{"a":"b"}', body: '{}', shape: SHAPES.response },
    };
    const find = (change: Partial<IdempotencyRecord>, now = NOW) => {
      const outcome = findOutcome({ ...record, ...change }, { fingerprint: 'f', now });
      return outcome instanceof Problem ? outcome.code : outcome;
    };
    assert.equal(findOutcome(undefined, { fingerprint: 'f', now: NOW }), undefined);
    assert.deepEqual(find({}), { status: 200, headers: { a: 'b' }, body: '{}' });
    assert.deepEqual(find({ headers: null, body: null }), { status: 200, headers: {} });
    assert.equal(find({}, NOW + KEY_TTL_MS), undefined);
    assert.ok(find({}, NOW + KEY_TTL_MS - 1));
    assert.equal(find({ fingerprint: 'g' }), 'idempotency_mismatch');
    assert.equal(find({ fingerprint: 'g' }, NOW + KEY_TTL_MS), undefined);
    assert.equal(find({ status: ERASED_STATUS }), 'customer_erased');
    const running = (running_until: number | null) => find({ status: null, running_until });
    assert.deepEqual(
      [running(NOW + 1), running(NOW), running(null)],
      ['idempotency_in_progress', undefined, undefined],
    );
    // Bodies of earlier versions are brought up to date, and texts that are no JSON stay.
    const bodyOf = (body: string, shape: number) => {
      const outcome = find({ body, shape });
      return typeof outcome === 'object' ? outcome.body : outcome;
    };
    assert.equal(bodyOf('{ "x": 1 }', SHAPES.response), '{ "x": 1 }');
    assert.equal(bodyOf('{ "x": 1 }', 0), '{"x":1}');
    assert.equal(bodyOf('sealed', 0), 'sealed');
  });

  it('is stored as the action says, and without a key not at all', async () => {
    const keyed = { ...request(), respond, toStored: () => ({ status: 204 }) };
    assert.deepEqual(toRecord(keyed, 1), {
      key: 'key',
      fingerprint: 'f',
      now: NOW,
      response: { status: 204 },
    });
    const { toStored, ...plain } = keyed;
    assert.deepEqual(toRecord(plain, 1).response, respond(1));
    const result = { n: 1 };
    await db.write(async (tx) => {
      assert.equal(await keepNothing(tx, result), result);
      await NOT_REPEATED.claim(tx, NOW);
      await NOT_REPEATED.release(tx, NOW);
      assert.equal(await NOT_REPEATED.complete(tx, result), result);
    });
    assert.equal(NOT_REPEATED.request, undefined);
    assert.equal(await read(), undefined);
  });

  it('has begun if the same request has the key', async () => {
    assert.equal(await hasBegun({ db }, request()), false);
    await db.write((tx) => createRepeat({ ...request(), respond }).claim(tx, NOW + 1));
    const found = [request(), request({ fingerprint: 'g' }), request({ key: 'other' }), undefined];
    const begun = await Promise.all(found.map((each) => hasBegun({ db }, each)));
    assert.deepEqual(begun, [true, false, false, false]);
  });
});
