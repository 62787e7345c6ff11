import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, test } from 'node:test';
import { sampleQuote } from '../../test/fixtures/documents.ts';
import { readPdf } from '../../test/support/pdf/read-pdf.ts';
import { LANGUAGES } from '../domain/languages.ts';
import { createRenderer } from './renderer.ts';
import { prepareDocument } from './view/view.ts';

const renderer = createRenderer({ workers: 1 });
after(() => renderer.close());

const poppler = spawnSync('pdftotext', ['-v']).error === undefined;

for (const language of LANGUAGES) {
  test(`labels in ${language} are copied as they were set`, async () => {
    const source = sampleQuote({
      items: [
        ['A', 1, 1_000, 19],
        ['B', 2, 500, 7],
      ],
      customer: { locale: language },
      quote: { discountType: 'fixed', discountValue: 10, terms: 'Terms', revision: 2 },
    });
    const { pdf } = await renderer.render(source);
    const copies = [(await readPdf(pdf)).text, ...(poppler ? [copiedByPoppler(pdf)] : [])];
    for (const text of copies.map((copy) => copy.normalize('NFC').replace(UNSEEN, ''))) {
      for (const word of wordsOf(source)) assert.ok(text.includes(word), `“${word}” in ${text}`);
    }
  });
}

/** White space and marks of direction differ from reader to reader. */
const UNSEEN = /[\s\u200b-\u200f\u061c\u202a-\u202e\u2066-\u2069]/g;

function wordsOf(source: ReturnType<typeof sampleQuote>): string[] {
  const { data } = prepareDocument(source).view;
  const labels = [
    ...[data.kind, data.customer.label, data.seller.label, data.total.label],
    ...[...data.columns, data.terms, data.acceptance].map((part) => part?.label ?? ''),
    ...data.facts.map(([label]) => label),
    ...data.sums.map(([label]) => label),
    ...(data.acceptance?.fields ?? []),
  ];
  return labels
    .filter((label) => typeof label === 'string')
    .flatMap((label) => label.normalize('NFC').split(UNSEEN))
    .filter((word) => word !== '');
}

function copiedByPoppler(pdf: Uint8Array): string {
  return spawnSync('pdftotext', ['-', '-'], { input: pdf, encoding: 'utf8' }).stdout;
}
