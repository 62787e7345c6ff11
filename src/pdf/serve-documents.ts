import type { MessagePort } from 'node:worker_threads';
import type { DocumentSource, RenderedDocument } from '../domain/document.ts';
import { toArchival } from './archive.ts';
import { type Engine, TypesetError } from './engine.ts';
import { prepareDocument } from './view.ts';

export interface RenderTask {
  source: DocumentSource;
  pictures: boolean;
}

export type WorkerAnswer =
  | { kind: 'ready' }
  | { kind: 'done'; document: RenderedDocument; memoryBytes: number }
  /** `broken`: the typesetter is in an unknown state, do not use this thread again */
  | { kind: 'failed'; message: string; broken: boolean };

/** Answers every task that comes through the port, one after the other. */
export function serveDocuments(port: MessagePort, engine: Engine): void {
  port.on('message', (task: RenderTask) => {
    const answer = answerTo(engine, task);
    port.postMessage(answer, answer.kind === 'done' ? [answer.document.pdf.buffer as ArrayBuffer] : []);
  });
  port.postMessage({ kind: 'ready' } satisfies WorkerAnswer);
}

function answerTo(engine: Engine, { source, pictures }: RenderTask): WorkerAnswer {
  try {
    const document = render(engine, source, pictures);
    return { kind: 'done', document, memoryBytes: engine.memoryBytes() };
  } catch (error) {
    const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return { kind: 'failed', message, broken: !(error instanceof TypesetError) };
  }
}

/** A picture that cannot be drawn never costs the document. */
function render(engine: Engine, source: DocumentSource, pictures: boolean): RenderedDocument {
  const { view, files, warnings } = prepareDocument(source, pictures);
  try {
    return archive(engine.typeset(view, files), warnings);
  } catch (error) {
    if (!(error instanceof TypesetError) || files.size === 0) throw error;
    const plain = prepareDocument(source, false);
    const reason = `set without its pictures: ${error.message}`;
    return archive(engine.typeset(plain.view, plain.files), [...plain.warnings, reason]);
  }
}

function archive(pdf: Uint8Array, warnings: string[]): RenderedDocument {
  const archival = toArchival(pdf);
  // A copy of its own, which can be handed to another thread.
  if (archival) return { pdf: new Uint8Array(archival), standard: 'a-2a', warnings };
  return {
    pdf,
    standard: '1.7',
    warnings: [...warnings, 'the file has another shape than expected: plain PDF'],
  };
}
