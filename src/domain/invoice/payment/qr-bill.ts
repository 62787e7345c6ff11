import type { Account } from '../../account/account.ts';
import type { BankAccount } from '../../account/bank.ts';
import type { Customer } from '../../customer/customer.ts';
import type { Invoice } from '../invoice.ts';
import { toBankText } from './bank-text.ts';
import { createPaymentReference, type PaymentReference } from './payment-reference.ts';

/** A Swiss QR-bill by the Swiss Implementation Guidelines QR-bill, versions 2.3 and 2.4. */
export interface QrBill {
  iban: string;
  creditor: BillAddress;
  /** `null` leaves a field for the payer to fill in. */
  debtor: BillAddress | null;
  /** In the smallest unit of the currency. */
  amount: number;
  currency: string;
  reference: PaymentReference;
  /** Unstructured message: the number of the invoice. */
  message: string;
}

/** A structured address. */
export interface BillAddress {
  name: string;
  /** With the number of the building; may be empty. */
  street: string;
  postalCode: string;
  town: string;
  country: string;
}

type Addressed = Pick<Customer, 'name' | 'country'> &
  Partial<Pick<Customer, 'street' | 'street2' | 'postalCode' | 'city'>>;

export type Creditor = Addressed & Pick<Account, 'bank'>;

export interface BilledInvoice extends Pick<Invoice, 'id' | 'number' | 'currency'> {
  customer: Addressed;
}

const CURRENCIES = ['CHF', 'EUR'];
const MAX_AMOUNT = 99_999_999_999;
const MAX_LENGTH = { name: 70, street: 70, postalCode: 16, town: 35, message: 140 };
/** Bytes that a QR code of version 25 holds with error correction M. */
const MAX_BYTES = 997;

/** Composes the QR-bill of an invoice over an amount. Returns `null` if it cannot have one. */
export function composeQrBill(account: Creditor, invoice: BilledInvoice, amount: number): QrBill | null {
  const bank = findSwissBank(account, invoice);
  if (!bank || amount < 1 || amount > MAX_AMOUNT) return null;
  const creditor = composeAddress({ ...account, name: bank.holder?.trim() ? bank.holder : account.name });
  if (!creditor) return null;
  return {
    iban: bank.iban,
    creditor,
    debtor: composeAddress(invoice.customer),
    amount,
    currency: invoice.currency,
    reference: createPaymentReference(bank.iban, invoice.id),
    message: toBankText(invoice.number, MAX_LENGTH.message),
  };
}

/** Whether the invoice would have a QR-bill if the address of the account were complete. */
export function lacksQrBillAddress(account: Creditor, invoice: Pick<Invoice, 'currency'>): boolean {
  return findSwissBank(account, invoice) !== undefined && composeAddress(account) === null;
}

function findSwissBank(
  { bank }: Pick<Account, 'bank'>,
  { currency }: Pick<Invoice, 'currency'>,
): BankAccount | undefined {
  // Accounts stored with older documents have no bank details.
  const account = bank && 'iban' in bank ? bank : undefined;
  return account && /^(CH|LI)/.test(account.iban) && CURRENCIES.includes(currency) ? account : undefined;
}

/** Returns `null` if a part that every address needs is missing. */
function composeAddress(party: Addressed): BillAddress | null {
  const address = {
    name: toBankText(party.name, MAX_LENGTH.name),
    street: toBankText(party.street?.trim() || party.street2 || '', MAX_LENGTH.street),
    // The country has a field of its own.
    postalCode: toBankText((party.postalCode ?? '').replace(/^\s*[A-Z]{1,2}-/i, ''), MAX_LENGTH.postalCode),
    town: toBankText(party.city ?? '', MAX_LENGTH.town),
    country: party.country ?? '',
  };
  return address.name && address.postalCode && address.town && address.country ? address : null;
}

/** Formats the text of the QR code: one element per line. */
export function formatQrBill({
  iban,
  creditor,
  debtor,
  amount,
  currency,
  reference,
  message,
}: QrBill): string {
  const format = (creditorName: string, debtorName: string) =>
    [
      // Type, version and UTF-8.
      ...['SPC', '0200', '1', iban],
      ...formatAddress(creditor, creditorName),
      // The ultimate creditor is for future use.
      ...NO_ADDRESS,
      ...[formatDecimal(amount), currency],
      ...(debtor ? formatAddress(debtor, debtorName) : NO_ADDRESS),
      ...[reference.kind, reference.text, message, 'EPD'],
    ].join('\n');
  let [creditorName, debtorName] = [creditor.name, debtor?.name ?? ''];
  // Only texts with many accents are too long, because most of their letters take two bytes.
  while (countBytes(format(creditorName, debtorName)) > MAX_BYTES) {
    if (creditorName.length > debtorName.length) creditorName = creditorName.slice(0, -1).trimEnd();
    else debtorName = debtorName.slice(0, -1).trimEnd();
  }
  return format(creditorName, debtorName);
}

const NO_ADDRESS: readonly string[] = ['', '', '', '', '', '', ''];

/** The number of the building is part of the street. */
function formatAddress({ street, postalCode, town, country }: BillAddress, name: string): string[] {
  return ['S', name, street, '', postalCode, town, country];
}

function formatDecimal(amount: number): string {
  const cents = String(amount).padStart(3, '0');
  return `${cents.slice(0, -2)}.${cents.slice(-2)}`;
}

/** Prints an amount as the style guide asks for: `1 949.75`. */
export function formatBillAmount(amount: number): string {
  return formatDecimal(amount).replaceAll(/\d(?=(\d{3})+\.)/g, '$& ');
}

/** Lists the lines of an address as it is printed. A country is only named abroad. */
export function listBillAddress({ name, street, postalCode, town, country }: BillAddress): string[] {
  const place = `${postalCode} ${town}`;
  const isSwiss = country === 'CH' || country === 'LI';
  return [name, street, isSwiss ? place : `${country}-${place}`].filter((line) => line !== '');
}

function countBytes(text: string): number {
  return new TextEncoder().encode(text).length;
}
