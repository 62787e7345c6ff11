import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { until } from '../../support/until.ts';

/** Bytes of a file from an offset on. */
export interface Extent {
  from: number;
  length: number;
}

/** Watches which writes of a process to its files have been flushed. */
export interface Flushes {
  /** Repeats the work if the process wrote or flushed something during it. */
  whileSilent<T>(work: () => T): T;
  /** Lists what was written to the file of this name and not flushed since. */
  listUnflushed(file: string): Extent[];
  stop(): void;
}

const WRITE = /^pwrite64\(\d+<([^>]*)>, .*, (\d+), (\d+)\)/;
const FLUSH = /^(?:fdatasync|fsync)\(\d+<([^>]*)>\)/;

export function canTraceFlushes(): boolean {
  return spawnSync('strace', ['-V']).status === 0;
}

/** Attaches strace to all threads of the process. What was written before counts as flushed. */
export async function traceFlushes(pid: number): Promise<Flushes> {
  const log = join(tmpdir(), `proffer-flushes-${pid}.log`);
  const args = ['-f', '-y', '-s', '0', '-e', 'trace=pwrite64,fdatasync,fsync', '-o', log, '-p', String(pid)];
  const tracer = spawn('strace', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  tracer.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  await until(() => said.includes('attached'));
  return {
    whileSilent(work) {
      for (;;) {
        const { size } = statSync(log);
        const result = work();
        if (statSync(log).size === size) return result;
      }
    },
    listUnflushed: (file) => listUnflushed(readFileSync(log, 'utf8'), file),
    stop() {
      tracer.kill('SIGTERM');
      rmSync(log, { force: true });
    },
  };
}

/**
 * A flush covers the writes that had ended when it began, and counts once it has ended itself. A call that another thread
 * interrupts in the log is printed in two parts.
 */
export function listUnflushed(log: string, file: string): Extent[] {
  const begun = new Map<string, { text: string; after: number }>();
  const writes: Extent[] = [];
  let flushed = 0;
  for (const line of log.split('\n')) {
    const [, thread = '', rest = ''] = /^(\d+) +(.*)$/.exec(line) ?? [];
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(rest)?.[1];
    const start = resumed === undefined ? undefined : begun.get(thread);
    const text = start ? start.text + resumed : rest;
    if (text.endsWith('<unfinished ...>')) {
      begun.set(thread, { text: text.slice(0, -'<unfinished ...>'.length).trimEnd(), after: writes.length });
      continue;
    }
    begun.delete(thread);
    const write = WRITE.exec(text);
    if (write && basename(write[1] ?? '') === file) {
      writes.push({ from: Number(write[3]), length: Number(write[2]) });
    }
    const flush = FLUSH.exec(text);
    if (flush && basename(flush[1] ?? '') === file && text.trimEnd().endsWith('= 0')) {
      flushed = Math.max(flushed, start?.after ?? writes.length);
    }
  }
  return writes.slice(flushed);
}
