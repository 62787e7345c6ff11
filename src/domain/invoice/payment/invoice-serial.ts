import { decodeBase32, encodeBase32, minIdAt, parseIdTime } from '../../ids.ts';

/** Time of an identifier in milliseconds: enough until the year 2109. */
const TIME_BITS = 42n;
/** The last four of the digits that follow the time. They differ even within one millisecond. */
const ENDING_DIGITS = 4;
const ENDING_BITS = 20n;

export const MAX_INVOICE_SERIAL = (1n << (TIME_BITS + ENDING_BITS)) - 1n;

/** Identifiers that may belong to a serial number: at least `from`, less than `to`, with this ending. */
export interface InvoiceIdRange {
  from: string;
  to: string;
  ending: string;
}

/** Returns a number that identifies an invoice within its account, short enough for a payment reference. */
export function getInvoiceSerial(invoiceId: string): bigint {
  const ending = decodeBase32(invoiceId.slice(-ENDING_DIGITS));
  return (BigInt(parseIdTime(invoiceId)) << ENDING_BITS) | BigInt(ending);
}

/** Returns the identifiers that have a serial number: in practice one. */
export function findInvoiceIdRange(serial: bigint): InvoiceIdRange {
  const time = Number(serial >> ENDING_BITS);
  const ending = encodeBase32(Number(serial & ((1n << ENDING_BITS) - 1n)), ENDING_DIGITS);
  return { from: minIdAt('inv', time), to: minIdAt('inv', time + 1), ending };
}
