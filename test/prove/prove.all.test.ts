import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { computeTotals } from '../../src/domain/money/totals.ts';
import { randomFrom } from '../chaos/random.ts';
import { newDataFolder, newFolderWithTables } from '../support/service/data-folder.ts';
import { engines } from '../support/service/service.ts';
import { createTurn, type PartResult, type Turn } from './part.ts';
import { proveFuzz } from './parts/fuzz.ts';
import { proveModel } from './parts/model.ts';
import { provePowerCuts } from './parts/power-cuts.ts';
import { proveRaces } from './parts/races.ts';
import { proveUpgrade } from './parts/upgrade.ts';
import { checkCopy } from './power/check-copy.ts';
import { listUnflushed } from './power/flushes.ts';
import { readWal, tearLog } from './power/wal.ts';
import { createAcknowledged } from './power/writers.ts';
import { prove } from './prove.ts';

const [engine = 'sqlite'] = engines();
const seed = Number(process.env.PROVE_SEED ?? Math.floor(Math.random() * 2 ** 31));
const turn = (seconds: number) => createTurn(seed, seconds);

/** The short forms of the parts of `npm run prove`; test/chaos.all.test.ts has those of the chaos. */
const SHORT: Record<string, () => Promise<PartResult>> = {
  model: () => proveModel(turn(0.2)),
  fuzz: () => proveFuzz(turn(0.3), engine),
  races: () => proveRaces(turn(60), { engine, mostRaces: 4, requests: 8 }),
  'power cuts': () => provePowerCuts(turn(60), 1),
  upgrade: () => proveUpgrade(turn(60), { engine, mostUpgrades: 1, mostKills: 1 }),
};

for (const [name, run] of Object.entries(SHORT)) {
  test(`a short proof by ${name} finds no violation (seed ${seed})`, async () => {
    const { counts, failures } = await run();
    assert.deepEqual(failures, [], `seed ${seed}`);
    assert.ok(Object.values(counts)[0], JSON.stringify(counts));
  });
}

test('a violation is printed with the part, its seed and the smallest value that shows it', async () => {
  const wrong: typeof computeTotals = (input) => {
    const totals = computeTotals(input);
    return totals.total > 1000 ? { ...totals, total: totals.total - 1 } : totals;
  };
  const run = (given: Turn) => proveModel({ ...given, seconds: 20 }, wrong);
  const parts = [{ name: 'model', seconds: 1, run }];
  const lines: string[] = [];
  const { failures } = await prove(parts, { seed: 7, seconds: 0.001, print: (line) => lines.push(line) });
  assert.equal(failures.length, 1);
  assert.deepEqual([failures[0]?.part, failures[0]?.seed], ['model', 7]);
  assert.match(failures[0]?.what ?? '', /^the totals are /);
  const [quote, stages] = (failures[0]?.sequence ?? []).map((step) => JSON.parse(step));
  assert.ok(quote.items.length > 0);
  assert.deepEqual(stages, [{ type: 'rest', value: null }], 'nothing that the violation does not need');
  assert.ok(lines.some((line) => line.includes('npm run prove -- --only model --seed 7')));
});

test('a part that cannot reduce a violation is repeated with less load as long as it fails', async () => {
  const loads: number[] = [];
  const run = async ({ load }: Turn): Promise<PartResult> => {
    loads.push(load);
    // Longer than the time of the proof, so that there is one turn.
    await delay(2);
    const failures = load < 0.25 ? [] : [{ what: `quo_${loads.length} is lost`, sequence: [`${load}`] }];
    return { counts: { kills: 1 }, failures };
  };
  const parts = [{ name: 'chaos-sqlite', seconds: 1, run, isRepeatedSmaller: true }];
  const lines: string[] = [];
  const { failures } = await prove(parts, { seed: 7, seconds: 0.001, print: (line) => lines.push(line) });
  assert.deepEqual(loads, [1, 0.5, 0.25, 0.1]);
  assert.deepEqual(
    failures.map(({ what, sequence }) => [what, ...sequence]),
    [['quo_3 is lost', 'with 25 % of the load', '0.25']],
  );
  assert.ok(lines.some((line) => line.includes('--only chaos-sqlite --seed 7')));
});

test('a torn log keeps what was committed before, and loses nothing else', async () => {
  const folder = await newDataFolder('proffer-torn-');
  after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'some.db');
  const db = new DatabaseSync(file);
  db.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (n INTEGER); INSERT INTO t VALUES (1)');
  const { committed } = readWal(readFileSync(`${file}-wal`));
  for (let n = 2; n < 20; n++) db.exec(`INSERT INTO t VALUES (${n})`);
  const [data, log] = [readFileSync(file), readFileSync(`${file}-wal`)];
  db.close();
  const kept = new Set<number>();
  for (let one = 0; one < 40; one++) {
    const copy = join(folder, `${one}.db`);
    writeFileSync(copy, data);
    writeFileSync(`${copy}-wal`, tearLog(log, committed, randomFrom(seed + one)));
    const torn = new DatabaseSync(copy);
    const rows = torn
      .prepare('SELECT n FROM t ORDER BY n')
      .all()
      .map(({ n }) => Number(n));
    torn.close();
    assert.deepEqual(
      rows,
      rows.map((_, index) => index + 1),
      `seed ${seed + one}`,
    );
    kept.add(rows.length);
  }
  assert.ok(!kept.has(0) && kept.size > 3, `${[...kept]}`);
});

test('a write counts as flushed when a flush that began after it has ended', () => {
  const log = [
    '7 pwrite64(22</data/proffer.db-wal>, ""..., 24, 32) = 24',
    '7 fdatasync(22</data/proffer.db-wal> <unfinished ...>',
    '8 pwrite64(31</data/proffer.db-wal>, ""..., 4096, 56) = 4096',
    '8 pwrite64(30</data/proffer.db>, ""..., 4096, 0 <unfinished ...>',
    '7 <... fdatasync resumed>)               = 0',
    '8 <... pwrite64 resumed>)                = 4096',
    '8 fsync(30</data/proffer.db>) = -1 EIO (Input/output error)',
    '7 fdatasync(22</data/proffer.db-wal> <unfinished ...>',
  ].join('\n');
  assert.deepEqual(listUnflushed(log, 'proffer.db-wal'), [{ from: 56, length: 4096 }]);
  assert.deepEqual(listUnflushed(log, 'proffer.db'), [{ from: 0, length: 4096 }]);
  const later = `${log}\n7 <... fdatasync resumed>)               = 0\n`;
  assert.deepEqual(listUnflushed(later, 'proffer.db-wal'), []);
});

test('an acknowledged quote or key that is not there after a power cut is reported', async () => {
  const folder = await newFolderWithTables('proffer-cut-');
  after(() => rmSync(folder, { recursive: true, force: true }));
  const known = createAcknowledged();
  const state = { version: 1, body: {}, isDeleted: false, mayBeDeleted: false };
  known.objects.set('/quotes/quo_lost', { path: '/quotes/quo_lost', ...state });
  known.keys.set('key_lost', {
    id: 'key_lost',
    secret: 'prf_live_lost',
    isRevoked: false,
    mayBeRevoked: false,
  });
  assert.deepEqual(await checkCopy(folder, known), ['/quotes/quo_lost is lost', 'key key_lost is lost']);
});
