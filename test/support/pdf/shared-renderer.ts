import { createRenderer, type Renderer } from '../../../src/adapters/pdf/renderer.ts';

let shared: Renderer | undefined;

/**
 * Returns one typesetter for all files of this process, because starting it and creating its first document is slow. It
 * is never closed: an idle thread does not keep a process running.
 */
export function sharedRenderer(): Renderer {
  // Time limits are tested with separate renderers and would only fail on a busy machine.
  shared ??= {
    ...createRenderer({ workers: 1, timeoutMs: 600_000, maxWaitMs: 600_000 }),
    close: async () => {},
  };
  return shared;
}
