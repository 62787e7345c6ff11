import { setFlagsFromString } from 'node:v8';

/**
 * Compiles the typesetter quickly instead of optimizing it: optimization pays off after some hundred documents, which
 * only processes with `TEST_MANY_DOCUMENTS` create. A command-line flag would invalidate Node's precompiled code and
 * make every start 70 ms slower.
 */
const { compile } = WebAssembly;
/** A module without content: the magic number and the version. */
const EMPTY = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
WebAssembly.compile = (bytes) => {
  // `blank-worker.ts` uses no typesetter.
  if (process.env.TEST_BLANK_DOCUMENTS) return compile(EMPTY);
  if (!process.env.TEST_MANY_DOCUMENTS) {
    setFlagsFromString('--liftoff-only');
    setFlagsFromString('--no-wasm-tier-up');
    setFlagsFromString('--no-wasm-dynamic-tiering');
  }
  // Functions are validated on first use instead of before the start.
  setFlagsFromString('--wasm-lazy-validation');
  return compile(bytes);
};
