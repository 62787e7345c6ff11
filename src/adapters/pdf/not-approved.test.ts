import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sampleQuote } from '../../../test/fixtures/documents.ts';
import { readPdf } from '../../../test/support/pdf/read-pdf.ts';
import { sharedRenderer } from '../../../test/support/pdf/shared-renderer.ts';
import { LANGUAGES } from '../../domain/languages.ts';
import { DOCUMENT } from '../../i18n/messages.ts';
import { prepareDocument } from './view/view.ts';

const renderer = sharedRenderer();

function markedQuote(locale: string) {
  return {
    ...sampleQuote({ quote: { status: 'DRAFT' }, customer: { locale } }),
    isNotApproved: true as const,
  };
}

describe('the mark of a quote that is not approved', () => {
  test('is across the page and in the head, in every language', () => {
    const seen = LANGUAGES.map((language) => {
      const { style, data } = prepareDocument(markedQuote(language)).view;
      const { notApproved, draft } = DOCUMENT[language];
      assert.notEqual(notApproved, draft);
      assert.deepEqual([style.watermark?.text, data.mark], [notApproved, notApproved], language);
      return notApproved;
    });
    assert.equal(new Set(seen).size, LANGUAGES.length);
    const { style, data } = prepareDocument(sampleQuote({ quote: { status: 'DRAFT' } })).view;
    assert.deepEqual([style.watermark?.text, data.mark], ['Draft', null]);
  });

  test('replaces the mark of a draft in a tagged file, and is read with the head', async () => {
    for (const language of ['en', 'ar', 'th', 'zh-Hant'] as const) {
      const { pdf, standard, warnings } = await renderer.render(markedQuote(language));
      const { pages, text, tagged } = await readPdf(pdf);
      const { notApproved, draft } = DOCUMENT[language];
      assert.deepEqual([standard, warnings, tagged], ['a-2a', [], true], language);
      assert.ok(!text.includes(draft), language);
      if (language !== 'en') continue;
      const sizes = pages.flatMap(({ runs }) =>
        runs.filter((run) => run.text.includes(notApproved)).map((run) => Math.round(run.size)),
      );
      assert.deepEqual(sizes, [53, 9]);
    }
  });
});
