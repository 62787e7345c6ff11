import { DatabaseSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';
import { configure, migrate, retryWhileLocked } from './set-up.ts';

const db = new DatabaseSync(workerData as string, { timeout: 0 });
try {
  await retryWhileLocked(() => configure(db));
  await migrate(db);
} finally {
  db.close();
}
