import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createAdmission } from './admission.ts';

test('concurrent requests start in order over several event loop turns, except those whose caller has disconnected', async () => {
  const begun: number[] = [];
  const admission = createAdmission(1000);
  const gone = 200;
  for (let index = 0; index < 300; index++) {
    admission.submit({
      begin: () => begun.push(index),
      reject: () => assert.fail('there is room for all'),
      isOver: () => index === gone,
    });
  }
  const upTo = (end: number) => Array.from({ length: end }, (_, index) => index).filter((n) => n !== gone);
  assert.deepEqual(begun, upTo(128));
  const turns = [];
  for (let turn = 0; turn < 10 && begun.length < 299; turn++) {
    await setImmediate();
    turns.push(begun.length);
  }
  assert.deepEqual(begun, upTo(300));
  assert.ok(turns.length >= 2, `one turn for all of them: ${turns}`);
});

test('work waits while new connections arrive', async () => {
  let begun = 0;
  const admission = createAdmission(1000);
  const ask = () =>
    admission.submit({
      begin: () => begun++,
      reject: () => assert.fail('there is room for all'),
      isOver: () => false,
    });
  for (let turn = 0; turn < 3; turn++) {
    admission.countConnection();
    ask();
    await setImmediate();
    assert.equal(begun, 0);
  }
  for (let turn = 0; turn < 3; turn++) await setImmediate();
  assert.equal(begun, 3);
});

test('a request that waits aside takes no slot, but keeps the server from being idle', async () => {
  const admission = createAdmission(1);
  const outcomes: string[] = [];
  const ask = () =>
    admission.submit({
      begin: () => outcomes.push('begun'),
      reject: () => outcomes.push('refused'),
      isOver: () => false,
    });
  admission.startWork();
  admission.startWait();
  ask();
  let isIdle = false;
  const idle = admission.whenIdle().then(() => {
    isIdle = true;
  });
  await setImmediate();
  assert.deepEqual([outcomes, isIdle], [['begun'], false]);
  admission.endWait();
  ask();
  await setImmediate();
  assert.deepEqual(outcomes, ['begun', 'refused']);
  admission.endWork();
  await idle;
});
