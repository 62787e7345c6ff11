import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { DOCUMENT } from '../../../i18n/messages.ts';

const TYPESETTER_MANIFEST = '@myriaddreamin/typst-ts-web-compiler/package.json';

/**
 * Hashes everything except the data that determines the look of a document: template, code, texts, fonts and
 * typesetter. The hash is part of the URL of a PDF that has not been shown yet, so a new version of the service renders
 * its own.
 */
export const TEMPLATE_VERSION = hashParts();

function hashParts(): string {
  const hash = createHash('sha256');
  const pdf = { folder: new URL('../', import.meta.url), recursive: true };
  const i18n = { folder: new URL('../../../i18n/', import.meta.url), recursive: false };
  const tax = { folder: new URL('../../../i18n/tax/', import.meta.url), recursive: false };
  const invoice = { folder: new URL('../../../i18n/invoice/', import.meta.url), recursive: false };
  const quote = { folder: new URL('../../../i18n/quote/', import.meta.url), recursive: false };
  const markup = { folder: new URL('../../../domain/markup/', import.meta.url), recursive: false };
  for (const { folder, recursive } of [pdf, i18n, tax, invoice, quote, markup]) {
    const names = readdirSync(folder, { encoding: 'utf8', recursive })
      .filter((name) => /\.(ts|js|typ)$/.test(name) && !name.endsWith('.test.ts'))
      .sort();
    for (const name of names) hash.update(`${name}\n`).update(readFileSync(new URL(name, folder)));
  }
  // Only document texts count: the texts of emails do not change a PDF.
  hash.update(JSON.stringify(DOCUMENT));
  hash.update(readFileSync(new URL('../../../../fonts/index.json', import.meta.url)));
  hash.update(readFileSync(createRequire(import.meta.url).resolve(TYPESETTER_MANIFEST)));
  return hash.digest('hex').slice(0, 16);
}
