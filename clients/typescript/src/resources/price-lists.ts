import type {
  ImportPriceListEntriesQuery,
  ListPriceListEntriesQuery,
  ListPriceListsQuery,
  NewPriceList,
  PriceImport,
  PriceList,
  PriceListEntry,
  PriceListEntryPage,
  PriceListPage,
  PriceListPatch,
  PriceListPrice,
} from '../api.ts';
import type { Caller, CallOptions, ChangeOptions, GetOptions, PostOptions } from '../call.ts';
import type { FileBody } from '../file.ts';
import { iteratePages } from '../pages.ts';

type Filters<Query> = Omit<Query, 'page' | 'limit' | 'after'>;

/** Prices of catalogue items for the customers that have the list. */
export function createPriceListsApi({ json }: Caller) {
  return {
    list: (query?: ListPriceListsQuery, options?: CallOptions): Promise<PriceListPage> =>
      json('listPriceLists', { query }, options),
    /** All matches, page by page as you read them. */
    all: (
      query?: Filters<ListPriceListsQuery>,
      options?: CallOptions,
    ): AsyncGenerator<PriceList, void, undefined> =>
      iteratePages((page) => json('listPriceLists', { query: { ...query, ...page } }, options)),
    create: (list: NewPriceList, options?: PostOptions): Promise<PriceList> =>
      json('createPriceList', { body: list }, options),
    get: (id: string, options?: GetOptions<PriceList>): Promise<PriceList> =>
      json('getPriceList', { path: { id } }, options),
    update: (id: string, patch: PriceListPatch, options?: ChangeOptions): Promise<PriceList> =>
      json('updatePriceList', { path: { id }, body: patch }, options),
    delete: (id: string, options?: ChangeOptions): Promise<void> =>
      json('deletePriceList', { path: { id } }, options),
    listEntries: (
      id: string,
      query?: ListPriceListEntriesQuery,
      options?: CallOptions,
    ): Promise<PriceListEntryPage> => json('listPriceListEntries', { path: { id }, query }, options),
    putEntry: (
      id: string,
      catalogueItemId: string,
      price: PriceListPrice,
      options?: CallOptions,
    ): Promise<PriceListEntry> =>
      json('putPriceListEntry', { path: { id, catalogueItemId }, body: price }, options),
    deleteEntry: (id: string, catalogueItemId: string, options?: CallOptions): Promise<void> =>
      json('deletePriceListEntry', { path: { id, catalogueItemId } }, options),
    /** Sets prices from CSV with the columns `catalogueItemId` or `sku`, and `unitPrice`. Wrong rows are skipped. */
    importEntries: (
      id: string,
      body: FileBody,
      query?: ImportPriceListEntriesQuery,
      options?: CallOptions,
    ): Promise<PriceImport> => json('importPriceListEntries', { path: { id }, query, body }, options),
  };
}
