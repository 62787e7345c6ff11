import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sampleQuote } from '../../test/fixtures/documents.ts';
import { quoteAndParties } from '../../test/fixtures/quote.ts';
import { quoteView } from '../../test/fixtures/quote-page.ts';
import { renderQuoteEmail } from '../adapters/mail/letters/quote.ts';
import { prepareDocument } from '../adapters/pdf/view/view.ts';
import { LANGUAGES } from '../domain/languages.ts';
import { addScripts } from '../pages/assets.ts';
import { renderQuotePage } from '../pages/customer/quote/quote-page.ts';
import { bundleScripts } from '../pages/scripts.ts';
import { getTaxIdLabel, getTaxName } from './tax-labels.ts';

before(async () => addScripts(await bundleScripts()));

const nameIn = (country: string | null, language: 'en' | 'de' | 'fr' | 'ja') =>
  getTaxName({ country, taxName: null }, language);
const labelIn = (country: string | null, language: 'en' | 'de' | 'ja', taxId = '1') =>
  getTaxIdLabel({ country, taxId }, language);

describe('tax labels', () => {
  test("name the tax of the seller's country in the reader's language", () => {
    assert.deepEqual(
      ['GB', 'AU', 'US', 'JP', 'BR', null].map((country) => nameIn(country, 'en')),
      ['VAT', 'GST', 'Sales tax', 'Consumption tax', 'Tax', 'Tax'],
    );
    assert.equal(nameIn('GB', 'de'), 'MwSt.');
    assert.equal(nameIn('DE', 'fr'), 'TVA');
    assert.equal(nameIn('JP', 'ja'), '消費税');
    assert.equal(nameIn(null, 'de'), 'Steuer');
    assert.equal(getTaxName({ country: 'ES', taxName: 'IGIC' }, 'en'), 'IGIC');
  });

  test('label a tax number as its country does, and only once', () => {
    assert.equal(labelIn('IN', 'de'), 'GSTIN');
    assert.equal(labelIn('JP', 'ja'), '登録番号');
    assert.equal(labelIn('JP', 'en'), 'Tax ID', 'for who does not read the script');
    assert.equal(labelIn(null, 'en'), 'Tax ID');
    assert.deepEqual(
      (['fr', 'nl', 'de', 'en', 'ja'] as const).map((language) =>
        getTaxIdLabel({ country: 'BE', taxId: 'BE1' }, language),
      ),
      ['N° TVA', 'Btw-nummer', 'MwSt.-Nr.', 'VAT No.', 'N° TVA / Btw-nr.'],
    );
    assert.deepEqual(
      (['fr', 'de', 'en', 'nl'] as const).map((language) =>
        getTaxIdLabel({ country: 'LU', taxId: 'LU1' }, language),
      ),
      ['N° TVA', 'MwSt.-Nr.', 'VAT No.', 'N° TVA'],
    );
    assert.equal(labelIn('US', 'en', 'EIN 84-3920175'), null);
    assert.equal(getTaxIdLabel({ country: 'DE', taxId: '1', taxIdLabel: 'St.-Nr.' }, 'en'), 'St.-Nr.');
  });

  test('exist in every language', () => {
    for (const language of LANGUAGES) {
      for (const country of ['DE', 'AU', 'US', 'JP', null]) {
        assert.notEqual(getTaxName({ country, taxName: null }, language).trim(), '');
        assert.notEqual(getTaxIdLabel({ country, taxId: 'x' }, language)?.trim(), '');
      }
    }
  });

  test('are the same in the document and on the page, with the registrations in the footer', () => {
    const account = {
      country: 'AU',
      taxId: '51 824 753 556',
      locale: 'en',
      registrations: [{ label: 'ACN', value: '824 753 556' }],
    };
    const { view } = prepareDocument(sampleQuote({ account, items: [['a', 1, 100, 10]] }));
    const page = renderQuotePage(quoteView({ account })).replace(/<[^>]*>/g, '');
    const { text } = renderQuoteEmail({ ...quoteAndParties({ account }), publicUrl: 'https://a.example' });
    const [data, frame] = [JSON.stringify(view.data), JSON.stringify(view.frame)];
    assert.ok(data.includes('ABN 51 824 753 556') && page.includes('ABN 51 824 753 556'));
    assert.ok(data.includes('GST 10%') && /GST \d+%/.test(page));
    for (const footer of [frame, page, text]) assert.ok(footer.includes('ACN 824 753 556'));
  });
});
