import { setFlagsFromString } from 'node:v8';

/**
 * The typesetter is compiled quickly and not well: doing it well pays off from some hundred documents on, which no test
 * makes. Not by a flag of the command line: with one, V8 takes nothing of what Node has compiled beforehand, and every
 * process takes 70 ms longer to start.
 */
const { compile } = WebAssembly;
WebAssembly.compile = (bytes) => {
  setFlagsFromString('--liftoff-only');
  setFlagsFromString('--no-wasm-tier-up');
  setFlagsFromString('--no-wasm-dynamic-tiering');
  // Nor is it looked through before it runs, but function by function.
  setFlagsFromString('--wasm-lazy-validation');
  return compile(bytes);
};
