import type { FieldError } from '../../domain/errors.ts';
import { escapePointerPart } from '../../domain/field-errors.ts';
import { currencyDecimals, formatDecimalAmount, parseDecimalAmount } from '../../domain/money/currency.ts';

export type Fields = Record<string, unknown>;

/** Fields that hold an amount wherever they occur. A test compares them with the schemas of the operations. */
const AMOUNT_FIELDS = new Set([
  ...['unitPrice', 'cost', 'amount', 'subtotal', 'discountAmount', 'taxAmount', 'total', 'net', 'tax'],
  ...['margin', 'amountPaid', 'amountCredited', 'amountDue', 'totalFrom', 'totalTo'],
  'contractTotal',
]);

/** Fields that hold an amount or a percentage. The field next to it says which: `fixed` or `percentage`. */
const KIND_OF: Record<string, string> = { discountValue: 'discountType', value: 'type' };

export function mayHoldAmount(name: string): boolean {
  return AMOUNT_FIELDS.has(name) || name in KIND_OF;
}

/** Formats a number as a decimal amount if its field holds one. */
export function formatIfAmount(
  name: string,
  value: number,
  fields: Fields,
  currency: string,
): number | string {
  return AMOUNT_FIELDS.has(name) || fields[KIND_OF[name] ?? ''] === 'fixed'
    ? formatDecimalAmount(value, currency)
    : value;
}

const MINOR_UNITS = /in the smallest (?:currency unit|unit of the currency)(?: of the invoice)?/i;

/** Turns the description of a field of the API into that of a decimal amount. */
export function describeAsDecimal(description: string): string {
  return description.replace(MINOR_UNITS, 'as a decimal amount such as "12.50"');
}

/**
 * Converts the decimal amounts of a tool or a command to the smallest currency unit. A number is an error, because it could
 * mean either. `known` supplies the kind of a discount that the arguments leave out.
 */
export function convertAmounts(
  fields: Fields,
  currency: string,
  known: Fields = {},
): { fields: Fields; errors: FieldError[]; hasAmounts: boolean } {
  const errors: FieldError[] = [];
  let hasAmounts = false;

  function convert(value: unknown, name: string, siblings: Fields, path: string): unknown {
    if (Array.isArray(value)) return value.map((entry, index) => convert(entry, '', {}, `${path}/${index}`));
    if (value === null || value === undefined || name === 'metadata') return value;
    if (typeof value === 'object') return convertObject(value as Fields, {}, path);
    if (name === 'quantity') return toQuantity(value);
    const kind = KIND_OF[name];
    if (kind !== undefined && siblings[kind] !== 'fixed') return toPercentage(value);
    return kind !== undefined || AMOUNT_FIELDS.has(name) ? convertAmount(value, path) : value;
  }

  function convertObject(object: Fields, inherited: Fields, path: string): Fields {
    const siblings = { ...inherited, ...object };
    return Object.fromEntries(
      Object.entries(object).map(([name, value]) => [
        name,
        convert(value, name, siblings, `${path}/${escapePointerPart(name)}`),
      ]),
    );
  }

  function convertAmount(value: unknown, path: string): unknown {
    hasAmounts = true;
    const amount = typeof value === 'string' ? parseDecimalAmount(value, currency) : undefined;
    if (amount !== undefined) return amount;
    const example = formatDecimalAmount(1250, currency);
    const decimals = currencyDecimals(currency);
    const message = `must be a decimal amount in ${currency} as a string with at most ${decimals} decimals, such as "${example}"`;
    errors.push({ path, message });
    return value;
  }

  return { fields: convertObject(fields, known, ''), errors, hasAmounts };
}

/** Models write percentages as numbers or as strings. */
function toPercentage(value: unknown): unknown {
  return typeof value === 'string' && /^\d{1,3}(\.\d{1,2})?$/.test(value) ? Number(value) : value;
}

/** A quantity may be a string, as amounts are. */
function toQuantity(value: unknown): unknown {
  return typeof value === 'string' && /^\d{1,15}(\.\d{1,15})?$/.test(value) ? Number(value) : value;
}
