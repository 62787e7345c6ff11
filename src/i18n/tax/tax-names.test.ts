import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sampleInvoice, sampleQuote } from '../../../test/fixtures/documents.ts';
import { invoiceView } from '../../../test/fixtures/invoice-page.ts';
import { line, quoteAndParties } from '../../../test/fixtures/quote.ts';
import { quoteView } from '../../../test/fixtures/quote-page.ts';
import { renderQuoteEmail } from '../../adapters/mail/letters/quote.ts';
import { toPlainText } from '../../adapters/pdf/view/compose.ts';
import { prepareDocument } from '../../adapters/pdf/view/view.ts';
import { LANGUAGES } from '../../domain/languages.ts';
import { listPrintedTaxes } from '../../domain/money/printed-taxes.ts';
import { UNTAXED_CATEGORIES } from '../../domain/tax/tax-category.ts';
import { addScripts } from '../../pages/assets.ts';
import { listTaxLines } from '../../pages/console/editor/tax-lines.ts';
import { renderInvoicePage } from '../../pages/customer/invoice/invoice-page.ts';
import { renderQuotePage } from '../../pages/customer/quote/quote-page.ts';
import { bundleScripts } from '../../pages/scripts.ts';
import { CONSOLE } from '../console.ts';
import { resolveSellerLocale } from '../conventions.ts';
import { formatMoney, formatPercent } from '../format.ts';
import { resolveLocale } from '../locale.ts';
import { getTaxNames } from './tax-names.ts';

before(async () => addScripts(await bundleScripts()));

/** An item of every category, each with an amount of its own, and one that is taxed. */
const ITEMS = [
  ...UNTAXED_CATEGORIES.map((taxCategory, index) => ({
    ...line(taxCategory, 1, 1_100 * (index + 1)),
    taxCategory,
  })),
  line('Work', 1, 10_000, 20),
];

const QUOTE = { items: ITEMS, discountType: null, discountValue: null };

/** Removes markup, spaces and marks of direction, which differ from one medium to the next. */
function compact(text: string): string {
  return text.replaceAll(/<[^>]*>|[\s\u200e\u200f\u061c\u2066-\u2069]/g, '');
}

describe('the taxes of a document', () => {
  test('have a name of their own per category, in every language', () => {
    for (const language of LANGUAGES) {
      const { categories, tax } = getTaxNames({ taxes: [] }, quoteAndParties({}), language);
      const names = UNTAXED_CATEGORIES.map((category) => categories[category] ?? '');
      assert.equal(new Set([...names, tax]).size, UNTAXED_CATEGORIES.length + 1, language);
      assert.ok(
        names.every((name) => name.trim() !== ''),
        language,
      );
    }
  });

  test('are listed by rate and category in the PDF, on both pages and in the email, in every language', () => {
    for (const language of LANGUAGES) {
      const change = { account: { country: 'DE' }, customer: { locale: language }, quote: QUOTE };
      const { quote, ...parties } = quoteAndParties(change);
      const locale = resolveSellerLocale(parties.account, language);
      const money = (minor: number) => formatMoney(minor, quote.currency, locale);
      const lines = listPrintedTaxes(quote.taxes, getTaxNames(quote, parties, language));
      assert.equal(lines.length, UNTAXED_CATEGORIES.length + 1);
      const inMail = { ...change, quote: { ...QUOTE, pricesIncludeTax: true } };
      const { text: mail } = renderQuoteEmail({ ...quoteAndParties(inMail), publicUrl: 'https://a.example' });
      const printed = [sampleQuote(change), sampleInvoice(change)].map((source) =>
        prepareDocument(source)
          .view.data.sums.map(([label, remark]) => toPlainText(label) + toPlainText(remark ?? ''))
          .join('\n'),
      );
      const pages = [renderQuotePage(quoteView(change)), renderInvoicePage(invoiceView(change))];
      for (const { name, rate, net } of lines) {
        const label = compact(`${name} ${formatPercent(rate, locale)}`);
        const base = compact(money(net));
        for (const text of [...printed, ...pages].map(compact)) {
          const [, after = ''] = text.split(label, 2);
          assert.ok(after.slice(0, base.length + 25).includes(base), `${language}: ${label} ${base}`);
        }
        if (rate === 0) {
          const [, after = ''] = compact(mail).split(label, 2);
          assert.ok(after.slice(0, base.length + 25).includes(base), `${language}: ${label} in the email`);
        }
      }
    }
  });

  test('are listed by rate and category in the editor', () => {
    for (const language of ['en', 'de', 'fr', 'es', 'ar'] as const) {
      const { quote } = quoteAndParties({ quote: { items: ITEMS } });
      const { editor } = CONSOLE[language];
      const locale = resolveLocale(language);
      const list = (taxes: typeof quote.taxes) =>
        listTaxLines(taxes, editor, locale, false, (minor) => formatMoney(minor, 'EUR', locale));
      const labels = list(quote.taxes).map(([label]) => label);
      assert.equal(new Set(labels).size, ITEMS.length, language);
      const { exempt } = editor.taxCategories;
      assert.ok(
        labels.some((label) => label.startsWith(exempt) && label.includes('(')),
        language,
      );
      assert.deepEqual(list([{ rate: 0, net: 1, tax: 0 }]), []);
    }
  });

  test('are in their parts for a seller in India, on paper, on the page and in the email', () => {
    for (const [region, names] of [
      ['Karnataka', ['CGST', 'SGST']],
      ['Kerala', ['IGST']],
    ] as const) {
      const change = {
        account: { country: 'IN', locale: 'en', region: 'Karnataka', taxId: null },
        customer: { locale: 'en', country: 'IN', region, taxId: null },
        quote: { items: [line('Work', 1, 100_005, 18)], currency: 'INR', pricesIncludeTax: true },
      };
      const { sums, included } = prepareDocument(sampleQuote(change)).view.data;
      const { text } = renderQuoteEmail({ ...quoteAndParties(change), publicUrl: 'https://a.example' });
      const texts = [JSON.stringify([sums, included]), renderQuotePage(quoteView(change)), text].map(compact);
      for (const said of texts) {
        for (const name of names)
          assert.ok(said.includes(`${18 / names.length}%${name}`), `${name} in ${said}`);
        assert.ok(!said.includes('18%GST'));
      }
    }
  });
});
