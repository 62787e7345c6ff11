import assert from 'node:assert/strict';
import { test } from 'node:test';
import { E_INVOICE } from '../../../../test/fixtures/einvoice.ts';
import type { EInvoiceSource } from '../source.ts';
import { buildEInvoice } from './einvoice.ts';

type Change = { [Part in keyof EInvoiceSource]?: Partial<EInvoiceSource[Part]> };

function build({ account, customer, invoice, words }: Change = {}) {
  return buildEInvoice({
    ...E_INVOICE,
    account: { ...E_INVOICE.account, ...account },
    customer: { ...E_INVOICE.customer, ...customer },
    invoice: { ...E_INVOICE.invoice, ...invoice },
    words: { ...E_INVOICE.words, ...words },
  });
}

const item = (change: Partial<EInvoiceSource['invoice']['items'][number]> = {}) => ({
  ...{ id: 'itm_1', description: 'Work', quantity: 1, unitPrice: 10_000, amount: 10_000, taxRate: 19 },
  ...change,
});

test('discounts become allowances of the line, and of the document per rate', () => {
  const { lines, allowances, totals, breakdown } = build();
  assert.deepEqual(
    lines.map(({ net, price, allowance }) => [net, price, allowance?.amount]),
    [
      ['900.00', '100.00', '100.00'],
      ['50.00', '25.00', undefined],
    ],
  );
  assert.deepEqual(
    allowances.map(({ rate, amount, reason }) => [rate, amount, reason]),
    [
      ['7', '5.00', 'Discount'],
      ['19', '90.00', 'Discount'],
    ],
  );
  assert.deepEqual(totals, {
    ...{ lines: '950.00', allowances: '95.00', net: '855.00', tax: '157.05' },
    ...{ gross: '1012.05', prepaid: '0.00', due: '1012.05' },
  });
  assert.deepEqual(
    breakdown.map(({ code, rate, net, tax, reason }) => [code, rate, net, tax, reason]),
    [
      ['S', '7', '45.00', '3.15', null],
      ['S', '19', '810.00', '153.90', null],
    ],
  );
});

test('prices with tax inside become net lines by largest remainder, with the quantity as base quantity', () => {
  const { lines, allowances, totals } = build({
    invoice: {
      pricesIncludeTax: true,
      items: [
        item({ quantity: 3, unitPrice: 1000, amount: 2500, discountAmount: 500 }),
        item({ quantity: 1, unitPrice: 1000, amount: 1000 }),
      ],
      // 35.00 before and 30.00 after a discount of 5.00.
      taxes: [{ rate: 19, net: 2521, tax: 479 }],
    },
  });
  assert.deepEqual(
    lines.map(({ net, price, baseQuantity, allowance }) => [net, price, baseQuantity, allowance?.amount]),
    [
      ['21.01', '25.21', '3', '4.20'],
      ['8.40', '8.40', null, undefined],
    ],
  );
  assert.deepEqual([allowances[0]?.amount, totals.net, totals.gross], ['4.20', '25.21', '30.00']);
});

test('a stage with tax inside keeps the stored net, although another one would be computed', () => {
  const { lines, allowances, totals } = build({
    invoice: {
      pricesIncludeTax: true,
      items: [item({ unitPrice: 1000, amount: 1000 })],
      taxes: [{ rate: 19, net: 841, tax: 159 }],
    },
  });
  assert.deepEqual([lines[0]?.net, allowances, totals.tax], ['8.41', [], '1.59']);
});

test('a line that is rounded in a currency without decimals has the price of the line', () => {
  const { lines } = build({
    invoice: {
      currency: 'JPY',
      items: [
        item({ quantity: 1.5, unitPrice: 333, amount: 500 }),
        item({ quantity: 2, unitPrice: 333, amount: 666 }),
      ],
      taxes: [{ rate: 19, net: 1166, tax: 222 }],
    },
  });
  assert.deepEqual(
    lines.map(({ price, baseQuantity, net }) => [price, baseQuantity, net]),
    [
      ['500.00', '1.5', '500.00'],
      ['333.00', null, '666.00'],
    ],
  );
});

