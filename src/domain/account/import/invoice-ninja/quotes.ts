import { endOfDay, isCalendarDate, toCalendarDate } from '../../../calendar.ts';
import type { FieldError } from '../../../errors.ts';
import { MAX_LENGTH } from '../../../field-limits.ts';
import {
  createOwnId,
  findIdErrors,
  listObjects,
  listTaxRates,
  type NinjaObject,
  type NinjaRow,
  readAmount,
  readCost,
  readNumber,
  readProse,
  readText,
  UNKNOWN_CURRENCY,
} from './backup.ts';

/** The key of the metadata that names the quote in Invoice Ninja: a second import finds it by this. */
export const NINJA_QUOTE_KEY = 'invoice_ninja_id';

const CONVERTED = 4;
const STATUSES: Record<string, string> = { 1: 'draft', 2: 'sent', 3: 'approved', '-1': 'expired' };

/** An invoice exists for it, so there is nothing left to offer. */
export function isConverted({ status_id: status }: NinjaObject): boolean {
  return readNumber(status) === CONVERTED;
}

/** Finds what Invoice Ninja replaces in texts: `:MONTH`, `:YEAR+1`, `$client.name`. */
export function findKeywords(texts: object): string[] {
  return [...new Set(JSON.stringify(texts).match(KEYWORDS))];
}

const KEYWORDS = /:(?:MONTH|YEAR|QUARTER|WEEK)[A-Z_]*|\$[a-z]{3}[a-z0-9_.]*/g;

/** The time of the import, and the time zone in which the account counts days. */
export interface ImportTime {
  now: number;
  timeZone: string;
}

export interface QuoteContext {
  /** `undefined` if the currency of the client is not known here. */
  currency: string | undefined;
  time: ImportTime;
  /** Composes the title in the language of the customer. */
  composeTitle(number: string | null): string;
}

/** Converts a quote to a draft. */
export function readQuote(quote: NinjaObject, context: QuoteContext): NinjaRow {
  const errors: FieldError[] = findIdErrors(quote);
  const { currency = '', time } = context;
  if (currency === '') errors.push(UNKNOWN_CURRENCY);
  const id = readText(quote.hashed_id) ?? '';
  const number = readText(quote.number);
  const order = readText(quote.po_number);
  const status = STATUSES[readText(quote.status_id) ?? ''];
  const [quoteRate = 0, ...others] = listTaxRates(quote);
  if (others.length > 0) errors.push({ path: '/taxRate', message: 'has more than one tax' });
  if ([1, 2, 3, 4].some((index) => readNumber(quote[`custom_surcharge${index}`]) !== 0)) {
    errors.push({ path: '/items', message: 'has a surcharge: add it as a line in Invoice Ninja first' });
  }
  const lines = listObjects(quote.line_items).filter((line) => !isBlank(line));
  const items = lines.map((line, index) => {
    const item = readLine(line, { currency, quoteRate, isAmount: quote.is_amount_discount === true });
    errors.push(...item.errors.map(({ path, message }) => ({ path: `/items/${index}${path}`, message })));
    return item.entry;
  });
  const discount = readDiscount(quote, quote.is_amount_discount === true, currency);
  return {
    number,
    errors: [...errors, ...discount.errors],
    entry: {
      id,
      number,
      amount: readText(quote.amount) === null ? null : (readAmount(quote.amount, currency) ?? null),
      input: {
        customerId: createOwnId(quote.client_id),
        title: context.composeTitle(number).slice(0, MAX_LENGTH.title),
        items,
        ...discount.entry,
        currency,
        pricesIncludeTax: quote.uses_inclusive_taxes === true || quote.uses_inclusive_taxes === 1,
        description: readProse(quote.public_notes),
        terms: readProse(quote.terms),
        notes: readProse(quote.private_notes),
        reference: order ?? number,
        ...readValidity(quote, time),
        metadata: {
          [NINJA_QUOTE_KEY]: id,
          ...(status && { invoice_ninja_status: status }),
          ...(order !== null && number !== null && { invoice_ninja_number: number }),
        },
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

/** The editor of Invoice Ninja leaves an empty line at the end. */
function isBlank(line: NinjaObject): boolean {
  return (
    [line.product_key, line.notes].every((text) => readText(text) === null) && readNumber(line.cost) === 0
  );
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
  const unit = UNITS[readText(line.unit_code) ?? ''];
  const rates = [...listTaxRates(line), ...(quoteRate === 0 ? [] : [quoteRate])];
  const discount = readDiscount(line, isAmount, currency);
  return {
    errors: [
      ...(unitPrice === undefined ? [{ path: '/unitPrice', message: `is no amount in ${currency}` }] : []),
      ...(rates.length > 1 ? [{ path: '/taxRate', message: 'has more than one tax' }] : []),
      ...discount.errors,
    ],
    entry: {
      description: readProse(line.notes) ?? key ?? '',
      quantity: readNumber(line.quantity),
      unitPrice: unitPrice ?? 0,
      taxRate: rates[0] ?? 0,
      ...(key !== null && key.length <= MAX_LENGTH.sku && { sku: key }),
      ...(unit && { unit }),
      ...readCost(line.product_cost, currency),
      ...discount.entry,
    },
  };
}

/** Codes of UN/ECE Recommendation 20, as every language writes them. Other lines count pieces. */
const UNITS: Readonly<Record<string, string>> = {
  ...{ HUR: 'h', MIN: 'min', DAY: 'd', MMT: 'mm', CMT: 'cm', MTR: 'm', KMT: 'km', MTK: 'm²', MTQ: 'm³' },
  ...{ GRM: 'g', KGM: 'kg', TNE: 't', MLT: 'ml', LTR: 'l', KWH: 'kWh' },
};

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
