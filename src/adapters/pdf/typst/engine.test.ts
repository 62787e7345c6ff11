import assert from 'node:assert/strict';
import { test } from 'node:test';
import { manyItems, sampleQuote } from '../../../../test/fixtures/documents.ts';
import { gallery } from '../../../../test/support/pdf/document-gallery.ts';
import type { DocumentSource } from '../../../domain/document.ts';
import { compileTypesetter } from '../renderer.ts';
import { prepareDocument } from '../view/view.ts';
import { createEngine } from './engine.ts';

test('memory and output stay the same, however many documents were typeset before', async () => {
  const engine = await createEngine(await compileTypesetter());
  const set = (source: DocumentSource) => {
    const { view, files } = prepareDocument(source);
    return Buffer.from(engine.typeset(view, files));
  };
  const { plain, 'us-letter': letter, hebrew } = gallery();
  assert.ok(plain && letter && hebrew);
  const first = [plain, letter].map(set);
  // The first documents still find fragmented memory; after that it fits.
  for (const name of ['one', 'two', 'three', 'four', 'five', 'six'])
    set(sampleQuote({ items: manyItems(100, name) }));
  const size = engine.memoryBytes();
  for (let round = 1; round <= 8; round++) set(sampleQuote({ items: manyItems(100, `${round}-`) }));
  assert.equal(engine.memoryBytes(), size);
  set(hebrew);
  assert.ok([plain, letter].map(set).every((pdf, index) => pdf.equals(first[index] ?? Buffer.alloc(0))));
});
