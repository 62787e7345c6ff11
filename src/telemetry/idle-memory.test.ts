import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getHeapSpaceStatistics } from 'node:v8';
import { collectAll, collectWhenIdle } from './idle-memory.ts';

describe('memory of a service that nobody asks for anything', () => {
  it('is collected once after work, when the loop has come to rest, and again only after a while and more work', (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] });
    const loop = loopOf();
    let collections = 0;
    const stop = collectWhenIdle({
      loop,
      collect: () => collections++,
      lookEveryMs: 1000,
      atMostEveryMs: 4000,
    });
    const look = (busyMs: number) => {
      loop.pass(busyMs, 1000 - busyMs);
      t.mock.timers.tick(1000);
      return collections;
    };

    assert.equal(look(900), 0, 'busy');
    assert.equal(look(200), 0, 'still busy');
    assert.equal(look(10), 1, 'at rest');
    assert.equal(look(10), 1, 'nothing was done since');
    look(900);
    assert.equal(look(10), 1, 'too soon');
    assert.equal(look(10), 2);
    stop();
    for (let passed = 0; passed < 5; passed++) look(900);
    assert.equal(look(10), 2, 'ended');
  });

  it('is collected after the start, however quick that was', (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] });
    const loop = loopOf();
    let collections = 0;
    const stop = collectWhenIdle({ loop, collect: () => collections++, lookEveryMs: 1000 });
    loop.pass(1, 999);
    t.mock.timers.tick(1000);
    stop();
    assert.equal(collections, 1);
  });

  it('shrinks: the room for new objects is given back', () => {
    const kept: object[][] = [];
    for (let round = 0; round < 30; round++) {
      kept.push(Array.from({ length: 20_000 }, () => ({ round })));
      if (kept.length > 3) kept.shift();
    }
    const before = newSpace();
    assert.ok(before > 4e6, `${before} bytes`);
    kept.length = 0;
    collectAll();
    assert.ok(newSpace() < before / 3, `${before} → ${newSpace()} bytes`);
  });
});

function newSpace(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0;
}

/** An event loop whose times are told. */
function loopOf() {
  let [active, idle] = [0, 0];
  const of = (activeMs: number, idleMs: number) => ({
    active: activeMs,
    idle: idleMs,
    utilization: activeMs / (activeMs + idleMs),
  });
  return {
    pass(activeMs: number, idleMs: number) {
      active += activeMs;
      idle += idleMs;
    },
    eventLoopUtilization: (
      now?: { active: number; idle: number },
      since?: { active: number; idle: number },
    ) => (now && since ? of(now.active - since.active, now.idle - since.idle) : of(active, idle)),
  };
}
