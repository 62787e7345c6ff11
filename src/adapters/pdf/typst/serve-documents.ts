import { hash } from 'node:crypto';
import type { MessagePort } from 'node:worker_threads';
import type { DocumentSource, RenderedDocument } from '../../../domain/document.ts';
import { toArchival } from '../archive/archive.ts';
import { countPages } from '../archive/pdf-file.ts';
import { drawBitmap } from '../logo/bitmap.ts';
import { checkLogo, decodeLogo } from '../logo/logo.ts';
import type { LogoVerdict } from '../logo/logo-cache.ts';
import { drawOnPlate } from '../logo/plate.ts';
import { createTrialDocument } from '../logo/trial-document.ts';
import { isWhiteLogo } from '../logo/white-logo.ts';
import type { DocumentView } from '../view/document-view.ts';
import { prepareDocument } from '../view/view.ts';
import { listTexts } from './document-length.ts';
import { type Engine, TypesetError } from './engine.ts';
import { estimateEase } from './spacing.ts';

export type Task =
  /** `needsPlate`: the logo is white, and is printed on a plate. */
  | { kind: 'document'; source: DocumentSource; needsPlate: boolean; signatureBytes?: number | undefined }
  /** Draws a logo wherever it will be drawn: in a small document, and a new one for emails and pages too. */
  | { kind: 'logo'; dataUrl: string; isNew: boolean }
  /** Draws an SVG logo for emails. */
  | { kind: 'bitmap'; dataUrl: string }
  /** Draws a white logo on a plate. */
  | { kind: 'plate'; dataUrl: string; color: string };

type TypesetDocument = Omit<RenderedDocument, 'logoError'>;

export type Result =
  | { kind: 'document'; document: TypesetDocument }
  | ({ kind: 'logo' } & LogoVerdict)
  | { kind: 'bitmap'; png: Uint8Array | undefined };

/** The cause of a failure for the log, without text of the document. */
interface FailureCause {
  code: string;
  /** The system has no more of what the thread needs, such as open files. The document is not to blame. */
  isResource: boolean;
}

/** A text is beyond a limit of the typesetter. */
interface Limited {
  /** JSON pointer to its field, if it is known. */
  path: string | undefined;
}

export type WorkerReply = {
  /** CPU time since the thread started. */
  usedMs: number;
} & (
  | { kind: 'ready' }
  | { kind: 'done'; result: Result; memoryBytes: number }
  /** `broken`: the typesetter is in an unknown state, so this thread must not be used again. */
  | { kind: 'failed'; message: string; broken: boolean; cause: FailureCause; limited?: Limited }
);

/** Runs the tasks that arrive on the port, one after the other. */
export function serveDocuments(port: MessagePort, engine: Engine): void {
  port.on('message', async (task: Task) => {
    const reply = await runAndReply(engine, task);
    port.postMessage(reply, listBuffers(reply));
  });
  port.postMessage({ kind: 'ready', usedMs: readUsedMs() } satisfies WorkerReply);
}

async function runAndReply(engine: Engine, task: Task): Promise<WorkerReply> {
  try {
    const result = await runTask(engine, task);
    return { kind: 'done', result, memoryBytes: engine.memoryBytes(), usedMs: readUsedMs() };
  } catch (error) {
    const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    const broken = !(error instanceof TypesetError);
    const limited =
      !broken && error.isLimit && task.kind === 'document' ? findLimited(engine, task.source) : null;
    const reply = { kind: 'failed', message, broken, cause: findCause(error) } as const;
    return { ...reply, ...(limited && { limited }), usedMs: readUsedMs() };
  }
}

/** Finds the field whose text alone is beyond a limit. The longest come first, because each takes a document. */
function findLimited(engine: Engine, source: DocumentSource): Limited {
  const longest = listTexts(source).sort((one, other) => other.text.length - one.text.length);
  const isBeyond = ({ text }: { text: string }) => hitsLimit(engine, createTrialDocument(null, text));
  return { path: longest.slice(0, MAX_TRIED_TEXTS).find(isBeyond)?.path };
}

function hitsLimit(engine: Engine, source: DocumentSource): boolean {
  const { view, files } = prepareDocument(source);
  try {
    engine.typeset(view, files);
    return false;
  } catch (error) {
    if (error instanceof TypesetError) return error.isLimit;
    throw error;
  }
}

const MAX_TRIED_TEXTS = 10;

const RESOURCE_CODES = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN']);

