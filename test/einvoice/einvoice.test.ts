import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { formatEInvoice } from '../../src/adapters/einvoice/format-einvoice.ts';
import { findGaps } from '../../src/adapters/einvoice/readiness/readiness.ts';
import { XML_FORMATS } from '../../src/domain/account/particulars/einvoice.ts';
import { findBrokenRules } from '../support/einvoice/check.ts';
import { createRandomSource } from '../support/einvoice/random-source.ts';
import { openSchema } from '../support/einvoice/schema.ts';
import { countCases } from '../support/run/all.ts';

const COUNT = countCases(500);
const sources = Array.from({ length: COUNT }, (_, seed) => createRandomSource(seed));

for (const format of XML_FORMATS) {
  test(`${COUNT} random invoices and credit notes meet the rules as ${format}`, () => {
    const findSchemaErrors = format === 'cii' ? openFacturXSchema() : () => [];
    for (const [seed, source] of sources.entries()) {
      const xml = formatEInvoice(source, format);
      const found = {
        gaps: findGaps(source, format),
        brokenRules: findBrokenRules(xml, format),
        schemaErrors: findSchemaErrors(xml),
      };
      assert.deepEqual(found, { gaps: [], brokenRules: [], schemaErrors: [] }, `seed ${seed}`);
    }
  });
}

test('the random invoices have every category, kind and way of pricing', () => {
  const seen = new Set(
    sources.flatMap(({ invoice }) => [
      invoice.kind,
      `inclusive ${invoice.pricesIncludeTax}`,
      invoice.currency,
      ...invoice.items.flatMap(({ taxCategory = 'none', discountAmount }) => [
        taxCategory,
        `discount ${discountAmount !== undefined}`,
      ]),
    ]),
  );
  for (const value of [
    ...['INVOICE', 'CREDIT_NOTE', 'inclusive true', 'inclusive false', 'EUR', 'JPY', 'discount true'],
    ...['none', 'standard', 'zero', 'exempt', 'small_business'],
    ...['reverse_charge', 'intra_eu', 'export', 'out_of_scope'],
  ]) {
    assert.ok(seen.has(value), value);
  }
});

/** Each of these breaks a document in one place. */
const BREAKS: [format: (typeof XML_FORMATS)[number], from: RegExp, to: string, rule: string][] = [
  ['ubl', /<cbc:CityName>/, '<cbc:Unknown/><cbc:CityName>', 'element order'],
  ['ubl', /<cbc:ID>S<\/cbc:ID>(?=.*TaxTotal)/s, '<cbc:ID>Z</cbc:ID>', 'BR-Z-06'],
  ['ubl', /(<cac:TaxTotal><cbc:TaxAmount[^>]*>)\d+/, '$17', 'BR-CO-14'],
  ['ubl', /(<cbc:TaxExclusiveAmount[^>]*>)\d+/, '$17', 'BR-CO-13'],
  ['ubl', /(<cbc:PayableAmount[^>]*>)\d+/, '$17', 'BR-CO-16'],
  ['ubl', /(<cbc:LineExtensionAmount[^>]*>\d+\.\d\d)/, '$11', 'BR-DEC'],
  ['ubl', /<cac:PayeeFinancialAccount>.*<\/cac:PayeeFinancialAccount>/s, '', 'BR-61'],
  ['ubl', /<cbc:RegistrationName>[^<]*/, '<cbc:RegistrationName>', 'BR-06'],
  ['xrechnung', /<cbc:Telephone>.*<\/cbc:Telephone>/, '', 'BR-DE-6'],
  ['xrechnung', /<cbc:BuyerReference>[^<]*<\/cbc:BuyerReference>/, '', 'BR-DE-15'],
  ['xrechnung', /(<cac:PaymentTerms><cbc:Note>)/, '$1#SKONTO#TAGE=14#PROZENT=2.00#', 'BR-DE-18'],
  ['peppol', /<cbc:EndpointID.*?<\/cbc:EndpointID>/, '', 'PEPPOL-EN16931-R020'],
  ['peppol', /currencyID="EUR"/, 'currencyID="USD"', 'PEPPOL-EN16931-R051'],
  ['peppol', /(<cbc:PriceAmount[^>]*>)\d+/, '$199', 'PEPPOL-EN16931-R120'],
  ['cii', /(<ram:LineTotalAmount>)\d+/, '$17', 'BR-CO-10'],
  ['cii', /<ram:CountryID>[^<]*/, '<ram:CountryID>', 'BR-09'],
  [
    'cii',
    /<ram:ApplicableHeaderTradeDelivery>.*<\/ram:ApplicableHeaderTradeDelivery>/s,
    '<ram:ApplicableHeaderTradeDelivery/>',
    'BR-FX-EN-04',
  ],
  ['cii', /(<ram:Content>)/, '<ram:SubjectCode>PMT</ram:SubjectCode>$1', 'BR-FR-05'],
  ['cii', /schemeID="VA"/g, 'schemeID="XX"', 'BR-CO-26'],
];

test('the rules notice documents that are broken on purpose', () => {
  const [source] = sources;
  assert.ok(source);
  const { account, customer, invoice } = source;
  const item = {
    id: 'itm_0',
    description: 'Work',
    quantity: 3,
    unitPrice: 5000,
    amount: 15_000,
    taxRate: 19,
  };
  const simple = {
    ...source,
    account: { ...account, country: 'DE', taxId: 'DE123456789', taxNumber: null, registrationNumber: null },
    customer: { ...customer, country: 'DE' },
    invoice: {
      ...invoice,
      ...{
        kind: 'INVOICE' as const,
        currency: 'EUR',
        paymentMethod: 'BANK_TRANSFER',
        pricesIncludeTax: false,
      },
      ...{ reference: null, terms: 'Danke', dueDate: '2026-04-01', items: [item] },
      taxes: [{ rate: 19, net: 13_500, tax: 2565 }],
    },
  };
  for (const [format, from, to, rule] of BREAKS) {
    const xml = formatEInvoice(simple, format);
    assert.deepEqual(findBrokenRules(xml, format), [], rule);
    assert.match(xml, from);
    const broken = findBrokenRules(xml.replace(from, to), format);
    assert.ok(broken.includes(rule), `${rule} is not among ${broken}`);
  }
  const swapped = formatEInvoice(simple, 'cii').replace(
    /(<ram:ID>[^<]*<\/ram:ID>)(<ram:TypeCode>\d+<\/ram:TypeCode>)/,
    '$2$1',
  );
  assert.notDeepEqual(openFacturXSchema()(swapped), []);
});

function openFacturXSchema() {
  const path = '../../node_modules/@stackforge-eu/factur-x/schema/en16931/FACTUR-X_EN16931.xsd';
  return openSchema(join(import.meta.dirname, path));
}
