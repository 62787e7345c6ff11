import { createRenderer, type Renderer } from '../../../src/pdf/renderer.ts';

let shared: Renderer | undefined;

/**
 * One typesetter for all files of this process, for to start it and to set its first document takes as long as some more.
 * It is never closed: a thread that waits for work keeps no process from ending.
 */
export function sharedRenderer(): Renderer {
  // How long a document may take is the matter of tests that have their own, and nothing on a busy machine.
  shared ??= {
    ...createRenderer({ workers: 1, timeoutMs: 600_000, maxWaitMs: 600_000 }),
    close: async () => {},
  };
  return shared;
}
