import { Problem } from '../../domain/errors.ts';
import { type Database, type Sql, type SqlValue, StatementTimeout } from '../database.ts';
import { isPlainEntryPage } from '../tables/price-list/entries.ts';
import { isPlainCataloguePage } from './by-text/catalogue-list.ts';
import { isPlainCustomerPage } from './by-text/customer-list.ts';
import { isPlainInvoicePage } from './invoice/invoice-list.ts';
import { isPlainPaymentPage } from './invoice/payment-list.ts';
import type { PageSlice } from './list-total.ts';
import { type KeysName, LISTS, type ListName } from './lists.ts';
import { isPlainPage } from './quote-list.ts';

type Args<Name extends ListName> = (typeof LISTS)[Name] extends (
  sql: Sql,
  accountId: string,
  ...rest: infer Rest
) => unknown
  ? Rest
  : never;
type Result<Name extends ListName> = Awaited<ReturnType<(typeof LISTS)[Name]>>;
type Store = Pick<Database, 'read' | 'readers'>;

/** Whether an index yields a page at once: such a page is read on the event loop. */
const IS_QUICK: { [Name in ListName]: (...args: Args<Name>) => boolean } = {
  quotes: isPlainPage,
  invoices: isPlainInvoicePage,
  payments: isPlainPaymentPage,
  customers: isPlainCustomerPage,
  catalogue: isPlainCataloguePage,
  priceEntries: isPlainEntryPage,
  storedBytes: () => false,
  accounts: () => false,
  queues: () => false,
  traces: () => false,
  ownAddresses: () => false,
  formerQuotes: () => false,
  partyHashes: () => false,
  quoteStatuses: () => false,
  quoteKeys: () => false,
  invoiceKeys: () => false,
  customerKeys: () => false,
};

/** Reads a list in a thread, if there are any, unless it is quick. */
export async function readList<Name extends ListName>(
  { read, readers }: Store,
  name: Name,
  accountId: string,
  ...args: Args<Name>
): Promise<Result<Name>> {
  try {
    if (!readers || IS_QUICK[name](...args)) {
      const list = LISTS[name] as (...all: unknown[]) => Promise<unknown>;
      return (await list(read, accountId, ...args)) as Result<Name>;
    }
    const { isGone } = (args as Partial<PageSlice>[]).find((each) => each?.isGone) ?? {};
    // A function cannot be sent to a thread. Other arguments are arrays, and stay so.
    const sent = args.map((each) =>
      each && typeof each === 'object' && !Array.isArray(each) ? { ...each, isGone: undefined } : each,
    );
    return (await readers.run(name, [accountId, ...sent], { account: accountId, isGone })) as Result<Name>;
  } catch (error) {
    throw error instanceof StatementTimeout ? tooSlow() : error;
  }
}

function tooSlow(): Problem {
  return new Problem(
    'list_too_slow',
    'Finding this page took too long. Narrow the filter, for example by a status, a customer or a time of creation.',
  );
}

/** Streams the identifiers of all matches in list order. */
export async function* streamIds<Name extends KeysName>(
  db: Store,
  name: Name,
  accountId: string,
  filter: Args<Name>[0],
  sort: Args<Name>[1],
): AsyncGenerator<string[]> {
  let after: SqlValue[] | undefined;
  do {
    const { ids, last } = await readList(db, name, accountId, ...([filter, sort, after] as Args<Name>));
    yield ids;
    after = last;
  } while (after);
}
