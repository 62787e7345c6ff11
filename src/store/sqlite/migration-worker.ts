import { DatabaseSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';
import { configure, migrate, retryWhileLocked } from './set-up.ts';

export interface MigrationTask {
  file: string;
  migrations: readonly string[];
}

const { file, migrations } = workerData as MigrationTask;
const db = new DatabaseSync(file, { timeout: 0 });
try {
  await retryWhileLocked(() => configure(db));
  await migrate(db, migrations);
} finally {
  db.close();
}
