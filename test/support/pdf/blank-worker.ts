import { parentPort } from 'node:worker_threads';
import type { Task, WorkerReply } from '../../../src/adapters/pdf/typst/serve-documents.ts';
import { createBlankDocument } from './blank-document.ts';

/**
 * Takes the place of the typesetter's thread in a process of the program that has `TEST_BLANK_DOCUMENTS`: the first
 * document of a process takes longer than its start. See `bundle-program.ts`.
 */
parentPort?.on('message', (task: Task) => {
  const reply: WorkerReply =
    task.kind === 'document'
      ? {
          kind: 'done',
          result: { kind: 'document', document: createBlankDocument(task.source) },
          memoryBytes: 0,
          usedMs: 0,
        }
      : {
          kind: 'failed',
          message: 'TEST_BLANK_DOCUMENTS draws no logos',
          broken: true,
          cause: { code: 'Error', isResource: false },
          usedMs: 0,
        };
  parentPort?.postMessage(reply);
});
parentPort?.postMessage({ kind: 'ready', usedMs: 0 } satisfies WorkerReply);
