import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sampleInvoice, sampleQuote } from '../../../test/fixtures/documents.ts';
import { gallery } from '../../../test/support/pdf/document-gallery.ts';
import { inspectPdf } from '../../../test/support/pdf/read-pdf.ts';
import { drawFirstPage, readQrCode } from '../../../test/support/pdf/read-qr-code.ts';
import { sharedRenderer } from '../../../test/support/pdf/shared-renderer.ts';
import { IS_ALL } from '../../../test/support/run/all.ts';
import type { Bank } from '../../domain/account/bank.ts';
import { type CreditTransfer, formatGiroCode } from '../../domain/invoice/payment/giro-code.ts';
import { LANGUAGES } from '../../domain/languages.ts';
import { DOCUMENT } from '../../i18n/messages.ts';
import { prepareDocument } from './view/view.ts';

const renderer = sharedRenderer();

const BANK = { holder: 'Studio Nord GmbH', iban: 'DE02120300000000202051', bic: 'BYLADEM1001', name: 'DKB' };

function createInvoice(bank: Bank | null, locale = 'en', total = 1_230) {
  return sampleInvoice({ account: { bank }, customer: { locale }, items: [['a', 1, total, 0]] });
}

async function read(source: Parameters<typeof renderer.render>[0]) {
  const { pdf, standard } = await renderer.render(source);
  assert.equal(standard, 'a-2a');
  return inspectPdf(pdf);
}

describe('bank details', () => {
  test('are on an invoice, with the IBAN in groups of four, and not on a quote', async () => {
    const invoice = await read(createInvoice(BANK));
    const expected =
      'Bank details Account holder Studio Nord GmbH IBAN DE02 1203 0000 0000 2020 51 BIC BYLADEM1001 Bank DKB Scan to pay';
    assert.ok(invoice.text.includes(expected), invoice.text);
    assert.ok(
      invoice.alternatives.includes('QR code for the bank transfer of €12.30 to Studio Nord GmbH'),
      invoice.alternatives.join(),
    );
    const quote = sampleQuote({ account: { bank: BANK }, items: [['a', 1, 1_230]] });
    assert.equal(prepareDocument(quote).view.data.payment, null);
    assert.equal(prepareDocument(createInvoice(null)).view.data.payment, null);
    const bare = prepareDocument(createInvoice({ ...BANK, holder: ' ', bic: null, name: null })).view.data;
    assert.deepEqual(bare.payment?.rows, [
      ['Account holder', 'Studio Nord GmbH'],
      ['IBAN', 'DE02 1203 0000 0000 2020 51'],
    ]);
  });

  test('have labels in every language', () => {
    const said = LANGUAGES.map((language) => {
      const { payment } = prepareDocument(createInvoice(BANK, language)).view.data;
      const { bankDetails, accountHolder, bankName, scanToPay } = DOCUMENT[language];
      assert.equal(payment?.label, bankDetails);
      assert.deepEqual(
        payment.rows.map(([label]) => label),
        [accountHolder, 'IBAN', 'BIC', bankName],
      );
      assert.equal(payment.code?.label, scanToPay);
      return bankDetails;
    });
    assert.equal(new Set(said).size, LANGUAGES.length);
  });

  test('run from left to right in Arabic and Hebrew', async () => {
    for (const locale of IS_ALL ? ['ar', 'he'] : ['ar']) {
      const { text } = await read(createInvoice(BANK, locale));
      assert.ok(text.includes('DE02 1203 0000 0000 2020 51'), text);
      assert.ok(text.includes('BYLADEM1001'));
      const free = await read(
        createInvoice({ lines: ['Branch 800, account 123-456-789', '12-34-56'] }, locale),
      );
      assert.ok(free.text.includes('Branch 800, account 123-456-789'), free.text);
      assert.ok(free.text.includes('12-34-56'));
    }
  });

  test('are printed unchanged, each on its own line', async () => {
    const lines = [
      '#panic("x") $x$ *b*',
      '<b>&amp;</b> @a \\ // x',
      'a\u202eb\u2066c',
      'two\r\nlines',
      'é 株式 ✓',
    ];
    const { text, pages } = await read(createInvoice({ lines }));
    for (const line of ['#panic("x") $x$ *b*', '<b>&amp;</b> @a \\ // x', 'abc', 'two lines', 'é 株式 ✓']) {
      assert.ok(text.includes(line), `${line} in ${text}`);
    }
    assert.equal(pages.length, 1);
    const long = await read(createInvoice({ ...BANK, holder: 'W'.repeat(140), name: '\u05d0'.repeat(140) }));
    const [page] = long.pages;
    assert.ok(page?.runs.every(({ x, width }) => x + width <= page.width - 50));
  });
});

