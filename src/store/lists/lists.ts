import type { CustomerFilter, CustomerSort } from '../../domain/customer/customer-filter.ts';
import type { InvoiceFilter, InvoiceSort } from '../../domain/invoice/invoice-filter.ts';
import type { QuoteFilter } from '../../domain/quote/list/quote-filter.ts';
import type { QuoteSort } from '../../domain/quote/list/quote-sorts.ts';
import type { Sql, SqlValue } from '../database.ts';
import { measureFiles } from '../tables/account/account-limits.ts';
import { listOwnAddresses, listTraces } from '../tables/erasure/addresses.ts';
import { listFormerQuoteIds, listPartyHashes } from '../tables/erasure/customer-quotes.ts';
import { listEntries } from '../tables/price-list/entries.ts';
import { listCatalogueItems } from './by-text/catalogue-list.ts';
import { buildCustomerQuery, listCustomers } from './by-text/customer-list.ts';
import { listAccountOverviews } from './installation/account-list.ts';
import { countQueues } from './installation/queue-counts.ts';
import { listInvoiceDocs } from './invoice/invoice-list.ts';
import { buildInvoiceQuery } from './invoice/invoice-query.ts';
import { listAllPayments } from './invoice/payment-list.ts';
import { LIST_LIMITS } from './list-limits.ts';
import { type ListQuery, listKeysAfter } from './list-query.ts';
import { countMatchesByStatus } from './quote-groups.ts';
import { listQuotes } from './quote-list.ts';
import { buildQuoteQuery, sortWithin } from './quote-query.ts';

/** All lists that a thread can read, by name. Each takes the connection, the account, and values that can be sent. */
export const LISTS = {
  quotes: listQuotes,
  invoices: listInvoiceDocs,
  payments: listAllPayments,
  customers: listCustomers,
  catalogue: listCatalogueItems,
  priceEntries: listEntries,
  storedBytes: measureFiles,
  accounts: listAccountOverviews,
  queues: countQueues,
  traces: listTraces,
  ownAddresses: listOwnAddresses,
  formerQuotes: listFormerQuoteIds,
  partyHashes: listPartyHashes,
  quoteStatuses: countMatchesByStatus,
  quoteKeys: keysOf((sql, accountId, filter: QuoteFilter, sort: QuoteSort) =>
    buildQuoteQuery(sql, accountId, filter, sortWithin(filter, sort)),
  ),
  invoiceKeys: keysOf((sql, accountId, filter: InvoiceFilter, sort: InvoiceSort) =>
    buildInvoiceQuery(sql, accountId, filter, sort),
  ),
  customerKeys: keysOf(async (sql, accountId, filter: CustomerFilter, sort: CustomerSort) =>
    buildCustomerQuery(sql, accountId, filter, sort),
  ),
};

export type ListName = keyof typeof LISTS;
export type KeysName = Extract<ListName, `${string}Keys`>;

/** Keys of the next matches of an export. */
interface NextKeys {
  ids: string[];
  /** The last key; `undefined` after the last match. */
  last: SqlValue[] | undefined;
}

function keysOf<Filter, Sort>(
  build: (sql: Sql, accountId: string, filter: Filter, sort: Sort) => Promise<ListQuery>,
) {
  return async (
    sql: Sql,
    accountId: string,
    filter: Filter,
    sort: Sort,
    after?: SqlValue[],
  ): Promise<NextKeys> => {
    const keys = await listKeysAfter(sql, await build(sql, accountId, filter, sort), after, LIST_LIMITS.keys);
    return {
      ids: keys.map((key) => String(key.at(-1))),
      last: keys.length < LIST_LIMITS.keys ? undefined : keys.at(-1),
    };
  };
}
