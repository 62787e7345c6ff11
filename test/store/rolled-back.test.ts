import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import { DatabaseUnavailable } from '../../src/domain/outage.ts';
import type { Database, Sql } from '../../src/store/database.ts';
import { onEveryEngine } from '../support/service/engines.ts';

/** A step of a transaction; `cell` is the cell that it reads or writes. */
type Step =
  | { do: 'read' | 'write'; cell: number }
  /** The transaction throws, its statement is rejected, or its commit is rejected. */
  | { do: 'refuse' | 'break rule' | 'break rule at commit' };

interface ApiResponse {
  /** Marks that it found in the cells. */
  seen: string[];
  /** Marks that it left in the cells. */
  left: string[];
}

class Refused extends Error {
  readonly answer: ApiResponse;
  constructor(answer: ApiResponse) {
    super('refused');
    this.answer = answer;
  }
}

const CELLS = 3;
const cell = fc.nat({ max: CELLS - 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('read' as const), cell }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('write' as const), cell }) },
  { weight: 2, arbitrary: fc.constant<Step>({ do: 'refuse' }) },
  { weight: 1, arbitrary: fc.constant<Step>({ do: 'break rule' }) },
  { weight: 1, arbitrary: fc.constant<Step>({ do: 'break rule at commit' }) },
);
const works = fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { minLength: 2, maxLength: 9 });

onEveryEngine('A response', (engine) => {
  let db: Database;
  let runs = 0;
  before(async () => {
    db = await engine.open(await engine.newDatabase());
    await db.write(async (tx) => {
      await tx.run('CREATE TABLE cells (cell INTEGER PRIMARY KEY, mark TEXT NOT NULL)');
      await tx.run('CREATE TABLE marks (mark TEXT NOT NULL PRIMARY KEY)');
      await tx.run('CREATE TABLE orphans (mark TEXT REFERENCES marks (mark) DEFERRABLE INITIALLY DEFERRED)');
      for (let n = 0; n < CELLS; n++) await tx.run('INSERT INTO cells (cell, mark) VALUES (?, ?)', n, '');
    });
  });
  after(() => db.close());

  /** Every run writes marks of its own, so that the marks of a run that was rolled back are recognized. */
  function workOf(name: string, steps: readonly Step[]): (tx: Sql) => Promise<ApiResponse> {
    return async (tx) => {
      const mark = `${name} run ${++runs}`;
      const answer: ApiResponse = { seen: [], left: [] };
      for (const wanted of steps) await take(tx, wanted, mark, answer);
      return answer;
    };
  }

  async function take(tx: Sql, wanted: Step, mark: string, answer: ApiResponse): Promise<void> {
    switch (wanted.do) {
      case 'read': {
        const row = await tx.get<{ mark: string }>('SELECT mark FROM cells WHERE cell = ?', wanted.cell);
        if (row?.mark) answer.seen.push(row.mark);
        return;
      }
      case 'write': {
        const left = `${mark} step ${answer.left.length}`;
        await tx.run('INSERT INTO marks (mark) VALUES (?)', left);
        await tx.run('UPDATE cells SET mark = ? WHERE cell = ?', left, wanted.cell);
        answer.left.push(left);
        return;
      }
      case 'refuse':
        throw new Refused(answer);
      case 'break rule':
        await tx.run('INSERT INTO marks (mark) VALUES (?)', null);
        return;
      case 'break rule at commit':
        await tx.run('INSERT INTO orphans (mark) VALUES (?)', 'never left');
        return;
    }
  }

  it('reports only committed data, whichever concurrent write fails and how', async () => {
    await fc.assert(
      fc.asyncProperty(works, async (plans) => {
        const outcomes = await Promise.allSettled(
          plans.map((steps, index) => db.write(workOf(`work ${index}`, steps), { account: 'one' })),
        );
        const rows = await db.read.all<{ mark: string }>('SELECT mark FROM marks');
        const kept = new Set(rows.map(({ mark }) => mark));
        for (const [index, outcome] of outcomes.entries()) {
          const answer =
            outcome.status === 'fulfilled'
              ? outcome.value
              : outcome.reason instanceof Refused && outcome.reason.answer;
          if (!answer) continue;
          const others = answer.seen.filter((mark) => !answer.left.includes(mark));
          for (const mark of others) assert.ok(kept.has(mark), `${mark} was seen, but never was`);
          for (const mark of answer.left) assert.equal(kept.has(mark), outcome.status === 'fulfilled', mark);
          assert.equal(
            outcome.status === 'fulfilled',
            plans[index]?.every((one) => 'cell' in one),
          );
        }
        const breaksAtCommit = plans.flat().some((one) => one.do === 'break rule at commit');
        if (engine.name === 'postgres' && breaksAtCommit) return;
        for (const [index, { status }] of outcomes.entries()) {
          assert.equal(
            status === 'fulfilled',
            plans[index]?.every((one) => 'cell' in one),
          );
        }
      }),
      { numRuns: 60 },
    );
  });

  if (engine.name === 'sqlite') {
    it('reports only committed data when the disk is full', async () => {
      const [{ page_count: pages }] = (await db.read.all('SELECT page_count FROM pragma_page_count')) as [
        { page_count: number },
      ];
      await db.write((tx) => tx.all(`PRAGMA max_page_count = ${pages + 10}`));
      const [written, refused, large] = await Promise.allSettled([
        db.write(workOf('small', [{ do: 'write', cell: 0 }])),
        db.write(workOf('refused', [{ do: 'read', cell: 0 }, { do: 'refuse' }])),
        db.write((tx) => tx.run('INSERT INTO marks (mark) VALUES (?)', 'x'.repeat(1_000_000))),
      ]);
      await db.write((tx) => tx.all('PRAGMA max_page_count = 4294967294'));
      assert.ok(large.status === 'rejected' && large.reason instanceof DatabaseUnavailable);
      assert.ok(written.status === 'fulfilled');
      assert.ok(refused.status === 'rejected' && refused.reason instanceof Refused);
      assert.deepEqual(refused.reason.answer.seen, written.value.left);
      assert.ok(await db.read.get('SELECT 1 FROM marks WHERE mark = ?', written.value.left[0] ?? ''));
    });
  }
});
