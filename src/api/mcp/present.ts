import { type Fields, formatIfAmount } from '../schemas/amounts.ts';

/** Texts that the service itself sets or validates. Every other text was written by people. */
const MACHINE_FIELDS = new Set([
  ...[
    'id',
    'customerId',
    'quoteId',
    'invoiceId',
    'catalogueItemId',
    'priceListId',
    'creditedInvoiceId',
    'messageId',
  ],
  ...[
    'originalPaymentId',
    'itemId',
    'itemIds',
    'number',
    'quoteNumber',
    'currency',
    'country',
    'locale',
    'sha256',
  ],
  ...['status', 'state', 'type', 'kind', 'discountType', 'taxCategory', 'category', 'when', 'provider'],
  ...['at', 'date', 'validUntil', 'issueDate', 'dueDate', 'supplyDate', 'method', 'paymentMethod'],
  ...['email', 'to', 'cc', 'fields', 'outcome', 'eInvoice', 'eInvoiceFormat', 'scheme', 'contentType'],
  ...['rules', 'reasons', 'etag', 'interval', 'recurringFrom', 'nextDate', 'endsOn'],
]);

/**
 * Converts a value of the API for a model: amounts become decimals, and every text that somebody wrote is put into
 * `untrustedText`, so that it cannot be taken for a part of the result.
 */
export function presentFields(fields: Fields, currency: string, cut = keep): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, present(value, name, fields, currency, cut)]),
  );
}

const keep = (text: string) => text;

function present(
  value: unknown,
  name: string,
  siblings: Fields,
  currency: string,
  cut: (text: string) => string,
): unknown {
  if (typeof value === 'number') return formatIfAmount(name, value, siblings, currency);
  if (typeof value === 'string') return isMachineField(name) ? value : { untrustedText: cut(value) };
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((entry) => present(entry, name, siblings, currency, cut));
  // The names are free texts as well: a question may have the key of a field of ours.
  if (name === 'metadata' || name === 'answers')
    return Object.keys(value).length > 0 ? { untrustedText: value } : {};
  return presentFields(value as Fields, currency, cut);
}

function isMachineField(name: string): boolean {
  return MACHINE_FIELDS.has(name) || /(?:At|Url|Sha256)$/.test(name);
}
