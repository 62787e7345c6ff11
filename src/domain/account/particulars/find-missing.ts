import { type Customer, inferCustomerKind } from '../../customer/customer.ts';
import type { FieldError } from '../../errors.ts';
import { lacksQrBillAddress } from '../../invoice/payment/qr-bill.ts';
import { isSmallBusinessKnown } from '../../tax/category-places.ts';
import type { TaxCategory } from '../../tax/tax-category.ts';
import { findUnknownState } from '../../tax/tax-parts.ts';
import type { Account } from '../account.ts';
import { formatAddress } from './postal-address.ts';
import {
  type LegalParticular,
  type ParticularName,
  REQUIREMENTS,
  type Requirements,
} from './requirements.ts';
import { hasDefaultSupplyDate, hasSupply, type Supply } from './supply.ts';

/** The fields of an invoice that decide what it must carry. */
export interface ParticularsOfInvoice extends Supply {
  currency: string;
  total: number;
  taxAmount: number;
  taxes: readonly { rate: number; category?: TaxCategory }[];
  items: readonly (Supply['items'][number] & { sku?: string })[];
  stage: { index: number } | null;
  notes: string | null;
  /** Whether nothing of the quote is left to invoice: earlier invoices are for payments on account. */
  isFinal?: boolean;
}

export type Seller = Pick<
  Account,
  | 'name'
  | 'bank'
  | 'address'
  | 'street'
  | 'postalCode'
  | 'city'
  | 'region'
  | 'country'
  | 'taxId'
  | 'taxName'
  | 'taxNumber'
  | 'registrationNumber'
>;
export type Buyer = Pick<
  Customer,
  | 'address'
  | 'street'
  | 'postalCode'
  | 'city'
  | 'region'
  | 'country'
  | 'taxId'
  | 'registrationNumber'
  | 'kind'
>;

export interface MissingParticular {
  name: ParticularName;
  /** Pointer to the field: of the account, the customer, or the invoice itself. */
  path: string;
  /** `null` if the tax category requires it, without which the invoice cannot be issued. */
  law: string | null;
  /** The country of the seller; empty if it is not known. */
  country: string;
  /** The currency that the law requires, for `nationalCurrency`. */
  currency?: string;
}

/** Finds the particulars that the law of the seller's country or a Swiss QR-bill requires and the invoice lacks. */
export function findMissingParticulars(
  invoice: ParticularsOfInvoice,
  account: Seller,
  customer: Buyer,
): MissingParticular[] {
  const country = account.country ?? '';
  const rules = REQUIREMENTS.get(country);
  const input = rules && { invoice, account, customer, rules };
  const byLaw = input
    ? listRequired(input).flatMap((name) =>
        findPaths[name](input).map((path) => ({
          name,
          path,
          law: rules.laws?.[name] ?? rules.law,
          country,
          ...(name === 'nationalCurrency' && rules.currency && { currency: rules.currency }),
        })),
      )
    : [];
  return [...byLaw, ...findUnknownExemption(invoice, account), ...findMissingForQrBill(invoice, account)];
}

/** The exemption of small businesses is accepted in most countries, but we do not know the law of all. */
function findUnknownExemption({ taxes }: ParticularsOfInvoice, account: Seller): MissingParticular[] {
  const isStated = taxes.some(({ category }) => category === 'small_business');
  if (!isStated || isSmallBusinessKnown(account)) return [];
  const country = account.country ?? '';
  const law = country === 'ES' ? 'Ley 37/1992 del IVA' : 'the tax law of the country';
  return [{ name: 'smallBusinessLaw', path: '/items', law, country }];
}

function findMissingForQrBill(invoice: ParticularsOfInvoice, account: Seller): MissingParticular[] {
  if (invoice.total < 1 || !lacksQrBillAddress(account, invoice)) return [];
  const field = (['postalCode', 'city', 'country'] as const).find((name) => !account[name]?.trim()) ?? 'name';
  const [path, country] = [`/account/${field}`, account.country ?? 'CH'];
  return [{ name: 'qrBillAddress', path, law: 'Swiss Implementation Guidelines QR-bill', country }];
}

/** Formats what is missing as warnings of the API. */
export function toWarnings(missing: readonly MissingParticular[]): FieldError[] {
  return missing.map(({ name, path, law, country, currency }) => ({
    path,
    message: `${MESSAGES[name].replace('{currency}', currency ?? '')}${describeLaw(name, country, law)}`,
  }));
}

function describeLaw(name: ParticularName, country: string, law: string | null): string {
  if (name === 'qrBillAddress') return '';
  if (name === 'smallBusinessLaw')
    return ` in ${country} (${law}): ask your tax adviser which category applies`;
  const isDefaulted = name === 'supplyDate' && hasDefaultSupplyDate(country);
  return `: invoices from ${country} must show it (${law})${isDefaulted ? '; it states the issue date instead' : ''}`;
}

