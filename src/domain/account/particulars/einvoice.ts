import type { EInvoiceFormat } from './particulars.ts';

/** The formats in which the XML of an invoice can be read. */
export const XML_FORMATS = ['cii', 'ubl', 'xrechnung', 'peppol'] as const;
export type XmlFormat = (typeof XML_FORMATS)[number];

/** Something that keeps an invoice from being written in a format. */
export interface Gap {
  /** A JSON pointer: `/account/…` and `/customer/…` are fields of those, everything else is a field of the invoice. */
  path: string;
  /** The business term of EN 16931: `BT-52`. */
  term: string;
  problem: GapProblem;
}

export type GapProblem =
  | 'required'
  | 'not_a_vat_id'
  | 'too_few_digits'
  | 'unknown_address'
  | 'unsupported_currency'
  | 'no_tax_category'
  | 'mixed_tax_scope'
  | 'tax_difference'
  | 'national_rule'
  | 'unsupported_country';

/** Reasons why invoices cannot be issued in the electronic format that they are to have. */
export interface ElectronicGaps {
  format: EInvoiceFormat;
  gaps: Gap[];
}

/** Data missing for an electronic invoice, as the API returns it. */
export interface Readiness {
  ready: boolean;
  missing: MissingValue[];
}

export interface MissingValue {
  /** A JSON pointer: `/account/…` and `/customer/…` are fields of those, everything else is a field of the invoice. */
  path: string;
  message: string;
  /** The business term of EN 16931: `BT-52`. */
  term: string;
  where: MissingPlace;
}

/** The place where a missing value is set. Items and amounts of an invoice are those of its quote. */
export const MISSING_PLACES = ['account', 'customer', 'quote', 'invoice'] as const;
export type MissingPlace = (typeof MISSING_PLACES)[number];

export function findMissingPlace(path: string): MissingPlace {
  const [, first = ''] = path.split('/');
  if (first === 'account' || first === 'customer') return first;
  return ['items', 'taxes', 'currency'].includes(first) ? 'quote' : 'invoice';
}
