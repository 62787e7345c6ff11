import { getAccountTime } from '../../actions/account/account-time.ts';
import { findQuoteByIdOrNumber } from '../../actions/quotes/find-quote.ts';
import type { Account } from '../../domain/account/account.ts';
import type { Quote } from '../../domain/quote/quote.ts';
import type { Database } from '../../store/database.ts';
import { CliError } from '../command.ts';
import { toPrintable } from '../terminal/output.ts';

export async function findQuote(db: Database, { id }: Account, name: string): Promise<Quote> {
  const quote = await findQuoteByIdOrNumber({ db }, id, name, await getAccountTime(db.read, id));
  if (quote) return quote;
  throw new CliError(`there is no quote ${toPrintable(name)} in ${id}. See: proffer quotes list`);
}
