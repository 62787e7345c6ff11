import { type CustomerFormat, NO_PARTICULARS, type Particulars } from '../account/particulars/particulars.ts';
import { computeUpdatedAt } from '../clock.ts';
import { hasSameValues } from '../has-same-values.ts';
import { type Metadata, type MetadataChange, mergeMetadata } from '../metadata.ts';

/** A customer as documents, pages and emails show it. */
export interface Customer extends Particulars {
  id: string;
  name: string;
  email: string | null;
  phone: string | null;
  /** Printed as it is, with its line breaks; `null` prints the parts of the address by the custom of the country. */
  address: string | null;
  /** ISO 3166-1 alpha-2 */
  country: string | null;
  taxId: string | null;
  kind: CustomerKind;
  /** BCP 47. Decides the language of documents, emails and pages; `null` uses the account's locale. */
  locale: string | null;
  createdAt: string;
  updatedAt: string;
  /** Identifier that the customer's accounting needs on invoices, such as the Leitweg-ID. */
  buyerReference: string | null;
  /** Electronic format of the customer's invoices; `null` uses the account's. */
  eInvoiceFormat: CustomerFormat | null;
}

export const CUSTOMER_KINDS = ['company', 'person'] as const;
type CustomerKind = (typeof CUSTOMER_KINDS)[number];

/** A customer as the API returns it. */
export interface CustomerRecord extends Customer {
  metadata: Metadata;
  /** Set once the customer was erased: what is left is an identifier that retained documents name. */
  erasedAt?: string;
}

/** The fields that a caller can set. Absent fields are empty. */
export type CustomerInput = Pick<Customer, 'name'> &
  Partial<Pick<Customer, 'email' | 'phone' | 'address' | 'country' | 'taxId' | 'locale'>> &
  Partial<AddedFields> & {
    kind?: CustomerKind | null;
    metadata?: MetadataChange;
  };

/** The fields that stored customers of earlier versions lack. They come last, in this order. */
type AddedFields = Particulars & Pick<Customer, 'buyerReference' | 'eInvoiceFormat'>;
export const ADDED_CUSTOMER_FIELDS: AddedFields = {
  ...NO_PARTICULARS,
  buyerReference: null,
  eInvoiceFormat: null,
};

export type CustomerPatch = Partial<CustomerInput>;

/** Returns the given kind; the default is `company` if there is a tax identifier. */
export function inferCustomerKind({ kind, taxId }: Pick<CustomerInput, 'kind' | 'taxId'>): CustomerKind {
  return kind ?? (taxId?.trim() ? 'company' : 'person');
}

/** Replaces the whole customer: absent fields are cleared, and only `createdAt` stays. */
export function composeCustomer(
  id: string,
  input: CustomerInput,
  before: CustomerRecord | undefined,
  now: number,
): CustomerRecord {
  const at = new Date(now).toISOString();
  return {
    id,
    name: input.name,
    email: input.email ?? null,
    phone: input.phone ?? null,
    address: input.address ?? null,
    country: input.country ?? null,
    taxId: input.taxId ?? null,
    kind: inferCustomerKind(input),
    locale: input.locale ?? null,
    createdAt: before?.createdAt ?? at,
    updatedAt: before ? computeUpdatedAt(before, now) : at,
    metadata: mergeMetadata({}, input.metadata),
    ...pickAdded(input),
  };
}

function pickAdded(input: Partial<AddedFields>): AddedFields {
  const fields = Object.entries(ADDED_CUSTOMER_FIELDS).map(([name, empty]) => [
    name,
    input[name as keyof AddedFields] ?? empty,
  ]);
  return Object.fromEntries(fields);
}

/** Applies a merge patch: absent fields stay, `null` clears. Returns the same object if nothing changes. */
export function patchCustomer(current: CustomerRecord, patch: CustomerPatch, now: number): CustomerRecord {
  const metadata = mergeMetadata(current.metadata, patch.metadata);
  const next = composeCustomer(current.id, { ...current, ...patch, metadata }, current, now);
  return isSameCustomer(current, next) ? current : next;
}

/** The record that is left of an erased customer while documents of it must be kept. */
export function composeErasedCustomer({ id, createdAt }: Customer, now: number): CustomerRecord {
  const at = new Date(now).toISOString();
  const empty = composeCustomer(id, { name: ERASED_NAME, kind: 'person' }, undefined, now);
  return { ...empty, createdAt, erasedAt: at };
}

/** A name is required, and this one belongs to nobody in any language. */
const ERASED_NAME = '—';

export function omitMetadata({ metadata: _, erasedAt: _erasedAt, ...customer }: CustomerRecord): Customer {
  return customer;
}

/** Compares two customers and ignores `updatedAt`. */
export function isSameCustomer(before: CustomerRecord | undefined, after: CustomerRecord): boolean {
  return before !== undefined && hasSameValues({ ...after, updatedAt: before.updatedAt }, before);
}

export function findCustomerIdError(id: string): string | undefined {
  return /^[A-Za-z0-9][A-Za-z0-9._:@-]{0,127}$/.test(id)
    ? undefined
    : 'must have 1 to 128 letters, digits or . _ : @ - and begin with a letter or digit';
}
