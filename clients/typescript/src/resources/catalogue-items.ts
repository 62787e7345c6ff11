import type {
  CatalogueItem,
  CatalogueItemPage,
  CatalogueItemPatch,
  ListCatalogueItemsQuery,
  NewCatalogueItem,
} from '../api.ts';
import type { Caller, CallOptions, ChangeOptions, GetOptions, PostOptions } from '../call.ts';
import { iteratePages } from '../pages.ts';

type Filters = Omit<ListCatalogueItemsQuery, 'page' | 'limit' | 'after'>;

/** Items that are sold repeatedly. */
export function createCatalogueItemsApi({ json }: Caller) {
  return {
    list: (query?: ListCatalogueItemsQuery, options?: CallOptions): Promise<CatalogueItemPage> =>
      json('listCatalogueItems', { query }, options),
    /** All matches, page by page as you read them. */
    all: (query?: Filters, options?: CallOptions): AsyncGenerator<CatalogueItem, void, undefined> =>
      iteratePages((page) => json('listCatalogueItems', { query: { ...query, ...page } }, options)),
    create: (item: NewCatalogueItem, options?: PostOptions): Promise<CatalogueItem> =>
      json('createCatalogueItem', { body: item }, options),
    get: (id: string, options?: GetOptions<CatalogueItem>): Promise<CatalogueItem> =>
      json('getCatalogueItem', { path: { id } }, options),
    /** Changes the given fields. */
    update: (id: string, patch: CatalogueItemPatch, options?: ChangeOptions): Promise<CatalogueItem> =>
      json('updateCatalogueItem', { path: { id }, body: patch }, options),
    delete: (id: string, options?: ChangeOptions): Promise<void> =>
      json('deleteCatalogueItem', { path: { id } }, options),
  };
}
