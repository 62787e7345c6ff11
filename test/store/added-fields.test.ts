import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { testAll } from '../support/run/all.ts';
import { readStored, THIS_VERSION } from '../support/store/stored-database.ts';

const FOLDER = join(import.meta.dirname, '../support/upgrade');
const ARGS = ['--import', join(FOLDER, 'add-fields.ts'), join(FOLDER, 'read-with-added-fields.ts')];

testAll(
  'a database stored before a field was added to each resource has it wherever it is read',
  async () => {
    const { seen, data } = await readStored(THIS_VERSION, 'sqlite');
    const folder = await mkdtemp(join(tmpdir(), 'proffer-added-'));
    try {
      await writeFile(join(folder, 'data'), data);
      await writeFile(join(folder, 'seen.json'), JSON.stringify(seen));
      // In a process of its own: the fields are added before anything derives from them.
      await promisify(execFile)(process.execPath, [...ARGS, folder], { timeout: 50_000 });
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);
