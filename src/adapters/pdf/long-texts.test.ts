import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleInvoice, sampleQuote } from '../../../test/fixtures/documents.ts';
import { line } from '../../../test/fixtures/quote.ts';
import { sharedRenderer } from '../../../test/support/pdf/shared-renderer.ts';
import { sampleOf, testAll } from '../../../test/support/run/all.ts';
import type { DocumentSource } from '../../domain/document.ts';
import { MAX_LENGTH } from '../../domain/field-limits.ts';

/** A word of each script. */
const RIGHT_TO_LEFT = { Hebrew: 'שלום', Arabic: 'سلام', Both: 'שסלש' };
const OTHERS = {
  ...{
    Syriac: 'ܫܠܡ',
    Thaana: 'ދިވެހި',
    Latin: 'peace',
    Greek: 'ειρήνη',
    Cyrillic: 'мир',
    Han: '和平',
    Kana: 'へいわ',
  },
  ...{
    Hangul: '평화',
    Thai: 'สันติภาพ',
    Devanagari: 'शांति',
    Bengali: 'শান্তি',
    Tamil: 'அமைதி',
    Georgian: 'მშვიდობა',
  },
  ...{ Armenian: 'խաղաղություն', Ethiopic: 'ሰላም', Khmer: 'សន្តិភាព', Gujarati: 'શાંતિ', Gurmukhi: 'ਸ਼ਾਂਤੀ' },
  ...{
    Telugu: 'శాంతి',
    Kannada: 'ಶಾಂತಿ',
    Malayalam: 'സമാധാനം',
    Sinhala: 'සාමය',
    Lao: 'ສັນຕິພາບ',
    Myanmar: 'ငြိမ်းချမ်းရေး',
  },
};

/** A word among numbers: in lines, in one paragraph, without spaces, and in parentheses that never close. */
const SHAPES = ['{w} 12 {w} 34 {w}\n', '{w} 1 ({w}) 2, abc; ', '{w}1', '({w}1'];

function fillField(word: string, shape: string, length: number): string {
  const unit = shape.replaceAll('{w}', word);
  return unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
}

/** Documents of a shape in which every text has the largest length. */
function fillDocuments(word: string, shape: string, locale: string): DocumentSource[] {
  const fill = (length: number) => fillField(word, shape, length);
  const onOneLine = (length: number) => fill(length).replaceAll('\n', ' ');
  const item = {
    ...line(fill(MAX_LENGTH.itemDescription), 1, 100),
    ...{
      section: onOneLine(MAX_LENGTH.section),
      unit: onOneLine(MAX_LENGTH.unit),
      sku: onOneLine(MAX_LENGTH.sku),
    },
    ...{ choice: onOneLine(MAX_LENGTH.choice), selected: true },
  };
  const { name, title, address, longText, reference } = MAX_LENGTH;
  const parties = {
    account: { name: onOneLine(name), address: fill(address), country: 'IL', locale },
    customer: { name: onOneLine(name), address: fill(address), buyerReference: onOneLine(reference), locale },
  };
  const texts = { description: fill(longText), terms: fill(longText), title: onOneLine(title) };
  const quote = { ...texts, items: [item, { ...item, section: undefined }] };
  const question = { key: 'where', label: onOneLine(name), kind: 'text', required: true } as const;
  const invoice = sampleInvoice({ ...parties, quote });
  return [
    sampleQuote({ ...parties, quote }),
    sampleQuote({
      ...parties,
      quote: { ...quote, status: 'ACCEPTED', acceptanceFields: [question] },
      acceptance: { name: onOneLine(name), answers: { where: onOneLine(500) } },
    }),
    { ...invoice, invoice: { ...invoice.invoice, notes: fill(longText), creditReason: fill(1000) } },
  ] as DocumentSource[];
}

const SCRIPTS = [...sampleOf(Object.entries(RIGHT_TO_LEFT), 3), ...Object.entries(OTHERS)];
for (const [script, word] of SCRIPTS) {
  const define = script in RIGHT_TO_LEFT ? test : testAll;
  define(
    `every text of documents may have all of its letters in ${script}, with numbers between the words`,
    {
      timeout: 300_000,
    },
    async () => {
      const isRightToLeft = script in RIGHT_TO_LEFT;
      for (const shape of isRightToLeft ? sampleOf(SHAPES, 4) : SHAPES.slice(0, 1)) {
        const documents = fillDocuments(word, shape, isRightToLeft ? 'he' : 'en');
        for (const source of isRightToLeft ? sampleOf(documents, 3) : documents.slice(0, 1)) {
          const { standard } = await sharedRenderer().render(source);
          assert.equal(standard, 'a-2a', `${source.kind}, ${shape}`);
        }
      }
    },
  );
}
