import { endOfDay, isCalendarDate, toCalendarDate } from '../../calendar.ts';
import type { FieldError } from '../../errors.ts';
import { MAX_LENGTH } from '../../field-limits.ts';
import {
  createOwnId,
  findIdErrors,
  listObjects,
  listTaxRates,
  type NinjaObject,
  type NinjaRow,
  readAmount,
  readNumber,
  readText,
} from './backup.ts';

/** The key of the metadata that names the quote in Invoice Ninja: a second import finds it by this. */
export const NINJA_QUOTE_KEY = 'invoice_ninja_id';

const CONVERTED = 4;
const STATUSES: Record<string, string> = { 1: 'draft', 2: 'sent', 3: 'approved', '-1': 'expired' };

/** An invoice exists for it, so there is nothing left to offer. */
export function isConverted({ status_id: status }: NinjaObject): boolean {
  return readNumber(status) === CONVERTED;
}

/** The time of the import, and the time zone in which the account counts days. */
export interface ImportTime {
  now: number;
  timeZone: string;
}

/** Converts a quote to a draft. */
export function readQuote(quote: NinjaObject, currency: string, time: ImportTime): NinjaRow {
  const errors: FieldError[] = findIdErrors(quote);
  const id = readText(quote.hashed_id) ?? '';
  const number = readText(quote.number);
  const status = STATUSES[readText(quote.status_id) ?? ''];
  const [quoteRate = 0, ...others] = listTaxRates(quote);
  if (others.length > 0) errors.push({ path: '/taxRate', message: 'has more than one tax' });
  if ([1, 2, 3, 4].some((index) => readNumber(quote[`custom_surcharge${index}`]) !== 0)) {
    errors.push({ path: '/items', message: 'has a surcharge: add it as a line in Invoice Ninja first' });
  }
  const items = listObjects(quote.line_items).map((line, index) => {
    const item = readLine(line, { currency, quoteRate, isAmount: quote.is_amount_discount === true });
    errors.push(...item.errors.map(({ path, message }) => ({ path: `/items/${index}${path}`, message })));
    return item.entry;
  });
  const discount = readDiscount(quote, quote.is_amount_discount === true, currency);
  return {
    errors: [...errors, ...discount.errors],
    entry: {
      id,
      amount: readText(quote.amount) === null ? null : (readAmount(quote.amount, currency) ?? null),
      input: {
        customerId: createOwnId(quote.client_id),
        title: number === null ? 'Quote' : `Quote ${number}`.slice(0, MAX_LENGTH.title),
        items,
        ...discount.entry,
        currency,
        pricesIncludeTax: quote.uses_inclusive_taxes === true || quote.uses_inclusive_taxes === 1,
        description: readText(quote.public_notes),
        terms: readText(quote.terms),
        notes: readText(quote.private_notes),
        reference: number,
        ...readValidity(quote, time),
        metadata: { [NINJA_QUOTE_KEY]: id, ...(status && { invoice_ninja_status: status }) },
      },
    },
  };
}

/** A quote is valid until the end of its last day. A validity that has passed is not imported. */
function readValidity({ due_date: date }: NinjaObject, { now, timeZone }: ImportTime): object {
  const lastDay = readText(date)?.slice(0, 10);
  if (lastDay === undefined || lastDay < toCalendarDate(now, timeZone)) return {};
  // The row is rejected with this text if it is not a date.
  if (!isCalendarDate(lastDay)) return { validUntil: lastDay };
  return { validUntil: new Date(endOfDay(lastDay, timeZone)).toISOString() };
}

interface LineContext {
  currency: string;
  /** The tax of the whole quote. */
  quoteRate: number;
  /** Whether discounts are amounts, and not percentages. */
  isAmount: boolean;
}

function readLine(line: NinjaObject, { currency, quoteRate, isAmount }: LineContext): NinjaRow {
  const key = readText(line.product_key);
  const unitPrice = readAmount(line.cost, currency);
  const rates = [...listTaxRates(line), ...(quoteRate === 0 ? [] : [quoteRate])];
  const discount = readDiscount(line, isAmount, currency);
  return {
    errors: [
      ...(unitPrice === undefined ? [{ path: '/unitPrice', message: `is no amount in ${currency}` }] : []),
      ...(rates.length > 1 ? [{ path: '/taxRate', message: 'has more than one tax' }] : []),
      ...discount.errors,
    ],
    entry: {
      description: readText(line.notes) ?? key ?? '',
      quantity: readNumber(line.quantity),
      unitPrice: unitPrice ?? 0,
      taxRate: rates[0] ?? 0,
      ...(key !== null && key.length <= MAX_LENGTH.sku && { sku: key }),
      ...discount.entry,
    },
  };
}

function readDiscount({ discount }: NinjaObject, isAmount: boolean, currency: string): NinjaRow {
  const value = readNumber(discount);
  if (value === 0) return { errors: [], entry: {} };
  const fixed = isAmount ? readAmount(discount, currency) : undefined;
  if (fixed !== undefined) return { errors: [], entry: { discountType: 'fixed', discountValue: fixed } };
  if (!isAmount && Number.isInteger(value)) {
    return { errors: [], entry: { discountType: 'percentage', discountValue: value } };
  }
  const message = isAmount ? `is no amount in ${currency}` : 'must be whole percent';
  return { errors: [{ path: '/discountValue', message }], entry: {} };
}
