import { open } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';

/** `empty`: nobody has used it yet. `late`: the file is too large to be read through in time. */
export type BackupState = 'restorable' | 'empty' | 'broken' | 'late';

/** Longest inspection: somebody waits for it. */
const MAX_MS = 20_000;
/** The first bytes of a dump in the custom format of pg_dump. */
const DUMP_START = 'PGDMP';

/** Reads a backup through, in a thread. Of a dump, only the start is known here; pg_restore reads the rest. */
export function inspectBackup(file: string, engine: 'sqlite' | 'postgres'): Promise<BackupState> {
  return engine === 'sqlite' ? inspectFile(file) : inspectDump(file);
}

/** Reads a database through, in a thread: a copy, or the one that a service uses. */
export function inspectFile(file: string, { isCopy = true, maxMs = MAX_MS } = {}): Promise<BackupState> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./backup-thread.ts', import.meta.url), {
      workerData: { file, isCopy },
    });
    const end = (state: BackupState) => {
      clearTimeout(timer);
      resolve(state);
      void worker.terminate();
    };
    const timer = setTimeout(end, maxMs, 'late');
    worker.once('message', end);
    worker.once('error', () => end('broken'));
    worker.once('exit', () => end('broken'));
  });
}

async function inspectDump(file: string): Promise<BackupState> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(DUMP_START.length), 0, DUMP_START.length, 0);
    return buffer.toString('latin1', 0, bytesRead) === DUMP_START ? 'restorable' : 'broken';
  } finally {
    await handle.close();
  }
}
