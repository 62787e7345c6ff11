import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { initSync, type TypstCompiler, TypstCompilerBuilder } from '@myriaddreamin/typst-ts-web-compiler';
import type { DocumentView } from '../view/document-view.ts';
import { createCheckpoint } from './checkpoint.ts';
import { type FontFace, readFont, readFontIndex } from './fonts.ts';

/**
 * One typesetter. It has no access to disk or network, and reads only the data passed to it here.
 *
 * It caches everything it computes and cannot evict entries, so its memory is reset from time to time to the state
 * after the fonts were opened. An engine that grows anyway must be replaced.
 */
export interface Engine {
  /** Throws a `TypesetError` for an error that the typesetter reports, and any other error if it crashed. */
  typeset(view: DocumentView, files: Map<string, Uint8Array>): Uint8Array;
  memoryBytes(): number;
}

/** The message is in the words of the typesetter, without those of the document. */
export class TypesetError extends Error {
  /** The document is beyond a limit of the typesetter, such as “maximum grouping depth exceeded”. */
  get isLimit(): boolean {
    return /^maximum .* exceeded$/.test(this.message);
  }
}

const TEMPLATE = join(import.meta.dirname, 'template');
const MAIN = '/document.typ';
/** Fixed paths: the typesetter never frees a path, and has room for 65,536. */
const PARTS = ['style', 'frame', 'data'] as const;
/** Bytes of documents between two memory resets. A reset takes as long as a third of a page. */
const RESET_AFTER_BYTES = 40_000;
/** Half of the memory reserved for computed data between resets. Most documents need less, a very long one more. */
const RESERVE_BYTES = 8 * 1024 * 1024;

export async function createEngine(module: WebAssembly.Module): Promise<Engine> {
  const wasm = initSync({ module });
  let fontsOpened = 0;
  let fontError: unknown;
  const compiler = await build((face) => {
    fontsOpened += 1;
    try {
      return readFont(face);
    } catch (error) {
      // The typesetter would use another font instead.
      fontError = error;
      throw error;
    }
  });
  for (const name of readdirSync(TEMPLATE)) {
    compiler.add_source(`/${name}`, readFileSync(join(TEMPLATE, name), 'utf8'));
  }
  const checkpoint = { ...createCheckpoint(wasm.memory), fonts: 0, length: 0 };
  let bytesSinceReset = 0;

  function makeRoom(size: number): void {
    // Opening a font releases the function that reads it, so older checkpoints cannot be restored.
    if (checkpoint.fonts !== fontsOpened) {
      reserve(RESERVE_BYTES);
    } else if (bytesSinceReset > 0 && bytesSinceReset + size > RESET_AFTER_BYTES) {
      const missingBytes = wasm.memory.buffer.byteLength - checkpoint.length;
      checkpoint.putBack();
      bytesSinceReset = 0;
      if (missingBytes > 0) reserve(RESERVE_BYTES + missingBytes / 2);
    }
    bytesSinceReset += size;
  }

  /** Grows the memory: a file is copied twice inside it, which leaves twice its length free. */
  function reserve(length: number): void {
    compiler.map_shadow('/reserve', new Uint8Array(length));
    compiler.unmap_shadow('/reserve');
    checkpoint.take();
    checkpoint.fonts = fontsOpened;
    checkpoint.length = wasm.memory.buffer.byteLength;
    bytesSinceReset = 0;
  }

  function compileOrThrow(): ReturnType<TypstCompiler['compile']> {
    try {
      const compiled = compiler.compile(MAIN, undefined, 'pdf', 3);
      if (fontError === undefined) return compiled;
    } catch (error) {
      if (fontError === undefined) throw error;
    }
    throw fontError;
  }

  return {
    typeset(view, files) {
      const sources = new Map(files);
      for (const part of PARTS) {
        sources.set(`/${part}.json`, new TextEncoder().encode(JSON.stringify(view[part])));
      }
      makeRoom(sources.values().reduce((size, { length }) => size + length, 0));
      for (const [path, bytes] of sources) compiler.map_shadow(path, bytes);
      const { result, diagnostics } = compileOrThrow();
      for (const path of files.keys()) compiler.unmap_shadow(path);
      if (!result) throw new TypesetError(findFirstMessage(diagnostics));
      return result;
    },
    memoryBytes: () => wasm.memory.buffer.byteLength,
  };
}

async function build(openFont: (face: FontFace) => Uint8Array): Promise<TypstCompiler> {
  const builder = new TypstCompilerBuilder();
  builder.set_dummy_access_model();
  for (const face of readFontIndex()) {
    const { family, variant, flags, coverage } = face;
    await builder.add_lazy_font({ info: [{ family, variant, flags, coverage }], conditions: [] }, () =>
      openFont(face),
    );
  }
  return builder.build();
}

function findFirstMessage(diagnostics: { severity: string; message: string }[] = []): string {
  const first = diagnostics.find(({ severity }) => severity.toLowerCase() === 'error') ?? diagnostics[0];
  // What the typesetter quotes, it puts in quotation marks or parentheses.
  const [words = ''] = first?.message.split(/["'`(“]/) ?? [];
  return words.trim() || 'no reason given';
}