function findCause(error: unknown): FailureCause {
  const { code, name = typeof error, message } = error as NodeJS.ErrnoException;
  if (code !== undefined) return { code, isResource: RESOURCE_CODES.has(code) };
  if (error instanceof TypesetError) return { code: `typst: ${message}`, isResource: false };
  // The engine has fixed sentences for these two, such as “memory access out of bounds”.
  const isCrash = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
  return { code: isCrash ? `${name}: ${message}` : name, isResource: false };
}

function readUsedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

async function runTask(engine: Engine, task: Task): Promise<Result> {
  switch (task.kind) {
    case 'document':
      return { kind: 'document', document: await typesetDocument(engine, task) };
    case 'logo':
      return { kind: 'logo', ...(await tryLogo(engine, task.dataUrl, task.isNew)) };
    case 'bitmap':
      return { kind: 'bitmap', png: await drawBitmap(task.dataUrl) };
    case 'plate':
      return { kind: 'bitmap', png: await drawOnPlate(task.dataUrl, task.color) };
  }
}

async function typesetDocument(
  engine: Engine,
  { source, needsPlate, signatureBytes }: Extract<Task, { kind: 'document' }>,
): Promise<TypesetDocument> {
  const { view, files, warnings } = prepareDocument(source, needsPlate);
  const pdf = typesetCompactly(engine, view, files);
  const eInvoice = source.kind === 'invoice' ? source.eInvoice : undefined;
  const recordSha256 = source.kind === 'quote' ? source.recordSha256 : undefined;
  const signature = signatureBytes === undefined ? undefined : { signatureBytes, recordSha256 };
  const archival = toArchival(pdf, { eInvoice, signature });
  const standard = eInvoice === undefined ? 'a-2a' : 'a-3a';
  // The copy can be transferred to another thread.
  if (archival) return { ...withHash(new Uint8Array(archival)), standard, warnings };
  // An electronic invoice without its XML would not be one.
  if (eInvoice !== undefined) throw new TypesetError('the file has another shape than expected');
  return {
    ...withHash(pdf),
    standard: '1.7',
    warnings: [...warnings, 'the file has another shape than expected: plain PDF'],
  };
}

function withHash(pdf: Uint8Array): Pick<TypesetDocument, 'pdf' | 'sha256'> {
  return { pdf, sha256: hash('sha256', pdf) };
}

/** Typesets a document. If less spacing saves its last page, it has about as much of it as still fits. */
function typesetCompactly(engine: Engine, view: DocumentView, files: Map<string, Uint8Array>): Uint8Array {
  const pdf = engine.typeset(view, files);
  const pages = countPages(pdf);
  if (pages === 1 || pages > MAX_TIGHTENED_PAGES) return pdf;
  for (const ease of listEases(pdf, view)) {
    const eased = engine.typeset({ ...view, style: { ...view.style, ease } }, files);
    if (countPages(eased) < pages) return eased;
  }
  return pdf;
}

/** The estimate looks at the last lines of pages, which a payment slip has in fixed places: there, half is tried. */
function listEases(pdf: Uint8Array, view: DocumentView): Set<number> {
  const estimate = view.data.slip === null ? estimateEase(pdf, view) : 0.5;
  return new Set(estimate === null ? [] : [estimate, 0]);
}

/** Longer documents are not worth a second run to save a page. */
const MAX_TIGHTENED_PAGES = 3;

/** Does everything that is ever done with a logo, so that the limit of this task holds for all of it. */
async function tryLogo(engine: Engine, dataUrl: string, isNew: boolean): Promise<LogoVerdict> {
  const logo = decodeLogo(dataUrl);
  const problem = typeof logo === 'string' ? logo : isNew ? checkLogo(dataUrl) : undefined;
  if (problem) return { problem, isWhite: false };
  const { view, files } = prepareDocument(createTrialDocument(dataUrl));
  engine.typeset(view, files);
  const isWhite = await isWhiteLogo(dataUrl);
  // Browsers draw an SVG logo themselves, with the algorithms of this bitmap.
  if (isNew) await (isWhite ? drawOnPlate(dataUrl, TRIAL_COLOR) : drawBitmap(dataUrl));
  return { problem: undefined, isWhite };
}

const TRIAL_COLOR = '#000000';

function listBuffers(reply: WorkerReply): ArrayBuffer[] {
  if (reply.kind !== 'done' || reply.result.kind !== 'document') return [];
  return [reply.result.document.pdf.buffer as ArrayBuffer];
}
