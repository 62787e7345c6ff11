import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { DocumentRenderer } from '../../domain/document.ts';
import { availableMemory } from '../available-memory.ts';
import { chooseMaxLines } from './typst/document-length.ts';
import { createPool, type PoolOptions } from './typst/pool.ts';
import { createTypesetter, type TypesetterOptions } from './typst/typesetter.ts';

export type RendererOptions = PoolOptions & TypesetterOptions;

export type Renderer = DocumentRenderer & { warmUp(): Promise<void> };

/** Typesets documents in worker threads. */
export function createRenderer(options: RendererOptions = {}): Renderer {
  const pool = createPool(startTypesetter, options);
  const maxLines = chooseMaxLines(availableMemory());
  return { ...createTypesetter(pool, { maxLines, ...options }), warmUp: pool.warmUp, close: pool.close };
}

async function startTypesetter(): Promise<Worker> {
  const module = await compileTypesetter();
  return new Worker(new URL('./typst/worker.ts', import.meta.url), {
    workerData: { module },
    resourceLimits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 256 },
  });
}

let compiled: Promise<WebAssembly.Module> | undefined;

/** Compiles the module once per process; the threads share it. */
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
