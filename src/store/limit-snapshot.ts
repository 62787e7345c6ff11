import { DatabaseUnavailable } from '../domain/outage.ts';

/** A reader that stops reading must not keep old rows in the database, or its log from being emptied. */
export const MAX_IDLE_MS = 120_000;
const MAX_SNAPSHOT_MS = 6 * 3_600_000;

/** Ends a snapshot that is not read any more, or that is read for too long. */
export function limitSnapshot(close: () => void): { use(): void; end(): void } {
  let isOver = false;
  const end = () => {
    if (isOver) return;
    isOver = true;
    clearTimeout(idle);
    clearTimeout(total);
    close();
  };
  const idle = setTimeout(end, MAX_IDLE_MS).unref();
  const total = setTimeout(end, MAX_SNAPSHOT_MS).unref();
  return {
    use() {
      if (isOver) throw new DatabaseUnavailable('the snapshot has ended');
      idle.refresh();
    },
    end,
  };
}
