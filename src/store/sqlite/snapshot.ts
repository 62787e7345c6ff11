import type { DatabaseSync } from 'node:sqlite';
import type { WriteTurns } from './turns.ts';

/**
 * What is read in one turn of the event loop is read from one state of the database: to begin and to end that for each
 * statement costs as much as to find a quote. It ends with the turn and with every commit of this process, so that
 * nobody who was told of a change is shown what was before.
 */
export function snapshotOf(reader: DatabaseSync, turns: WriteTurns): { hold(): void; end(): void } {
  const begin = reader.prepare('BEGIN');
  const commit = reader.prepare('COMMIT');
  let isHeld = false;
  let passedBefore = 0;
  const end = () => {
    if (!isHeld) return;
    isHeld = false;
    if (reader.isTransaction) commit.run();
  };
  return {
    hold() {
      if (isHeld && passedBefore === turns.passed()) return;
      end();
      passedBefore = turns.passed();
      begin.run();
      isHeld = true;
      setImmediate(end);
    },
    end,
  };
}
