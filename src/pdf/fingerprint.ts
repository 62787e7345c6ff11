import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DocumentSource } from '../domain/document.ts';
import { prepareDocument } from './view.ts';

/** Change it when the typesetter, the fonts or the archival export change. */
const ENGINE = 'typst-0.14.2/fonts-1/archive-1';

/**
 * SHA-256 (hex) of all that a document is printed from: equal for sources that differ only in what is not
 * printed (notes, timestamps of views), and another one when the template changes.
 */
export function documentFingerprint(source: DocumentSource): string {
  const { view, files } = prepareDocument(source);
  const hash = createHash('sha256').update(ENGINE).update(template());
  hash.update(JSON.stringify(view));
  for (const [path, bytes] of files) hash.update(path).update(bytes);
  return hash.digest('hex');
}

let cached: Buffer | undefined;

function template(): Buffer {
  cached ??= readFileSync(join(import.meta.dirname, 'document.typ'));
  return cached;
}