const MESSAGES: Record<ParticularName, string> = {
  sellerAddress: "the account's street, postal code and city are missing",
  sellerTaxId: "the account's tax identifier (taxId) is missing or not in the form of its country",
  sellerTaxIdOrNumber: "the account's VAT identifier (taxId) or tax number (taxNumber) is missing",
  sellerRegistration: "the account's registration number is missing",
  customerAddress: "the customer's street, postal code and city are missing",
  customerTaxId: "the customer's tax identifier is missing",
  customerRegistration: "the customer's registration number is missing",
  customerRegion: "the customer's region is missing",
  supplyDate: 'the date or period of supply is missing',
  supplyPeriod: 'the period of supply does not contain the periods of all items',
  operationCategory:
    'the category of the operation (goods, services or both), a delivery address that differs and the option for tax on debits have no field: add them to the notes',
  itemCode: 'the HSN or SAC code of the item (sku) is missing',
  placeOfSupply:
    'the state of the account or of the customer is not known, so the tax is printed as CGST and SGST',
  smallBusinessLaw: 'we know of no tax exemption of small businesses',
  nationalCurrency: 'the tax in {currency} is missing: add it to the notes',
  qrBillAddress:
    "the account's postal code, city or country is missing: without them the invoice has no Swiss QR-bill",
};

interface Input {
  invoice: ParticularsOfInvoice;
  account: Seller;
  customer: Buyer;
  rules: Requirements;
}

function listRequired({ invoice, customer, rules: { requires, small } }: Input): readonly LegalParticular[] {
  const isSmall =
    small !== undefined &&
    invoice.currency === small.currency &&
    invoice.total <= small.max &&
    (!small.isForPersons || !isBusiness(customer));
  return isSmall ? small.requires : requires;
}

const found = (isMissing: boolean, path: string): string[] => (isMissing ? [path] : []);

/** Return the pointers of the fields that lack the particular. */
const findPaths: Record<LegalParticular, (input: Input) => string[]> = {
  sellerAddress: ({ account }) => found(!hasAddress(account), '/account/street'),
  sellerTaxId: ({ invoice, account: { taxId }, rules: { taxIdPattern, isTaxIdAlwaysNeeded } }) => {
    const id = taxId?.replaceAll(/[\s-]/g, '') ?? '';
    const isNeeded = isTaxIdAlwaysNeeded === true || isTaxed(invoice);
    return found(isNeeded && (id === '' || taxIdPattern?.test(id) === false), '/account/taxId');
  },
  sellerTaxIdOrNumber: ({ account }) => found(!account.taxId && !account.taxNumber, '/account/taxNumber'),
  sellerRegistration: ({ account }) => found(!account.registrationNumber, '/account/registrationNumber'),
  customerAddress: ({ customer }) => found(!hasAddress(customer), '/customer/street'),
  customerTaxId: ({ invoice, account, customer, rules: { customerTaxIdAbove: above } }) => {
    const isLarge = !above || (invoice.currency === above.currency && invoice.total > above.total);
    const isNeeded = isLarge && isBusiness(customer) && isSameCountry(account, customer);
    return found(isNeeded && !customer.taxId, '/customer/taxId');
  },
  customerRegistration: ({ account, customer }) => {
    const isNeeded = isBusiness(customer) && isSameCountry(account, customer);
    return found(isNeeded && !customer.registrationNumber, '/customer/registrationNumber');
  },
  customerRegion: ({ account, customer }) =>
    found(isSameCountry(account, customer) && !customer.region, '/customer/region'),
  supplyDate: ({ invoice }) => {
    const isOnAccount = invoice.stage !== null && invoice.isFinal !== true;
    return found(!isOnAccount && !hasSupply(invoice), '/supplyDate');
  },
  // Nothing of it can be known, but the words of the category show that its seller knows of it.
  operationCategory: ({ invoice, account, customer }) => {
    const isNeeded = isBusiness(customer) && isSameCountry(account, customer);
    return found(
      isNeeded && !/livraisons? de biens|prestations? de services?/i.test(invoice.notes ?? ''),
      '/notes',
    );
  },
  itemCode: ({ invoice }) =>
    invoice.items.flatMap(({ sku }, index) => found(!sku?.trim(), `/items/${index}/sku`)),
  placeOfSupply: ({ invoice, account, customer }) => {
    const path = invoice.taxAmount > 0 ? findUnknownState(account, customer) : null;
    // A customer in the country without a region lacks that already, or has the place of the seller by law.
    const isKnown =
      path === '/customer/region' && isSameCountry(account, customer) && !customer.region?.trim();
    return path === null || isKnown ? [] : [path];
  },
  nationalCurrency: ({ invoice, rules: { currency = '' } }) => {
    const isForeign = invoice.taxAmount > 0 && invoice.currency !== currency;
    return found(isForeign && !invoice.notes?.includes(currency), '/notes');
  },
};

function hasAddress(party: Pick<Buyer, 'address' | 'street' | 'postalCode' | 'city' | 'country'>): boolean {
  return Boolean(party.address?.trim()) || (formatAddress(party) !== null && Boolean(party.city?.trim()));
}

/** A seller that charges tax, or would without the reason that applies to the customer, needs a tax identifier. */
function isTaxed({ taxAmount, taxes }: ParticularsOfInvoice): boolean {
  return taxAmount > 0 || taxes.some(({ category }) => category !== undefined && TAXABLE.has(category));
}

const TAXABLE = new Set<TaxCategory>(['standard', 'zero', 'reverse_charge', 'intra_eu', 'export']);

function isBusiness(customer: Buyer): boolean {
  return inferCustomerKind(customer) === 'company';
}

function isSameCountry(account: Seller, customer: Buyer): boolean {
  return customer.country === account.country;
}
