import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { DocumentRenderer } from '../../domain/document.ts';
import { availableMemory } from '../available-memory.ts';
import { createPool, type PoolOptions } from './typst/pool.ts';
import { createTypesetter, type TypesetterOptions } from './typst/typesetter.ts';

export type RendererOptions = PoolOptions & TypesetterOptions;

export type Renderer = DocumentRenderer & { warmUp(): Promise<void> };

/** Memory of the service without typesetting threads, with the compiled typesetter. */
const REST_BYTES = 340e6;
/** However little memory there is, ordinary documents are typeset. */
const MIN_BYTES = 160e6;

/** Typesets documents in worker threads. */
export function createRenderer(options: RendererOptions = {}): Renderer {
  const memoryBytes = Math.max(MIN_BYTES, availableMemory() - REST_BYTES);
  const pool = createPool(startTypesetter, { memoryBytes, onIdle: releaseTypesetter, ...options });
  return { ...createTypesetter(pool, options), warmUp: pool.warmUp, close: pool.close };
}

async function startTypesetter(): Promise<Worker> {
  const module = await compileTypesetter();
  return new Worker(new URL('./typst/worker.ts', import.meta.url), {
    workerData: { module },
    resourceLimits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 256 },
  });
}

let compiled: Promise<WebAssembly.Module> | undefined;

/** Lets go of the compiled module, whose code takes more memory than a thread. */
function releaseTypesetter(): void {
  compiled = undefined;
}

/** Compiles the module once until the threads are idle; they share it. */
export function compileTypesetter(): Promise<WebAssembly.Module> {
  compiled ??= readFile(
    createRequire(import.meta.url).resolve('@myriaddreamin/typst-ts-web-compiler/wasm'),
  ).then((bytes) => WebAssembly.compile(bytes));
  // The next attempt may succeed, for example when there are open files again.
  compiled.catch(() => {
    compiled = undefined;
  });
  return compiled;
}
