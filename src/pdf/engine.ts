import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { initSync, type TypstCompiler, TypstCompilerBuilder } from '@myriaddreamin/typst-ts-web-compiler';
import type { DocumentView } from './document-view.ts';
import { readFont, readFontIndex } from './fonts.ts';

/**
 * One typesetter. It has no way to a disk or a network: it reads what is handed to it here and nothing else.
 * It keeps what it computed, so its memory only grows; when it is large, end its thread and start another.
 */
export interface Engine {
  /** Throws a `TypesetError` for what the typesetter says, anything else when it broke. */
  typeset(view: DocumentView, files: Map<string, Uint8Array>): Uint8Array;
  memoryBytes(): number;
}

export class TypesetError extends Error {}

const MAIN = '/document.typ';
/** Always the same paths: the typesetter never forgets one, and has room for 65,536. */
const PARTS = ['style', 'frame', 'data'] as const;

export async function createEngine(module: WebAssembly.Module): Promise<Engine> {
  const wasm = initSync({ module });
  const compiler = await build();
  compiler.add_source(MAIN, readFileSync(join(import.meta.dirname, 'document.typ'), 'utf8'));
  let mapped: string[] = [];
  return {
    typeset(view, files) {
      for (const path of mapped) compiler.unmap_shadow(path);
      for (const part of PARTS) {
        compiler.map_shadow(`/${part}.json`, new TextEncoder().encode(JSON.stringify(view[part])));
      }
      for (const [path, bytes] of files) compiler.map_shadow(path, bytes);
      mapped = [...files.keys()];
      const { result, diagnostics } = compiler.compile(MAIN, undefined, 'pdf', 3);
      if (!result) throw new TypesetError(firstMessage(diagnostics));
      return result;
    },
    memoryBytes: () => wasm.memory.buffer.byteLength,
  };
}

async function build(): Promise<TypstCompiler> {
  const builder = new TypstCompilerBuilder();
  builder.set_dummy_access_model();
  for (const face of readFontIndex()) {
    const { family, variant, flags, coverage } = face;
    await builder.add_lazy_font({ info: [{ family, variant, flags, coverage }], conditions: [] }, () =>
      readFont(face),
    );
  }
  return builder.build();
}

function firstMessage(diagnostics: { severity: string; message: string }[] = []): string {
  const first = diagnostics.find(({ severity }) => severity.toLowerCase() === 'error') ?? diagnostics[0];
  return first ? first.message : 'no reason given';
}
