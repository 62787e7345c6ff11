import { Buffer } from 'node:buffer';

const PAGE = 65_536;
const EMPTY = new Uint8Array(PAGE);

export interface Checkpoint {
  /** Copies the memory, in place of an earlier copy. Empty pages are not copied. */
  take(): void;
  /** Restores the memory. Pages that were added since stay allocated, unused. */
  putBack(): void;
}

/**
 * Holds a copy of a WebAssembly memory, which is the whole state of a module while none of its functions runs and it
 * holds exactly the JavaScript objects that it holds now. The copy is such a memory too: the system gets it back when
 * the thread ends, which small buffers from the heap of the process would prevent.
 */
export function createCheckpoint(memory: WebAssembly.Memory): Checkpoint {
  const store = new WebAssembly.Memory({ initial: 0 });
  /** Position of the copy of each page; `undefined` if the page was empty. */
  let copies: (number | undefined)[] = [];
  return {
    take() {
      const now = new Uint8Array(memory.buffer);
      const count = now.length / PAGE;
      const full = Array.from({ length: count }, (_, page) => !isEmpty(getPage(now, page)));
      let next = 0;
      copies = full.map((isFull) => (isFull ? next++ : undefined));
      const missing = next - store.buffer.byteLength / PAGE;
      if (missing > 0) store.grow(missing);
      const copied = new Uint8Array(store.buffer);
      for (const [page, copy] of copies.entries()) {
        if (copy !== undefined) copied.set(getPage(now, page), copy * PAGE);
      }
    },
    putBack() {
      const bytes = new Uint8Array(memory.buffer);
      const copied = new Uint8Array(store.buffer);
      for (const [page, copy] of copies.entries()) {
        bytes.set(copy === undefined ? EMPTY : getPage(copied, copy), page * PAGE);
      }
    },
  };
}

function getPage(bytes: Uint8Array, page: number): Uint8Array {
  return bytes.subarray(page * PAGE, (page + 1) * PAGE);
}

function isEmpty(page: Uint8Array): boolean {
  return Buffer.compare(page, EMPTY) === 0;
}
