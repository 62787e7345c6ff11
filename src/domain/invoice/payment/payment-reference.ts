import { computeMod97, formatIban } from '../../account/iban.ts';
import {
  findInvoiceIdRange,
  getInvoiceSerial,
  type InvoiceIdRange,
  MAX_INVOICE_SERIAL,
} from './invoice-serial.ts';

/**
 * References that a customer's bank passes on unchanged, so that a payment can be matched to its invoice. Both are made
 * from the identifier of the invoice: it is unique, whatever the number format of the account is.
 */
export type PaymentReference =
  /** QR reference of 27 digits, for a QR-IBAN. */
  | { kind: 'QRR'; text: string }
  /** Creditor reference (ISO 11649), for any other IBAN. */
  | { kind: 'SCOR'; text: string };

const QR_DIGITS = 26;
const CREDITOR_CHARACTERS = 12;

/** A QR-IBAN has an institution identifier from 30000 to 31999, and allows payments with a QR reference only. */
export function isQrIban(iban: string): boolean {
  return /^(CH|LI)\d{2}3[01]\d{3}/.test(iban);
}

export function createPaymentReference(iban: string, invoiceId: string): PaymentReference {
  const serial = getInvoiceSerial(invoiceId);
  if (isQrIban(iban)) return { kind: 'QRR', text: addQrCheckDigit(String(serial).padStart(QR_DIGITS, '0')) };
  const text = serial.toString(36).toUpperCase().padStart(CREDITOR_CHARACTERS, '0');
  return { kind: 'SCOR', text: addCreditorCheckDigits(text) };
}

/** Prints a QR reference in groups of five from the right, and a creditor reference in groups of four. */
export function formatReference({ kind, text }: PaymentReference): string {
  return kind === 'QRR' ? text.replaceAll(/\d(?=(\d{5})+$)/g, '$& ') : formatIban(text);
}

/**
 * Finds the invoices that a reference may mean: the bounds of their identifiers, and how these end. Returns `undefined`
 * for a reference that is not ours or has wrong check digits.
 */
export function parseReference(text: string): InvoiceIdRange | undefined {
  const compact = text.replaceAll(/\s/g, '').toUpperCase();
  const serial = isQrReference(compact)
    ? BigInt(compact.slice(0, -1))
    : isCreditorReference(compact)
      ? parseBase36(compact.slice(4))
      : undefined;
  return serial === undefined || serial > MAX_INVOICE_SERIAL ? undefined : findInvoiceIdRange(serial);
}

export function isQrReference(text: string): boolean {
  return /^\d{27}$/.test(text) && addQrCheckDigit(text.slice(0, -1)) === text;
}

export function isCreditorReference(text: string): boolean {
  return /^RF\d{2}[A-Z0-9]{1,21}$/.test(text) && computeMod97(text) === 1;
}

const CARRIES = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5];

/** Appends the check digit of a number: modulo 10, recursive. */
export function addQrCheckDigit(digits: string): string {
  let carry = 0;
  for (const digit of digits) carry = CARRIES[(carry + Number(digit)) % 10] ?? 0;
  return `${digits}${(10 - carry) % 10}`;
}

/** Puts `RF` and the check digits of ISO 7064 (modulo 97-10) before a reference. */
export function addCreditorCheckDigits(text: string): string {
  const check = 98 - computeMod97(`RF00${text}`);
  return `RF${String(check).padStart(2, '0')}${text}`;
}

function parseBase36(text: string): bigint {
  let number = 0n;
  for (const character of text) number = number * 36n + BigInt(Number.parseInt(character, 36));
  return number;
}
