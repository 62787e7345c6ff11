import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { createCanvas, Path2D } from '@napi-rs/canvas';
import { INVOICE_STATES, invoiceView } from '../../../../test/fixtures/invoice-page.ts';
import { SWISS_ACCOUNT, SWISS_CUSTOMER, swissInvoice } from '../../../../test/fixtures/swiss-invoice.ts';
import { createHtmlValidator } from '../../../../test/support/html-validator.ts';
import { readSwissQrCode } from '../../../../test/support/pdf/read-qr-code.ts';
import { prepareDocument } from '../../../adapters/pdf/view/view.ts';
import type { Invoice } from '../../../domain/invoice/invoice.ts';
import { formatReference } from '../../../domain/invoice/payment/payment-reference.ts';
import { composeQrBill, formatQrBill } from '../../../domain/invoice/payment/qr-bill.ts';
import { LANGUAGES } from '../../../domain/languages.ts';
import { INVOICE } from '../../../i18n/messages.ts';
import { addScripts } from '../../assets.ts';
import { bundleScripts } from '../../scripts.ts';
import { renderInvoicePage } from './invoice-page.ts';

// The title is as long as the seller's name.
const findViolations = createHtmlValidator({
  extends: ['html-validate:recommended'],
  rules: { 'long-title': 'off' },
});

before(async () => addScripts(await bundleScripts()));

test('is valid HTML in every state, without scripts and anything from elsewhere', () => {
  for (const [state, change] of Object.entries(INVOICE_STATES)) {
    for (const locale of state === 'due' ? ['de', 'ar'] : ['ar']) {
      const page = renderInvoicePage(invoiceView({ ...change, customer: { ...change.customer, locale } }));
      assert.deepEqual(findViolations(page), [], state);
      assert.doesNotMatch(page, /\sstyle=|<style|<script|\son[a-z]+=|javascript:/, state);
      for (const [, address] of page.matchAll(/(?:src|href|action)="([^"]*)"/g)) {
        assert.match(address ?? '', /^(\/(?!\/)|#|data:image\/|mailto:|tel:)/);
      }
    }
  }
});

test('shows the date of supply that a German electronic invoice states', () => {
  const isDated = (country: string, more: Partial<Invoice> = {}) =>
    renderInvoicePage(invoiceView({ account: { country }, invoice: { supplyDate: null, ...more } })).includes(
      'Date of supply',
    );
  const supplyPeriod = { from: '2026-02-01', to: '2026-02-28' };
  assert.deepEqual([isDated('DE'), isDated('DE', { supplyPeriod }), isDated('AT')], [true, false, false]);
});

test('shows what is due and how to pay it, until it is paid', () => {
  const pages = Object.fromEntries(
    Object.entries(INVOICE_STATES).map(([state, change]) => [state, renderInvoicePage(invoiceView(change))]),
  );
  const { due = '', paid = '', credited = '', overdue = '', overpaid = '' } = pages;
  for (const part of [
    'Payment due',
    'Please pay by',
    '9 April 2026',
    '€23,585.80',
    'DE89 3704 0044 0532 0130 00',
  ]) {
    assert.ok(due.includes(part), part);
  }
  assert.match(overdue, /Overdue[\s\S]*This invoice was due on <time datetime="2026-04-09">/);
  assert.match(
    pages['partly paid'] ?? '',
    /Amount due<\/h2>\n<p class="total"><bdi class="money">€18,485\.80/,
  );
  assert.match(pages['partly paid'] ?? '', /Already paid<\/dt><dd><bdi class="money">−€5,000\.00/);
  assert.match(paid, /Paid in full on[\s\S]*Amount due<\/dt><dd><bdi class="money">€0\.00/);
  assert.match(overpaid, /In your favour<\/h2>\n<p class="total"><bdi class="money">€414\.20/);
  assert.match(credited, /credited in full/);
  for (const page of [
    paid,
    credited,
    overpaid,
    pages['credit note'] ?? '',
    pages['due without bank'] ?? '',
  ]) {
    assert.doesNotMatch(page, /How to pay|IBAN|Scan to pay/);
  }
  assert.match(pages['due with other bank details'] ?? '', /Routing 021000021/);
  assert.doesNotMatch(pages['due with other bank details'] ?? '', /Scan to pay/);
  assert.match(
    pages['credit note'] ?? '',
    /Credit note <bdi class="nowrap">CN-2026-00001[\s\S]*INV-2026-00003/,
  );
  assert.match(
    pages['last stage'] ?? '',
    /Final invoice[\s\S]*Earlier invoices for this quote[\s\S]*INV-2026-00004/,
  );
});

test('shows the code of a Swiss QR-bill over what is due, with its reference', () => {
  const { id } = swissInvoice().invoice;
  const view = invoiceView({
    account: { ...SWISS_ACCOUNT, logo: null },
    customer: SWISS_CUSTOMER,
    quote: { currency: 'CHF' },
    items: [['Umzug', 1, 194_975, 0]],
    invoice: { id, amountPaid: 94_975 },
  });
  const page = renderInvoicePage(view);
  const bill = composeQrBill(view.source.account, view.invoice, 100_000) ?? assert.fail();
  assert.ok(page.includes(`<bdi>${formatReference(bill.reference)}</bdi>`));
  assert.match(page, /Zahlen mit QR-Rechnung/);
  assert.equal(scanSvg(page), formatQrBill(bill));
  assert.deepEqual(findViolations(page), []);
});

/** Pixels per module. */
const SCALE = 8;

/** Draws the code of the page and reads it. */
function scanSvg(page: string): string {
  const [, start = '', width = ''] =
    /<svg viewBox="([-\d.]+) [-\d.]+ ([\d.]+) [\d.]+" role="img"/.exec(page) ?? [];
  const code = /<figure class="code">([\s\S]*?)<\/figure>/.exec(page)?.[1] ?? '';
  const canvas = createCanvas(Number(width) * SCALE, Number(width) * SCALE);
  const context = canvas.getContext('2d');
  context.scale(SCALE, SCALE);
  context.translate(-Number(start), -Number(start));
  for (const [, light, path] of code.matchAll(/<path( class="light")? d="([^"]*)"\/>/g)) {
    context.fillStyle = light ? '#fff' : '#000';
    context.fill(new Path2D(path));
  }
  return readSwissQrCode(canvas);
}

