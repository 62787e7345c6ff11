import { readFileSync } from 'node:fs';

/** Processes with their children, by `/proc`: a PostgreSQL has one for each connection. */
export function familyOf(pids: readonly number[]): number[] {
  return pids.flatMap((pid) => {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    return [pid, ...children.split(' ').filter(Boolean).map(Number)];
  });
}

export function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // The process has already ended.
    }
  }
}
