import { CURRENCY_ERROR, isCurrency } from '../../domain/money/currency.ts';
import type { QueryReader } from '../query.ts';

const MONEY = { min: 0, max: Number.MAX_SAFE_INTEGER };

/** A parameter with an instant. */
export function timeParameter(what: string): object {
  const description = `${what}. A date-time, or a date: the whole day in UTC`;
  return { type: 'string', description, examples: ['2026-11-16T09:00:00Z', '2026-11-16'] };
}

/** Filters by the times that every resource has. */
export const CHANGE_PARAMETERS = {
  createdFrom: timeParameter('Created at this time or later'),
  createdTo: timeParameter('Created at this time or earlier'),
  updatedFrom: timeParameter('Changed at this time or later'),
  updatedTo: timeParameter('Changed at this time or earlier'),
};

export function readChangeTimes(reader: QueryReader) {
  return {
    createdFrom: reader.time('createdFrom', 'from'),
    createdTo: reader.time('createdTo', 'to'),
    updatedFrom: reader.time('updatedFrom', 'from'),
    updatedTo: reader.time('updatedTo', 'to'),
  };
}

export const CURRENCY_PARAMETER = { type: 'string', description: 'ISO 4217, such as EUR' };

export function readCurrency(reader: QueryReader): string | undefined {
  const currency = reader.text('currency');
  if (currency !== undefined && !isCurrency(currency)) reader.fail('currency', CURRENCY_ERROR);
  return currency;
}

/** Filters by the total of documents in one currency. */
export const AMOUNT_PARAMETERS = {
  currency: CURRENCY_PARAMETER,
  totalFrom: moneyParameter('`total` is this amount or more; needs `currency`'),
  totalTo: moneyParameter('`total` is this amount or less; needs `currency`'),
};

function moneyParameter(what: string): object {
  const description = `In the smallest unit of the currency: ${what}`;
  return { type: 'integer', format: 'int64', minimum: MONEY.min, maximum: MONEY.max, description };
}

export function readAmounts(reader: QueryReader) {
  const amounts = {
    currency: readCurrency(reader),
    totalFrom: reader.optionalInteger('totalFrom', MONEY),
    totalTo: reader.optionalInteger('totalTo', MONEY),
  };
  if (amounts.currency === undefined && (amounts.totalFrom ?? amounts.totalTo) !== undefined) {
    failWithoutCurrency(reader, 'totalFrom and totalTo');
  }
  return amounts;
}

/** Rejects an order by amounts of different currencies. */
export function requireSortCurrency(reader: QueryReader, sort: string, currency: string | undefined): void {
  if (sort.endsWith('total') && currency === undefined) failWithoutCurrency(reader, `sort=${sort}`);
}

function failWithoutCurrency(reader: QueryReader, what: string): void {
  reader.fail('currency', `is needed with ${what}: amounts of different currencies cannot be compared`);
}