describe('GiroCode', () => {
  const TRANSFER = { ...BANK, currency: 'EUR', total: 1_230, remittance: 'INV-2026-00007' };
  const listLines = (change: Partial<CreditTransfer>) =>
    formatGiroCode({ ...TRANSFER, ...change })?.split('\n');

  test('can be scanned from the printed page, next to a logo', async () => {
    const { pdf } = await renderer.render(gallery().invoice ?? assert.fail());
    assert.equal(
      readQrCode(await drawFirstPage(pdf)),
      'BCD\n002\n1\nSCT\nBYLADEM1001\nStudio Nord GmbH\nDE02120300000000202051\nEUR22729.00\n\n\nINV-2026-00007',
    );
    const long = createInvoice({ ...BANK, holder: 'Ä'.repeat(140), bic: null }, 'ar', 99_999_999_999);
    const { pdf: second } = await renderer.render(long);
    assert.equal(
      readQrCode(await drawFirstPage(second)),
      `BCD\n002\n1\nSCT\n\n${'Ä'.repeat(70)}\nDE02120300000000202051\nEUR999999999.99\n\n\nINV-2026-00007`,
    );
  });

  test('is printed for euros, a SEPA IBAN and an amount that it can hold', () => {
    assert.equal(listLines({ total: 1 })?.[7], 'EUR0.01');
    assert.equal(listLines({ total: 99 })?.[7], 'EUR0.99');
    assert.equal(listLines({ total: 99_999_999_999 })?.[7], 'EUR999999999.99');
    for (const change of [
      { total: 0 },
      { total: 100_000_000_000 },
      { currency: 'USD' },
      { iban: 'SA0380000000608010167519' },
      { holder: '' },
      // Outside the European Economic Area, banks require the BIC.
      { iban: 'CH9300762011623852957', bic: null },
    ]) {
      assert.equal(listLines(change), undefined, JSON.stringify(change));
    }
    assert.equal(listLines({ iban: 'CH9300762011623852957' })?.[6], 'CH9300762011623852957');
    assert.equal(listLines({ bic: null })?.[4], '');
  });

  test('cuts the holder at a whole character, to the maximum length', () => {
    assert.equal(listLines({ holder: `${'x'.repeat(69)}😀😀` })?.[5], `${'x'.repeat(69)}😀`);
    const most = formatGiroCode({ ...TRANSFER, holder: '😀'.repeat(100), remittance: 'n'.repeat(200) }) ?? '';
    assert.ok(Buffer.byteLength(most) <= 331, `${Buffer.byteLength(most)} bytes`);
    assert.ok(most.isWellFormed() && most.endsWith(`\n${'n'.repeat(140)}`));
  });

  test('keeps line breaks in a holder or a number from adding a line', () => {
    const source = createInvoice({ ...BANK, holder: 'a\nb\r\u2028c' });
    const file = prepareDocument(source).files.get('/payment.svg');
    const plain = prepareDocument(createInvoice({ ...BANK, holder: 'a b c' })).files.get('/payment.svg');
    assert.deepEqual(file, plain);
  });
});
