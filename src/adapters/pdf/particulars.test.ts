import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type SampleOptions,
  sampleInvoice,
  sampleQuote,
  sampleStageInvoice,
} from '../../../test/fixtures/documents.ts';
import { SCHEDULE } from '../../../test/fixtures/payment-schedule.ts';
import { readPdf } from '../../../test/support/pdf/read-pdf.ts';
import { sharedRenderer } from '../../../test/support/pdf/shared-renderer.ts';
import type { DocumentSource } from '../../domain/document.ts';
import type { Invoice } from '../../domain/invoice/invoice.ts';
import { LANGUAGES } from '../../domain/languages.ts';
import { DOCUMENT } from '../../i18n/messages.ts';
import { toPlainText } from './view/compose.ts';
import { prepareDocument } from './view/view.ts';

const renderer = sharedRenderer();

type InvoiceSource = Extract<DocumentSource, { kind: 'invoice' }>;

function invoice(
  country: string,
  language: string,
  more: Partial<Invoice> = {},
  options: SampleOptions = {},
) {
  const source = sampleInvoice({
    ...options,
    account: { country, locale: language, address: null, street: 'Weg 1', city: 'Ort', ...options.account },
    customer: { country, locale: language, ...options.customer },
  });
  return { ...source, invoice: { ...source.invoice, status: 'ISSUED' as const, terms: null, ...more } };
}

/** Everything that a document says, without typesetting it. */
function words(source: DocumentSource): string {
  return JSON.stringify(prepareDocument(source).view).replaceAll('\u00a0', ' ');
}

function expectWords(source: InvoiceSource, ...texts: string[]): void {
  const said = words(source);
  for (const text of texts) assert.ok(said.includes(text), `${text} in ${said}`);
}