test('the page and the PDF have the same facts and totals', () => {
  for (const state of ['due', 'partly paid', 'credit note', 'last stage']) {
    const view = invoiceView(INVOICE_STATES[state]);
    const { data } = prepareDocument(view.source).view;
    const page = renderInvoicePage(view);
    const sums = /<div class="sums"><dl class="totals">([\s\S]*?)<\/dl>/.exec(page)?.[1] ?? '';
    const names = [...sums.matchAll(/<dt>(.*?)<\/dt>/g)].map(([, name = '']) => name.replace(/<.*?>/g, ''));
    const printed = data.sums.map(([name, remark]) => (remark ? `${name} ${remark}` : name));
    assert.deepEqual(names.slice(0, -1), printed, state);
    const facts = /<dl class="dates">([\s\S]*?)<\/dl>/.exec(page)?.[1] ?? '';
    const terms = [...facts.matchAll(/<dt>(.*?)<\/dt>/g)].map(([, term]) => term);
    assert.deepEqual(
      terms,
      data.facts.map(([label]) => label),
      state,
    );
  }
});

test('markup in any field stays text', () => {
  const nasty = '"\'><script>alert(1)</script><img src=x onerror=alert(1)>&amp;';
  const party = { name: nasty, address: nasty, taxId: nasty, email: nasty, phone: nasty };
  for (const [state, change] of Object.entries(INVOICE_STATES)) {
    const texts = { number: nasty, title: nasty, description: nasty, terms: nasty, notes: nasty };
    const page = renderInvoicePage(
      invoiceView({
        ...change,
        invoice: { ...change.invoice, ...texts, quoteNumber: nasty, reference: nasty, paymentMethod: nasty },
        customer: party,
        account: { ...party, bank: { lines: [nasty] }, accentColor: nasty, logo: null },
      }),
    );
    assert.doesNotMatch(page, /<script>alert|<img src=x|onerror=alert\(1\)>&amp;"/, state);
    assert.ok(page.includes('&lt;script&gt;'), state);
  }
});

test('every language has every placeholder of every message', () => {
  const places = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort();
  for (const language of LANGUAGES) {
    for (const [key, english] of Object.entries(INVOICE.en)) {
      const text = INVOICE[language][key as keyof typeof INVOICE.en];
      assert.deepEqual(places(text), places(english), `${language} ${key}`);
    }
    for (const change of Object.values(INVOICE_STATES)) {
      const page = renderInvoicePage(invoiceView({ ...change, customer: { locale: language } }));
      assert.doesNotMatch(page, /\{\w+\}|undefined|NaN|\[object/, language);
    }
  }
});