test('a graduated line is priced for its whole quantity, before its discount, and lists its steps', () => {
  const quantityPrices = {
    kind: 'graduated' as const,
    steps: [0, 10].map((from) => ({ from, unitPrice: 1000 - 10 * from })),
  };
  const { lines } = build({
    invoice: {
      items: [
        item({
          description: 'Seats\nPer person',
          quantity: 12,
          unitPrice: 900,
          amount: 10_800,
          discountAmount: 1000,
          quantityPrices,
        }),
        // Nothing is in the second step.
        item({ quantity: 10, unitPrice: 1000, amount: 10_000, quantityPrices }),
      ],
      taxes: [{ rate: 19, net: 20_800, tax: 3952 }],
    },
    words: { steps: [['up to 10: €10.00', 'over 10: €9.00'], []] },
  });
  assert.deepEqual(
    lines.map(({ net, price, baseQuantity, allowance, description }) => [
      ...[net, price, baseQuantity, allowance?.amount, description],
    ]),
    [
      ['108.00', '118.00', '12', '10.00', 'Per person\nup to 10: €10.00\nover 10: €9.00'],
      ['100.00', '10.00', null, undefined, null],
    ],
  );
});

test('categories become codes with their reasons; exemptions share one group', () => {
  const { breakdown, lines } = build({
    invoice: {
      items: [
        item({ taxRate: 0, taxCategory: 'exempt' }),
        item({ taxRate: 0, taxCategory: 'small_business' }),
      ],
      taxes: [
        { rate: 0, net: 10_000, tax: 0, category: 'exempt', reason: '§ 4 Nr. 21 UStG' },
        { rate: 0, net: 10_000, tax: 0, category: 'small_business' },
      ],
    },
  });
  assert.deepEqual(breakdown, [
    {
      ...{ code: 'E', rate: '0', net: '200.00', tax: '0.00' },
      ...{ reason: '§ 4 Nr. 21 UStG; Small business', reasonCode: null },
    },
  ]);
  assert.deepEqual(
    lines.map(({ code }) => code),
    ['E', 'E'],
  );
  const code = (category: 'reverse_charge' | 'intra_eu' | 'export' | 'zero') =>
    build({
      invoice: {
        items: [item({ taxRate: 0, taxCategory: category })],
        taxes: [{ rate: 0, net: 10_000, tax: 0, category }],
      },
    }).breakdown.map(({ code, reasonCode, reason }) => [code, reasonCode, reason]);
  assert.deepEqual(code('reverse_charge'), [['AE', 'VATEX-EU-AE', 'Reverse charge']]);
  assert.deepEqual(code('intra_eu'), [['K', 'VATEX-EU-IC', 'Supply within the EU']]);
  assert.deepEqual(code('export'), [['G', 'VATEX-EU-G', 'Export']]);
  assert.deepEqual(code('zero'), [['Z', null, null]]);
});

test('outside the scope of VAT there are neither rates nor VAT identifiers', () => {
  const { breakdown, lines, seller, buyer } = build({
    customer: { taxId: 'FR40303265045' },
    invoice: {
      items: [item({ taxRate: 0, taxCategory: 'out_of_scope' })],
      taxes: [{ rate: 0, net: 10_000, tax: 0, category: 'out_of_scope' }],
    },
  });
  assert.deepEqual([breakdown[0]?.rate, lines[0]?.rate, seller.vatId, buyer.vatId], [null, null, null, null]);
});

test('the seller is identified by VAT identifier and register, or else by the tax number', () => {
  const { seller } = build();
  assert.deepEqual(
    [seller.vatId, seller.registrationNumber, seller.registrationScheme, seller.id, seller.taxNumber],
    ['DE298114302', 'HRB 12345 B', null, null, '30/123/45678'],
  );
  assert.equal(build({ account: { taxId: null, registrationNumber: null } }).seller.id, '30/123/45678');
});

test('the payment means follow the payment method', () => {
  const code = (paymentMethod: string, currency = 'EUR') =>
    build({ invoice: { paymentMethod, currency } }).payment.code;
  assert.deepEqual(
    [
      code('BANK_TRANSFER'),
      code('BANK_TRANSFER', 'USD'),
      code('ONLINE_PAYMENT'),
      code('CASH'),
      code('CHECK'),
    ],
    ['58', '30', '68', '10', '20'],
  );
  assert.deepEqual([code('CREDIT_CARD'), code('DIRECT_DEBIT'), code('BARTER')], ['1', '1', '1']);
  const { payment } = build();
  assert.deepEqual(payment.transfer, {
    ...{ iban: 'DE75512108001245126199', holder: 'Studio Nord GmbH', bic: 'SOLADES1PFD' },
  });
});

test('the buyer reference falls back to the reference, which is also the order number', () => {
  const { buyerReference, orderReference } = build({ customer: { buyerReference: null } });
  assert.deepEqual([buyerReference, orderReference], ['PO 4711', 'PO 4711']);
  assert.equal(build().buyerReference, '04011000-12345-03');
});

