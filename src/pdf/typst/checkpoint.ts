import { Buffer } from 'node:buffer';

const PAGE = 65_536;
const EMPTY = new Uint8Array(PAGE);

/**
 * Keeps what a WebAssembly memory holds now, and gives back the function that puts it back. All that a module knows
 * is in its memory as long as none of its functions runs and it holds no more and no fewer JavaScript objects than
 * now. Empty pages take no room here. What the memory has grown by since stays with it, out of use.
 */
export function takeCheckpoint(memory: WebAssembly.Memory): () => void {
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
