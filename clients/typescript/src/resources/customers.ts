import type {
  Customer,
  CustomerPage,
  CustomerPatch,
  Erasure,
  ListCustomersQuery,
  NewCustomer,
} from '../api.ts';
import type { Caller, CallOptions, ChangeOptions, GetOptions, PostOptions } from '../call.ts';
import type { FileResponse } from '../file.ts';
import { iteratePages } from '../pages.ts';

type Filters = Omit<ListCustomersQuery, 'page' | 'limit' | 'after'>;

/** Customers, under identifiers of the service or your own. */
export function createCustomersApi({ json, file }: Caller) {
  return {
    list: (query?: ListCustomersQuery, options?: CallOptions): Promise<CustomerPage> =>
      json('listCustomers', { query }, options),
    /** All matches, page by page as you read them. */
    all: (query?: Filters, options?: CallOptions): AsyncGenerator<Customer, void, undefined> =>
      iteratePages(
        (page) => json('listCustomers', { query: { ...query, ...page } }, options),
        query?.sort ?? 'id',
        ['id', '-id'],
      ),
    /** All matches as CSV. */
    csv: (query?: Filters, options?: CallOptions): Promise<FileResponse> =>
      file('listCustomers', 'text/csv', { query }, options),
    get: (id: string, options?: GetOptions<Customer>): Promise<Customer> =>
      json('getCustomer', { path: { id } }, options),
    /** Creates a customer under an identifier of the service. */
    create: (customer: NewCustomer, options?: PostOptions): Promise<Customer> =>
      json('createCustomer', { body: customer }, options),
    /** Creates or replaces the customer. */
    put: (id: string, customer: NewCustomer, options?: ChangeOptions): Promise<Customer> =>
      json('putCustomer', { path: { id }, body: customer }, options),
    /** Changes the given fields. */
    update: (id: string, patch: CustomerPatch, options?: ChangeOptions): Promise<Customer> =>
      json('updateCustomer', { path: { id }, body: patch }, options),
    /** Deletes a customer without quotes. */
    delete: (id: string, options?: ChangeOptions): Promise<void> =>
      json('deleteCustomer', { path: { id } }, options),
    /** A ZIP of all about a customer. It needs the session of an owner. */
    export: (id: string, options?: CallOptions): Promise<FileResponse> =>
      file('exportCustomer', 'application/zip', { path: { id } }, options),
    /** Erases a customer for good, and returns what must be kept. It needs the session of an owner. */
    erase: (id: string, options?: PostOptions): Promise<Erasure> =>
      json('eraseCustomer', { path: { id } }, options),
  };
}
