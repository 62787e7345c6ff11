import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';

/** Machine memory, or the limit of the container, unit or shell (`ulimit -m`). */
export function availableMemory(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Infinity, readResidentLimit());
}

function readResidentLimit(): number {
  try {
    const [, bytes] = /^Max resident set\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return Number(bytes ?? Infinity);
  } catch {
    return Infinity;
  }
}