test('a credit note has type 381, refers to the invoice and has no due date', () => {
  const credit = build({
    invoice: {
      ...{ kind: 'CREDIT_NOTE', dueDate: null, creditReason: 'Returned' },
      precedingInvoices: [{ number: 'INV-2026-00007', issueDate: '2026-03-10' }],
    },
  });
  assert.equal(credit.typeCode, '381');
  assert.deepEqual(credit.notes, [{ code: null, text: 'Returned' }]);
  assert.equal(credit.paymentTerms, 'Credit note');
  assert.deepEqual(credit.precedingInvoices, [{ number: 'INV-2026-00007', issueDate: '2026-03-10' }]);
});

test('texts never look like codes, and keep their other number signs', () => {
  const texts = (terms: string, notes: string) => {
    const built = build({ invoice: { terms, notes } });
    return [built.paymentTerms, built.notes[0]?.text];
  };
  assert.deepEqual(texts('Net\n #SKONTO#TAGE=14#', '#AAA# x'), ['Net\n ＃SKONTO＃TAGE=14＃', '＃AAA＃ x']);
  assert.deepEqual(texts('Order #12', 'See #3\u0000'), ['Order #12', 'See #3']);
});

test('Germany states the issue date as the date of supply if there is no other', () => {
  const deliveryDate = (invoice: Change['invoice'], country = 'DE') =>
    build({ account: { country }, invoice: { supplyDate: null, ...invoice } }).deliveryDate;
  const supplyPeriod = { from: '2026-02-01', to: '2026-02-28' };
  assert.equal(deliveryDate({}), '2026-03-10');
  assert.equal(deliveryDate({}, 'AT'), null);
  assert.equal(deliveryDate({ supplyPeriod }), null);
  assert.equal(deliveryDate({ supplyDate: '2026-03-01' }), '2026-03-01');
  const precedingInvoices = [{ number: 'INV-1', issueDate: '2026-01-09' }];
  assert.equal(deliveryDate({ kind: 'CREDIT_NOTE', precedingInvoices }), '2026-01-09');
  assert.equal(deliveryDate({ precedingInvoices }), '2026-03-10');
});

test('French numbers are a SIREN with its scheme, also from a SIRET or the VAT identifier', () => {
  const siren = (account: Change['account']) => {
    const { seller } = build({ account: { country: 'FR', taxId: 'FR40303265045', ...account } });
    return [seller.registrationNumber, seller.registrationScheme];
  };
  assert.deepEqual(siren({ registrationNumber: '303 265 045' }), ['303265045', '0002']);
  assert.deepEqual(siren({ registrationNumber: '303 265 045 00012' }), ['303265045', '0002']);
  assert.deepEqual(siren({ registrationNumber: null }), ['303265045', '0002']);
  assert.deepEqual(siren({ registrationNumber: 'RCS Paris' }), ['RCS Paris', null]);
});

test('France wants the tax in euros, which is known only if there is none', () => {
  const zero = {
    items: [item({ taxRate: 0, taxCategory: 'export' as const })],
    taxes: [{ rate: 0, net: 10_000, tax: 0, category: 'export' as const }],
  };
  const currency = (country: string, invoice: Change['invoice']) =>
    build({ account: { country }, invoice }).taxCurrency;
  assert.equal(currency('FR', { currency: 'USD', ...zero }), 'EUR');
  assert.equal(currency('FR', { currency: 'USD' }), null);
  assert.equal(currency('FR', zero), null);
  assert.equal(currency('DE', { currency: 'USD', ...zero }), null);
});

test('an address without its parts is written line by line', () => {
  const parts = { street: null, postalCode: null, city: null };
  assert.deepEqual(build({ account: parts }).seller.address.lines, [
    'Oranienstraße 24',
    '10999 Berlin',
    'Germany',
  ]);
  assert.deepEqual(build().seller.address.lines, ['Oranienstraße 24']);
  assert.equal(build({ customer: { country: 'XK' } }).buyer.address.country, '1A');
});

test('a supply within the EU is delivered to the address of the customer', () => {
  const { deliverTo } = build({
    invoice: {
      items: [item({ taxRate: 0, taxCategory: 'intra_eu' })],
      taxes: [{ rate: 0, net: 10_000, tax: 0, category: 'intra_eu' }],
    },
  });
  assert.equal(deliverTo?.city, 'Bremen');
  assert.equal(build().deliverTo, null);
});
