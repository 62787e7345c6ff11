import type { DatabaseSync } from 'node:sqlite';

/**
 * All reads in one turn of the event loop share a read transaction: opening one per statement costs as much as finding
 * a quote. It ends with the turn and with every commit of this process, so that a client that got a response never
 * reads older data. What another process has written, such as the command line, is read from the next turn on.
 */
export function createSnapshot(reader: DatabaseSync): { hold(): void; end(): void } {
  const begin = reader.prepare('BEGIN');
  const commit = reader.prepare('COMMIT');
  let isHeld = false;
  const end = () => {
    if (!isHeld) return;
    isHeld = false;
    if (!reader.isTransaction) return;
    try {
      commit.run();
    } catch {
      // Of a damaged file. The reads that found it so have said it.
      if (reader.isTransaction) reader.exec('ROLLBACK');
    }
  };
  return {
    hold() {
      if (isHeld) return;
      begin.run();
      isHeld = true;
      setImmediate(end);
    },
    end,
  };
}
