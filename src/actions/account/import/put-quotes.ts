import type { Account } from '../../../domain/account/account.ts';
import { findKeywords, NINJA_QUOTE_KEY } from '../../../domain/account/import/invoice-ninja/quotes.ts';
import { Problem } from '../../../domain/errors.ts';
import { newId } from '../../../domain/ids.ts';
import { newQuote, type QuoteInput } from '../../../domain/quote/compose-quote.ts';
import { customerUnknown } from '../../../domain/quote/problems.ts';
import type { Sql } from '../../../store/database.ts';
import { findCustomers } from '../../../store/tables/customers.ts';
import { findMetadataValues } from '../../../store/tables/quote/facts.ts';
import { createQuotes, MAX_BATCH_QUOTES } from '../../quotes/create-quotes.ts';
import { completeInput } from '../account-taxes.ts';
import { toRealTime } from '../account-time.ts';
import { findQuoteRoom } from '../limits/check-limits.ts';
import { requireAccount } from '../require-account.ts';
import { type PutRows, type RowOutcome, WAS_ERASED } from './put-rows.ts';
import type { RowError } from './source-rows.ts';

/** A quote of another system, as a draft here. */
export interface ImportedQuote {
  /** Its identifier there, which its metadata has too. */
  id: string;
  /** Its number there. */
  number: string | null;
  /** Its total there, if known. */
  amount: number | null;
  input: QuoteInput;
}

/** A difference between an imported quote and the one in the other system. */
export type QuoteDifference = { number: string | null } & (TotalDifference | KeywordDifference);

/** The total, mostly because the other system rounds each line. */
interface TotalDifference {
  currency: string;
  there: number;
  here: number;
}

/** Keywords that the other system replaces when it shows the quote. */
interface KeywordDifference {
  keywords: string[];
}

interface PutQuotesOptions {
  /** Whether the same file creates the customer, which a dry run does not store. */
  isNewCustomer(id: string): boolean;
  onDifference(difference: QuoteDifference): void;
}

/** Creates quotes that were not imported before. Others stay as they are: people may have changed them since. */
export function createPutQuotes({ isNewCustomer, onDifference }: PutQuotesOptions): PutRows<ImportedQuote> {
  let planned = 0;
  return async ({ db }, { accountId, actor }, rows, { dryRun, now }) => {
    const put = async (sql: Sql) => {
      const account = await requireAccount(sql, accountId);
      const ids = rows.map(({ id }) => id);
      const known = await findMetadataValues(sql, accountId, NINJA_QUOTE_KEY, ids);
      const customers = await findCustomers(
        sql,
        accountId,
        rows.map(({ input }) => input.customerId),
      );
      const check = (row: ImportedQuote) => {
        const { customerId } = row.input;
        const customer = customers.get(customerId);
        if (customer?.erasedAt !== undefined) return [{ ...WAS_ERASED, path: '/customerId' }];
        if (!customer && !isNewCustomer(customerId)) return listErrors(customerUnknown());
        return computeTotal(row, account, now);
      };
      const totals = new Map<ImportedQuote, number>();
      const outcomes = new Map<ImportedQuote, RowOutcome>();
      for (const row of rows) {
        const total = known.has(row.id) ? 'unchanged' : check(row);
        outcomes.set(row, typeof total === 'number' ? 'created' : total);
        if (typeof total === 'number') totals.set(row, total);
      }
      const room = dryRun ? await findQuoteRoom(sql, accountId, toRealTime(sql, now)) : undefined;
      if (room) {
        for (const row of totals.keys()) {
          if (++planned > room.free) outcomes.set(row, listErrors(room.problem));
        }
      }
      const added = dryRun ? [] : rows.filter((row) => outcomes.get(row) === 'created');
      for (let start = 0; start < added.length; start += MAX_BATCH_QUOTES) {
        const some = added.slice(start, start + MAX_BATCH_QUOTES);
        const wanted = some.map(({ input }) => ({ actor, input }));
        for (const [index, quote] of (await createQuotes(sql, accountId, wanted, now)).entries()) {
          if (quote instanceof Problem) outcomes.set(some[index] as ImportedQuote, listErrors(quote));
        }
      }
      const created = [...totals].filter(([row]) => outcomes.get(row) === 'created');
      const differences = created.flatMap(([row, total]) => compare(row, account, total));
      return { outcomes: [...outcomes.values()], differences };
    };
    const { outcomes, differences } = await (dryRun ? put(db.read) : db.write(put, { account: accountId }));
    differences.forEach(onDifference);
    return outcomes;
  };
}

/** Returns the total of the quote in the account, or why it does not fit its settings. */
function computeTotal({ input }: ImportedQuote, account: Account, now: number): number | RowError[] {
  try {
    const completed = completeInput(input, account);
    return newQuote(completed, account, { id: newId('quo', now), number: '', now }).total;
  } catch (error) {
    if (error instanceof Problem) return listErrors(error);
    throw error;
  }
}

function compare(
  { number, input, amount }: ImportedQuote,
  account: Account,
  here: number,
): QuoteDifference[] {
  const keywords = findKeywords(input);
  const currency = input.currency ?? account.currency;
  return [
    ...(amount === null || amount === here ? [] : [{ number, currency, there: amount, here }]),
    ...(keywords.length === 0 ? [] : [{ number, keywords }]),
  ];
}

function listErrors({ errors, message }: Problem): RowError[] {
  return errors.length > 0 ? errors : [{ path: '', message }];
}
