import { totalmem } from 'node:os';

/** Machine memory or container limit. */
export function availableMemory(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Infinity);
}
