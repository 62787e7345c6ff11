import { randomUUID } from 'node:crypto';
import { appendFileSync, renameSync } from 'node:fs';
import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SideFile } from '../../database.ts';
import { createPrivateFile } from '../file.ts';

/** A list next to the database, which stays when an older copy of the database is put back. */
export function createSideFile(
  folder: string,
  name: string,
): SideFile & { write(text: string, getRest?: () => string): Promise<void> } {
  const file = join(folder, name);
  return {
    name,
    async read() {
      try {
        return await readFile(file, 'utf8');
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
        throw error;
      }
    },
    async write(text: string, getRest: () => string = () => '') {
      const unfinished = `${file}.${randomUUID()}.new`;
      try {
        createPrivateFile(unfinished);
        const handle = await open(unfinished, 'w');
        await handle.writeFile(text);
        await handle.sync();
        await handle.close();
        // In one turn: what is added meanwhile is in the rest, or goes to the new file.
        appendFileSync(unfinished, getRest());
        renameSync(unfinished, file);
      } finally {
        await rm(unfinished, { force: true });
      }
    },
  };
}
