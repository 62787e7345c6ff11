import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

/**
 * A hash of all that decides the look of a document beside its data. It is part of a document's address, so that
 * a new version of the service never shows what an old one has set.
 */
export const TEMPLATE_VERSION = hashFiles([
  new URL('./', import.meta.url),
  new URL('../i18n/', import.meta.url),
]);

function hashFiles(folders: URL[]): string {
  const hash = createHash('sha256');
  for (const folder of folders) {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|typ)$/.test(name) && !name.endsWith('.test.ts'))
      .sort();
    for (const name of names) hash.update(`${name}\n`).update(readFileSync(new URL(name, folder)));
  }
  return hash.digest('hex').slice(0, 16);
}
