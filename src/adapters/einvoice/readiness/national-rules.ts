import type { EInvoiceSource } from '../source.ts';
import { type EInvoiceParty, toBuyer, toSeller } from '../terms/parties.ts';
import { composePayment } from '../terms/payment.ts';
import { isNorwegianNumber, isSwedishNumber } from './check-digits.ts';
import type { AddGap } from './gaps.ts';

/** Adds what Peppol requires of sellers of some countries. Without an invoice, only the parties are checked. */
export function findNationalGaps(
  { account, customer, invoice }: Pick<EInvoiceSource, 'account' | 'customer'> & Partial<EInvoiceSource>,
  expect: AddGap,
): void {
  const seller = toSeller(account, { isOutOfScope: false });
  const buyer = toBuyer(customer, { isOutOfScope: false });
  const country = account.country ?? '';
  const vatCountry = seller.vatId?.slice(0, 2) ?? country;
  const isDomestic = country === customer.country;
  const paymentCode = invoice && composePayment(invoice, account).code;
  if (vatCountry === 'EL' || vatCountry === 'GR')
    expect(false, '/account/country', 'BT-40', 'unsupported_country');
  if (vatCountry === 'IT') {
    expectAddress(seller, 'account', expect);
    expect(
      /^([A-Z0-9]{11,16})?$/.test(seller.taxNumber ?? ''),
      '/account/taxNumber',
      'BT-32',
      'national_rule',
    );
  }
  if (vatCountry === 'NO' && seller.vatId) {
    const [, digits = ''] = /^NO(\d{9})MVA$/.exec(seller.vatId) ?? [];
    expect(digits && isNorwegianNumber(digits), '/account/taxId', 'BT-31', 'national_rule');
  }
  if (country === 'DK') {
    expect(seller.registrationScheme, '/account/registrationNumber', 'BT-30', 'national_rule');
    const isAllowed = !isDomestic || !paymentCode || ['1', '10', '58'].includes(paymentCode);
    expect(isAllowed, '/paymentMethod', 'BT-81', 'national_rule');
  }
  if (country === 'IS') {
    expectAddress(seller, 'account', expect);
    expect(seller.registrationScheme, '/account/registrationNumber', 'BT-30', 'national_rule');
    if (isDomestic) {
      expectAddress(buyer, 'customer', expect);
      expect(buyer.registrationScheme, '/customer/registrationNumber', 'BT-47', 'national_rule');
    }
  }
  if (country === 'NL') {
    expectAddress(seller, 'account', expect);
    expectRegister(seller, '/account/registrationNumber', 'BT-30', expect);
    if (isDomestic) {
      expectAddress(buyer, 'customer', expect);
      expectRegister(buyer, '/customer/registrationNumber', 'BT-47', expect);
      expect(!paymentCode || ['30', '58'].includes(paymentCode), '/paymentMethod', 'BT-81', 'national_rule');
    }
  }
  if (country === 'SE') findSwedishGaps(seller, invoice, expect);
}

function findSwedishGaps(
  seller: EInvoiceParty,
  invoice: EInvoiceSource['invoice'] | undefined,
  expect: AddGap,
): void {
  const { vatId, registrationNumber, taxNumber } = seller;
  const isSwedish = vatId?.startsWith('SE');
  expect(!isSwedish || /^SE\d{12}$/.test(vatId ?? ''), '/account/taxId', 'BT-31', 'national_rule');
  if (registrationNumber) {
    const isValid = /^\d{10}$/.test(registrationNumber) && isSwedishNumber(registrationNumber);
    expect(isValid, '/account/registrationNumber', 'BT-30', 'national_rule');
    const isApproval = !taxNumber || /^godkänd för f-skatt$/i.test(taxNumber);
    expect(isApproval, '/account/taxNumber', 'BT-32', 'national_rule');
  }
  const rates = isSwedish ? (invoice?.taxes ?? []).map(({ rate }) => rate).filter((rate) => rate > 0) : [];
  expect(
    rates.every((rate) => [6, 12, 25].includes(rate)),
    '/taxes',
    'BT-119',
    'national_rule',
  );
}

function expectAddress({ address }: EInvoiceParty, side: 'account' | 'customer', expect: AddGap): void {
  const [street, city, postalCode] =
    side === 'account' ? ['BT-35', 'BT-37', 'BT-38'] : ['BT-50', 'BT-52', 'BT-53'];
  expect(address.lines[0], `/${side}/street`, street);
  expect(address.city, `/${side}/city`, city);
  expect(address.postalCode, `/${side}/postalCode`, postalCode);
}

/** A number without a scheme is rejected; no number at all is allowed. */
function expectRegister(
  { registrationNumber, registrationScheme }: EInvoiceParty,
  path: string,
  term: string,
  expect: AddGap,
): void {
  expect(!registrationNumber || registrationScheme, path, term, 'national_rule');
}
