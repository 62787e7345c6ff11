import { COUNTRY_CODES } from '../../../domain/account/country-codes.ts';
import type { Gap, XmlFormat } from '../../../domain/account/particulars/einvoice.ts';
import { exceedsSupplyPeriod, hasSupply } from '../../../domain/account/particulars/supply.ts';
import { currencyDecimals } from '../../../domain/money/currency.ts';
import { DECIMAL_SCALE, divideRounded, toTenThousandths } from '../../../domain/money/decimal.ts';
import type { TaxGroup } from '../../../domain/money/tax-group.ts';
import type { EInvoiceSource, InvoiceParticulars } from '../source.ts';
import { toVatId } from '../terms/parties.ts';
import { composePayment } from '../terms/payment.ts';
import { getTaxCode, resolveCategory, type TaxCode } from '../terms/tax-codes.ts';
import { toText } from '../terms/texts.ts';
import { isValidAddress } from './electronic-address.ts';
import { type AddGap, collectGaps } from './gaps.ts';
import { findNationalGaps } from './national-rules.ts';

type Parties = Pick<EInvoiceSource, 'account' | 'customer'>;

/** Finds what an invoice lacks to be written in a format. */
export function findGaps(source: EInvoiceSource, format: XmlFormat): Gap[] {
  return collectGaps((expect) => {
    const codes = findCodes(source);
    checkParties(source, format, source.invoice.reference, expect);
    findIdentifierGaps(source, codes, expect);
    findContentGaps(source, codes, expect);
    if (format === 'peppol') findNationalGaps(source, expect);
  });
}

/** Finds what account and customer lack for any invoice in a format, before there is one. */
export function findPartyGaps(parties: Parties, format: XmlFormat): Gap[] {
  return collectGaps((expect) => {
    checkParties(parties, format, null, expect);
    const { taxId, taxNumber, registrationNumber } = parties.account;
    expect(toText(taxId) || toText(taxNumber) || toText(registrationNumber), '/account/taxId', 'BT-31');
    expect(!toText(taxId) || toVatId(taxId), '/account/taxId', 'BT-31', 'not_a_vat_id');
    if (format === 'peppol') findNationalGaps(parties, expect);
  });
}

function checkParties(
  { account, customer }: Parties,
  format: XmlFormat,
  reference: string | null,
  expect: AddGap,
): void {
  expect(toText(account.name), '/account/name', 'BT-27');
  expect(toText(customer.name), '/customer/name', 'BT-44');
  expect(isCountry(account.country), '/account/country', 'BT-40');
  expect(isCountry(customer.country), '/customer/country', 'BT-55');
  const isGerman = account.country === 'DE' && customer.country === 'DE';
  if (format === 'xrechnung' || (format === 'peppol' && isGerman)) {
    expect(toText(account.city), '/account/city', 'BT-37');
    expect(toText(account.postalCode), '/account/postalCode', 'BT-38');
    expect(toText(account.contactName), '/account/contactName', 'BT-41');
    expect(toText(account.phone), '/account/phone', 'BT-42');
    expect(/(\d.*){3}/.test(account.phone ?? ''), '/account/phone', 'BT-42', 'too_few_digits');
    expect(toText(account.email), '/account/email', 'BT-43');
    expect(toText(customer.city), '/customer/city', 'BT-52');
    expect(toText(customer.postalCode), '/customer/postalCode', 'BT-53');
  }
  if (format === 'xrechnung' || format === 'peppol') {
    expect(toText(customer.buyerReference) ?? toText(reference), '/customer/buyerReference', 'BT-10');
    expect(account.electronicAddress, '/account/electronicAddress', 'BT-34');
    expect(customer.electronicAddress, '/customer/electronicAddress', 'BT-49');
  }
  for (const [side, term, address] of [
    ['account', 'BT-34', account.electronicAddress],
    ['customer', 'BT-49', customer.electronicAddress],
  ] as const) {
    expect(
      !address || isValidAddress(address, format),
      `/${side}/electronicAddress`,
      term,
      'unknown_address',
    );
  }
}

function isCountry(country: string | null): boolean {
  return country !== null && COUNTRY_CODES.includes(country);
}

/** Checks the tax identifiers that the categories of the invoice need. */
function findIdentifierGaps({ account, customer }: Parties, codes: readonly TaxCode[], expect: AddGap): void {
  const isOutOfScope = codes.includes('O');
  const vatId = toVatId(account.taxId);
  if (isOutOfScope) {
    expect(
      toText(account.registrationNumber) || toText(account.taxNumber),
      '/account/registrationNumber',
      'BT-30',
    );
    return;
  }
  const needsVatId = codes.includes('K') || codes.includes('G');
  expect(!toText(account.taxId) || vatId, '/account/taxId', 'BT-31', 'not_a_vat_id');
  expect(vatId || (!needsVatId && toText(account.taxNumber)), '/account/taxId', 'BT-31');
  if (codes.includes('AE') || codes.includes('K')) {
    expect(toText(customer.taxId), '/customer/taxId', 'BT-48');
    expect(toVatId(customer.taxId), '/customer/taxId', 'BT-48', 'not_a_vat_id');
  }
}

function findContentGaps(
  { invoice, account }: EInvoiceSource,
  codes: readonly TaxCode[],
  expect: AddGap,
): void {
  const { currency } = invoice;
  const isWritable = currencyDecimals(currency) <= 2 && !OUTDATED_CURRENCIES.includes(currency);
  expect(isWritable, '/currency', 'BT-5', 'unsupported_currency');
  for (const [index, item] of invoice.items.entries()) {
    const category = resolveCategory({ rate: item.taxRate, category: item.taxCategory });
    expect(category, `/items/${index}/taxCategory`, 'BT-151', 'no_tax_category');
    expect(toText(item.description), `/items/${index}/description`, 'BT-153');
  }
  const isMixed = codes.includes('O') && codes.some((code) => code !== 'O');
  expect(!isMixed, '/items', 'BT-151', 'mixed_tax_scope');
  if (codes.includes('K')) expect(hasSupply(invoice), '/supplyDate', 'BT-72');
  expect(!exceedsSupplyPeriod(invoice), '/supplyPeriod', 'BT-73');
  const { code, transfer } = composePayment(invoice, account);
  expect(transfer || !['30', '58'].includes(code), '/account/bank', 'BT-84');
  expect(
    invoice.taxes.every((group) => isTaxClose(group, invoice)),
    '/taxes',
    'BT-117',
    'tax_difference',
  );
}

/** Codes that the lists of electronic invoices no longer have, or do not have yet. */
const OUTDATED_CURRENCIES = ['ANG', 'BGN', 'CUC', 'HRK', 'SLL', 'STN', 'XCG', 'ZWL'];

function findCodes({ invoice }: EInvoiceSource): TaxCode[] {
  const categories = invoice.taxes.map((group) => resolveCategory(group));
  return categories.flatMap((category) => (category ? [getTaxCode(category)] : []));
}

/** Receivers accept a difference of less than 1.00 (BR-CO-17), and round a rate below 0.5 to none. */
function isTaxClose({ rate, net, tax }: TaxGroup, { currency }: InvoiceParticulars): boolean {
  const unit = 10n ** BigInt(currencyDecimals(currency));
  if (rate < 0.5 && BigInt(tax) * 2n >= unit) return false;
  // In hundredths of a unit of the currency, as receivers round.
  const expected = divideRounded(BigInt(net) * toTenThousandths(rate) * 100n, 100n * DECIMAL_SCALE * unit);
  const difference = (BigInt(tax) * 100n) / unit - expected;
  return difference > -100n && difference < 100n;
}
