import { setFlagsFromString } from 'node:v8';

/**
 * The typesetter is compiled quickly and not well: doing it well pays off from some hundred documents on, which only those
 * processes make that name themselves in `TEST_MANY_DOCUMENTS`. Not by a flag of the command line: with one, V8 takes
 * nothing of what Node has compiled beforehand, and every process takes 70 ms longer to start.
 */
const { compile } = WebAssembly;
WebAssembly.compile = (bytes) => {
  if (!process.env.TEST_MANY_DOCUMENTS) {
    setFlagsFromString('--liftoff-only');
    setFlagsFromString('--no-wasm-tier-up');
    setFlagsFromString('--no-wasm-dynamic-tiering');
  }
  // Nor is it looked through before it runs, but function by function.
  setFlagsFromString('--wasm-lazy-validation');
  return compile(bytes);
};
