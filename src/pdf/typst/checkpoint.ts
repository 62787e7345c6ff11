import { Buffer } from 'node:buffer';

const PAGE = 65_536;
const EMPTY = new Uint8Array(PAGE);

/**
 * Copies a WebAssembly memory and returns a function that restores it. The memory is the whole state of a module while
 * none of its functions runs and it holds exactly the JavaScript objects that it holds now. Empty pages are not copied.
 * Pages that are added later stay allocated, unused.
 */
export function createCheckpoint(memory: WebAssembly.Memory): () => void {
  const pages = new Map<number, Uint8Array | undefined>();
  const now = new Uint8Array(memory.buffer);
  for (let at = 0; at < now.length; at += PAGE) {
    const page = now.subarray(at, at + PAGE);
    pages.set(at, isEmpty(page) ? undefined : page.slice());
  }
  return () => {
    const bytes = new Uint8Array(memory.buffer);
    for (const [at, page] of pages) bytes.set(page ?? EMPTY, at);
  };
}

function isEmpty(page: Uint8Array): boolean {
  return Buffer.compare(page, EMPTY) === 0;
}
