import { MAX_LENGTH } from '../field-limits.ts';
import { type Fields, listFieldNames } from '../fields.ts';

/** The optional texts of a draft, which a conversion can state. New ones are added at the end. */
export const INVOICE_TEXTS = {
  /** That of the quote, unless the conversion states another. */
  reference: { kind: 'text', maxLength: MAX_LENGTH.reference, isPrinted: true },
  terms: { kind: 'text', maxLength: MAX_LENGTH.longText, isPrinted: true },
  /** Printed, unlike the notes of a quote. */
  notes: { kind: 'text', maxLength: MAX_LENGTH.longText, isPrinted: true },
} as const satisfies Fields;

export const INVOICE_TEXT_NAMES = listFieldNames(INVOICE_TEXTS);
