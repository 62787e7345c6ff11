// Stores a database of this version, on each engine, together with the responses that its users see, for the upgrade
// tests: npm run store-database -- test/fixtures/stored/<version>
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { storeDatabase } from './store-database/store.ts';

const target = readTarget();

mkdirSync(target, { recursive: true });
for (const engine of ['sqlite', 'postgres'] as const) {
  const { data, seen } = await storeDatabase(engine);
  writeFileSync(join(target, `${engine}.gz`), gzipSync(data, { level: 9 }));
  writeFileSync(join(target, `${engine}.json`), `${JSON.stringify(seen, null, 1)}\n`);
}
// There is no shared server of a test run; the service stops its own.
process.exit();

function readTarget(): string {
  const [folder] = process.argv.slice(2);
  if (folder) return folder;
  throw new Error('Name the folder: npm run store-database -- test/fixtures/stored/<version>');
}