describe('the particulars of an invoice', () => {
  test('are the date of supply that a German electronic invoice states', () => {
    const dated = (country: string, more: Partial<Invoice> = {}, options: Partial<InvoiceSource> = {}) =>
      /"Leistungsdatum","([^"]*)"/.exec(words({ ...invoice(country, 'de', more), ...options }))?.[1];
    const own = { issueDate: '2026-03-10', supplyDate: null };
    assert.equal(dated('DE', own), '10. März 2026');
    assert.equal(dated('AT', own), undefined);
    assert.equal(dated('DE', { ...own, supplyDate: '2026-03-01' }), '1. März 2026');
    const { items } = invoice('DE', 'de').invoice;
    const period = { from: '2026-03-01', to: '2026-03-31' };
    assert.equal(dated('DE', { ...own, items: items.map((item) => ({ ...item, period })) }), undefined);
    const creditedInvoice = { number: 'INV-1', issueDate: '2026-01-09' };
    assert.equal(dated('DE', { ...own, kind: 'CREDIT_NOTE' }, { creditedInvoice }), '9. Januar 2026');
  });

  test('are printed: supply, numbers, address by its parts, terms and notes of its own', async () => {
    const source = invoice(
      'DE',
      'de',
      {
        supplyPeriod: { from: '2026-02-01', to: '2026-02-28' },
        terms: 'Ohne Abzug',
        notes: 'Vielen Dank',
      },
      {
        account: { taxNumber: '29/815/08151', registrationNumber: 'HRB 98765', postalCode: '10999' },
        customer: {
          address: null,
          street: 'High Street 1',
          city: 'London',
          postalCode: 'EC1A 1AA',
          country: 'GB',
        },
      },
    );
    const { text } = await readPdf((await renderer.render(source)).pdf);
    for (const part of [
      ...[
        'Leistungszeitraum',
        '1.–28. Februar 2026',
        '10999 Ort',
        'London EC1A 1AA',
        'Vereinigtes Königreich',
      ],
      ...['Steuernummer 29/815/08151', 'HRB 98765', 'Ohne Abzug', 'Anmerkungen', 'Vielen Dank'],
    ]) {
      assert.ok(text.includes(part), `${part} in ${text}`);
    }
  });

  test('of a quote are its own: no notes, no supply', () => {
    const said = words(sampleQuote({ quote: { notes: 'INTERNAL' } }));
    assert.ok(!said.includes('INTERNAL') && !said.includes('Date of supply'));
  });

  test('follow the law of the country', () => {
    const supplyDate = '2026-03-05';
    expectWords(invoice('GB', 'en', { supplyDate }), 'Tax point', '5 March 2026');
    expectWords(invoice('GB', 'de', { supplyDate }), 'Leistungsdatum');
    expectWords(invoice('AE', 'en'), '"Tax invoice"', 'TRN');
    expectWords(invoice('AE', 'ar'), 'فاتورة ضريبية');
    expectWords(invoice('AE', 'en', {}, { account: { taxId: null } }), '"Invoice"');
    expectWords(invoice('AU', 'de'), 'Rechnung / Tax invoice');
    expectWords(
      invoice('JP', 'ja', { supplyDate, taxes: [{ rate: 8, net: 1, tax: 0 }] }),
      '取引年月日',
      '8%は軽減税率です',
    );
    const items = [
      { id: 'itm_1', description: 'Code', quantity: 1, unitPrice: 1, taxRate: 18, amount: 1, sku: '998314' },
    ];
    const india = invoice('IN', 'en-IN', { items }, { customer: { region: 'Karnataka' } });
    expectWords(india, '"Tax invoice"', 'HSN/SAC 998314', 'Place of supply', 'Karnataka');
    expectWords(
      invoice(
        'IN',
        'en',
        { taxes: [{ rate: 18, net: 100_000, tax: 18_001 }] },
        { customer: { region: 'KA' } },
      ),
      ...['"CGST 9%"', '"€90.01"', '"SGST 9%"', '"€90.00"'],
    );
    const exempt = [{ rate: 0, net: 1, tax: 0, category: 'exempt' as const }];
    expectWords(invoice('IN', 'en-IN', { taxAmount: 0, taxes: exempt }), '"Bill of supply"');
  });

  test('in the Gulf are in the Arabic of the country', () => {
    const { style } = prepareDocument(invoice('AE', 'ar')).view;
    assert.deepEqual([style.lang, style.region], ['ar', 'AE']);
    assert.equal(prepareDocument(invoice('DE', 'ar')).view.style.region, 'EG');
  });

  test('in France include the penalties between businesses, once', () => {
    const [penalty, discount] = ['indemnité forfaitaire de 40 €', 'Pas d’escompte'];
    expectWords(invoice('FR', 'fr', {}, { customer: { kind: 'company' } }), penalty, discount);
    const person = words(invoice('FR', 'fr', {}, { customer: { kind: 'person' } }));
    assert.ok(!person.includes(penalty));
    const terms = 'Pénalités : 12 %, indemnité de 40 euros. Escompte 2 % à 8 jours.';
    const own = words(invoice('FR', 'fr', { terms }));
    assert.ok(own.includes('Escompte 2 %') && !own.includes(penalty) && !own.includes(discount));
  });

  test('of a customer include its registration number', () => {
    expectWords(invoice('FR', 'fr', {}, { customer: { registrationNumber: '987 654 321' } }), 'SIREN');
    expectWords(
      invoice('DE', 'de', {}, { customer: { registrationNumber: 'HRB 1', country: 'DE' } }),
      'HRB 1',
    );
  });

  test('of a final invoice list the earlier ones with date, net and tax per rate', async () => {
    const source = sampleStageInvoice(
      { customer: { locale: 'de' }, quote: { paymentSchedule: SCHEDULE } },
      2,
      [0, 1],
    );
    const taxes = [
      { rate: 7, net: 100_000, tax: 7000 },
      { rate: 19, net: 200_000, tax: 38_000 },
    ];
    const previousInvoices = source.invoice.previousInvoices.map((each) => ({
      ...each,
      total: 345_000,
      issueDate: '2026-02-10',
      taxes,
    }));
    const dated = { ...source, invoice: { ...source.invoice, previousInvoices } };
    const { text } = await readPdf((await renderer.render(dated)).pdf);
    for (const part of [
      'Restrechnung',
      '10. Februar 2026',
      'Netto',
      '1.000,00',
      '70,00',
      '2.000,00',
      '380,00',
      '3.450,00',
    ]) {
      assert.ok(text.includes(part), `${part} in ${text}`);
    }
  });

  test('of a credit note include its reason with a label, in every language', () => {
    for (const language of LANGUAGES) {
      const source = invoice('AU', language, { kind: 'CREDIT_NOTE', creditReason: 'Wrong quantity' });
      const { reason } = DOCUMENT[language];
      const [text] = prepareDocument(source).view.data.description?.blocks ?? [];
      assert.match(String(text), new RegExp(`^${reason}\\s?[:：]\\s?Wrong quantity`), language);
    }
  });

  test('about tax are in two lines in two languages: the name and its rate, then the other name and the amount', () => {
    for (const locale of ['en', 'ar']) {
      const account = { country: 'AE', currency: 'AED', locale: 'en', secondLanguage: 'ar' as const };
      const items: SampleOptions['items'] = [
        ['Stand', 1, 100_000_000_00, 5],
        ['Hall', 1, 100_000_000_00, 0],
      ];
      const source = sampleInvoice({ account, customer: { locale }, items, quote: { currency: 'AED' } });
      for (const [, remark] of prepareDocument(source).view.data.sums.slice(1)) {
        const [before, ...lines] = toPlainText(remark ?? '').split('\n');
        assert.equal(before, '');
        assert.equal(lines.length, 1);
        assert.match(lines[0] ?? '', locale === 'en' ? /^[\u0600-\u06ff ]+ · on AED/ : /^[A-Za-z ]+ · على/);
      }
    }
  });

  test('of a final invoice with few items keep the total on the first page', async () => {
    const source = sampleStageInvoice(
      {
        items: [
          ['Workshop', 1, 400_000, 7],
          ['Design', 2, 300_000, 19],
        ],
        account: {
          country: 'DE',
          bank: { holder: null, iban: 'DE02120300000000202051', bic: null, name: null },
        },
        customer: { locale: 'de' },
        quote: {
          paymentSchedule: SCHEDULE,
          description: 'A new website for Harbour and Vale: a clear structure. '.repeat(10),
          terms: 'Zahlbar in 14 Tagen.\nOhne Abzug.',
        },
      },
      2,
      [0, 1],
    );
    const taxes = [
      { rate: 7, net: 100_000, tax: 7000 },
      { rate: 19, net: 200_000, tax: 38_000 },
    ];
    const previousInvoices = source.invoice.previousInvoices.map((each) => ({
      ...each,
      issueDate: '2026-02-10',
      taxes,
    }));
    const notes = 'Vielen Dank für Ihren Auftrag.\nWir freuen uns auf Sie.';
    const final = { ...source, invoice: { ...source.invoice, previousInvoices, notes } };
    const { pages } = await readPdf((await renderer.render(final)).pdf);
    const texts = pages.map(({ runs }) => runs.map(({ text }) => text).join(' '));
    assert.equal(texts.length, 2);
    for (const part of ['Workshop', 'Design', 'Zu zahlen']) assert.ok(texts[0]?.includes(part), part);
  });
});
