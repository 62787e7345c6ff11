import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createCanvas } from '@napi-rs/canvas';
import { manyItems } from '../../../test/fixtures/documents.ts';
import { PLAIN_IBAN, swissInvoice } from '../../../test/fixtures/swiss-invoice.ts';
import { inspectPdf } from '../../../test/support/pdf/read-pdf.ts';
import { drawPage, readSwissQrCode, SWISS_CODE_MM } from '../../../test/support/pdf/read-qr-code.ts';
import { sharedRenderer } from '../../../test/support/pdf/shared-renderer.ts';
import { composeQrBill, formatQrBill } from '../../domain/invoice/payment/qr-bill.ts';
import { QR_BILL_TEXTS } from '../../i18n/invoice/qr-bill-texts.ts';
import { prepareDocument } from './view/view.ts';

const renderer = sharedRenderer();
const MM = 72 / 25.4;
const SLIP_MM = 105;

type Source = ReturnType<typeof swissInvoice>;

async function render(source: Source) {
  const { pdf, standard } = await renderer.render(source);
  assert.equal(standard, 'a-2a');
  const { pages, ...document } = await inspectPdf(pdf);
  return { pdf, pages, last: pages.at(-1) ?? assert.fail(), ...document };
}

/** Reads the code from its place in the slip, with the white space around it. */
async function scan(pdf: Uint8Array, page: number): Promise<string> {
  const whole = await drawPage(pdf, page);
  const toPixels = (mm: number) => Math.round((mm / 297) * whole.height);
  const [x, y, size] = [toPixels(62), toPixels(297 - SLIP_MM + 12), toPixels(SWISS_CODE_MM)];
  const part = createCanvas(size, size);
  part.getContext('2d').drawImage(whole, x, y, size, size, 0, 0, size, size);
  return readSwissQrCode(part);
}

/** Returns the text runs of the slip, with their places in millimetres from its upper left corner. */
function listSlipRuns({ runs }: Awaited<ReturnType<typeof render>>['last']) {
  return runs
    .map(({ text, x, y, width }) => ({ text, x: x / MM, y: SLIP_MM - y / MM, right: (x + width) / MM }))
    .filter(({ y, text }) => y > 0 && text.trim() !== '');
}

function expectedCode({ account, invoice }: Source): string {
  return formatQrBill(composeQrBill(account, invoice, invoice.total) ?? assert.fail());
}

describe('Swiss QR-bill', () => {
  test('is at the foot of the only page, where the style guide wants it, and can be scanned', async () => {
    const source = swissInvoice();
    const { pdf, pages, last, text, alternatives } = await render(source);
    assert.equal(pages.length, 1);
    assert.equal(await scan(pdf, 1), expectedCode(source));
    assert.deepEqual([Math.round(last.width / MM), Math.round(last.height / MM)], [210, 297]);
    const runs = listSlipRuns(last);
    const find = (wanted: string, from = 0) =>
      runs.find(({ text, x }) => text === wanted && x >= from) ?? assert.fail(`no ${wanted}`);
    const near = (place: number, expected: number) =>
      assert.ok(Math.abs(place - expected) < 0.3, `${place} is not ${expected}`);
    for (const [label, left, top, from] of [
      ['Empfangsschein', 5, 8, 0],
      ['Konto / Zahlbar an', 5, 13.6, 0],
      ['Währung', 5, 69.8, 0],
      ['Zahlteil', 67, 8, 62],
      ['Währung', 67, 70.1, 62],
      ['Konto / Zahlbar an', 118, 7.1, 62],
    ] as const) {
      near(find(label, from).x, left);
      near(find(label, from).y, top);
    }
    near(find('Annahmestelle').right, 57);
    // Nothing else is in the slip, and a margin of 5 mm is free.
    for (const { text, x, y, right } of runs) {
      assert.ok(x >= 4.9 && y >= 5 && y <= 100.1 && right <= 205.1, text);
      assert.ok(right <= 57.1 || x >= 66.9, text);
    }
    for (const part of ['1 949.75', 'Pia-Maria Rutschmann-Schnyder', 'CH44 3199 9123 0008 8901 2']) {
      assert.equal(runs.filter(({ text }) => text === part).length, 2, part);
    }
    const { reference } = prepareDocument(source).view.data.slip ?? assert.fail();
    assert.ok(text.includes(`Referenz ${reference}`), text);
    assert.deepEqual(
      alternatives.map((alt) => alt.replaceAll('\u00a0', ' ')),
      ["QR-Code für die Überweisung von CHF 1'949.75 an Robert Schneider AG"],
    );
  });

  test('replaces the GiroCode, and the address decides which of them there is', () => {
    const bank = { holder: null, iban: PLAIN_IBAN, bic: 'POFICHBEXXX', name: null };
    const euros = swissInvoice({ account: { bank }, quote: { currency: 'EUR' } });
    const { slip, payment } = prepareDocument(euros).view.data;
    assert.ok(slip);
    assert.equal(payment?.code, null);
    assert.deepEqual(payment.rows.at(-1), ['Referenz', slip.reference]);
    const without = prepareDocument(
      swissInvoice({ account: { bank, city: null }, quote: { currency: 'EUR' } }),
    ).view.data;
    assert.equal(without.slip, null);
    assert.ok(without.payment?.code);
    const note = { ...euros, invoice: { ...euros.invoice, kind: 'CREDIT_NOTE' as const } };
    assert.equal(prepareDocument(note).view.data.slip, null);
    assert.equal(prepareDocument(swissInvoice({ account: { paperSize: 'LETTER' } })).view.style.paper, 'a4');
  });

  test('has a page of its own after a long invoice, and empty fields for an unknown address', async () => {
    const source = swissInvoice({ items: manyItems(20), customer: { postalCode: null, locale: 'fr-CH' } });
    const { pdf, pages, last } = await render(source);
    assert.ok(pages.length > 1);
    assert.equal(await scan(pdf, pages.length), expectedCode(source));
    const texts = listSlipRuns(last).map(({ text }) => text);
    assert.equal(texts.filter((text) => text === 'Payable par (nom/adresse)').length, 2);
    assert.ok(pages.slice(0, -1).every((page) => !page.runs.some(({ text }) => text === 'Section paiement')));
  });

  test('keeps long names inside their sections', async () => {
    const long = {
      name: 'Società '.repeat(12),
      street: 'Wwwwwwwwww'.repeat(9),
      city: 'Oooooooooo'.repeat(4),
    };
    const bank = { holder: null, iban: PLAIN_IBAN, bic: null, name: null };
    const source = swissInvoice({ account: { ...long, bank }, customer: { ...long, locale: 'it-CH' } });
    const { pdf, pages, last } = await render(source);
    assert.equal(await scan(pdf, pages.length), expectedCode(source));
    const runs = listSlipRuns(last);
    for (const { text, x, y, right } of runs) {
      assert.ok(x >= 62 ? right <= 205.1 && (x < 117 || y <= 90) : right <= 58, text);
      if (x < 62 && !['Valuta', 'Importo', 'CHF', '1 949.75', 'Punto di accettazione'].includes(text)) {
        assert.ok(y <= 68, text);
      }
    }
  });

  test('is in four languages, and in English for all others', () => {
    const listLabels = (locale: string) =>
      prepareDocument(swissInvoice({ customer: { locale } })).view.data.slip?.labels;
    for (const language of ['de', 'fr', 'it', 'en'] as const)
      assert.equal(listLabels(language), QR_BILL_TEXTS[language]);
    for (const language of ['nl', 'ar', 'ja']) assert.equal(listLabels(language), QR_BILL_TEXTS.en);
  });
});
