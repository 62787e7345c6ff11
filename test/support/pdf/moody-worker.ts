/**
 * A thread of the pool whose typesetter follows the title of a document or the text of a logo: it fails, exits, hangs
 * or waits. The title “files” returns the names of the images; every other document contains the number of the thread
 * that created it.
 */
import { parentPort, threadId } from 'node:worker_threads';
import { type Engine, TypesetError } from '../../../src/adapters/pdf/typst/engine.ts';
import { serveDocuments } from '../../../src/adapters/pdf/typst/serve-documents.ts';

export const MEMORY_BYTES = 1000;
export const WAIT_MS = 600;

/** (module (func (export "run") unreachable)) */
const TRAP = '0061736d01000000010401600000030201000707010372756e00000a05010300000b';

let memoryBytes = MEMORY_BYTES;

const moods: Record<string, () => void> = {
  trap() {
    const module = new WebAssembly.Module(Buffer.from(TRAP, 'hex'));
    (new WebAssembly.Instance(module).exports.run as () => void)();
  },
  exit: () => process.exit(3),
  hang() {
    for (;;);
  },
  /** Waits without using the processor, as on a machine that is busy with other work. */
  wait: () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS),
  /** Cannot open a file, as in a process that has used up its descriptors. */
  starve() {
    throw Object.assign(new Error('too many open files'), { code: 'EMFILE' });
  },
  grow() {
    memoryBytes = 50e6;
  },
  refuse() {
    throw new TypesetError('said no');
  },
};

const engine: Engine = {
  typeset(view, files) {
    const title = String(view.data.headline.text);
    const [, mood = ''] =
      /<desc>(\w+)<\/desc>/.exec(Buffer.from(files.get('/logo.svg') ?? []).toString()) ?? [];
    moods[mood]?.();
    if (JSON.stringify(view.data).includes('tangled'))
      throw new TypesetError('maximum grouping depth exceeded');
    if (title === 'slow with a logo' && files.size > 1) moods.hang?.();
    if (title === 'files' || (files.size > 0 && title.startsWith('slow')))
      return new TextEncoder().encode([...files.keys()].join(' '));
    if (title.startsWith('picture')) {
      if (files.size > 0) moods.trap?.();
    } else {
      moods[title]?.();
    }
    return new TextEncoder().encode(String(threadId));
  },
  memoryBytes: () => memoryBytes,
};

if (parentPort) serveDocuments(parentPort, engine);
