import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { MessageChannel } from 'node:worker_threads';
import { Problem } from '../domain/errors.ts';
import { DatabaseUnavailable } from '../domain/outage.ts';
import { RenderError } from '../domain/render-error.ts';
import { type Connection, connect } from './remote-calls.ts';

const FAILURES: Record<string, () => Error> = {
  problem: () =>
    new Problem('customer_unknown', 'Nobody', {
      errors: [{ path: '/customerId', message: 'names nobody' }],
      headers: { 'Retry-After': '1' },
    }),
  render: () => new RenderError('busy', 'too many'),
  database: () =>
    new DatabaseUnavailable('gone', { reason: 'full', cause: { errcode: 13, errstr: 'disk is full' } }),
  system: () => Object.assign(new Error('taken'), { code: 'EADDRINUSE', syscall: 'listen' }),
};

const functions = {
  double: async (value: number) => value * 2,
  bytes: async (value: Uint8Array) => value.map((byte) => byte + 1),
  async fail(name: string): Promise<void> {
    throw FAILURES[name]?.();
  },
};

let channel: MessageChannel;
let connection: Connection<typeof functions>;
let remote: typeof functions;

before(() => {
  channel = new MessageChannel();
  connect(channel.port1, functions, []);
  connection = connect<typeof functions>(channel.port2, {}, ['double', 'bytes', 'fail']);
  remote = connection.remote;
});
after(() => channel.port1.close());

test('each call gets its own result, in any order', async () => {
  const values = Array.from({ length: 100 }, (_, index) => index);
  assert.deepEqual(
    await Promise.all(values.map((value) => remote.double(value))),
    values.map((value) => value * 2),
  );
  assert.deepEqual(await remote.bytes(new Uint8Array([1, 2])), new Uint8Array([2, 3]));
});

test('an error is the same in the other thread', async () => {
  for (const [name, make] of Object.entries(FAILURES)) {
    const expected = make();
    await assert.rejects(remote.fail(name), (error: Error) => {
      assert.equal(error.constructor, expected.constructor);
      assert.deepEqual(JSON.parse(JSON.stringify(error)), JSON.parse(JSON.stringify(expected)));
      assert.equal(error.message, expected.message);
      assert.deepEqual(error.cause, expected.cause);
      assert.match(error.stack ?? '', /calls\.test\.ts/, 'it tells where it happened');
      return true;
    });
  }
});

test('unknown functions and ended threads are reported', async () => {
  const { port1, port2 } = new MessageChannel();
  connect(port1, { never: () => new Promise(() => {}) }, []);
  type Others = { nothing(): Promise<void>; never(): Promise<void> };
  const { remote, end } = connect<Others>(port2, {}, ['nothing', 'never']);
  await assert.rejects(remote.nothing(), /no function nothing/);
  const asked = remote.never();
  end();
  await assert.rejects(asked, /has ended/);
  await assert.rejects(remote.never(), /has ended/);
  port1.close();
});
