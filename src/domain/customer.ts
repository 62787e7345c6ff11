import { changedAt } from './clock.ts';
import { type Metadata, type MetadataChange, mergeMetadata } from './metadata.ts';

/** As documents, pages and mails show it. */
export interface Customer {
  id: string;
  name: string;
  email: string | null;
  phone: string | null;
  /** As it is printed: lines separated by line breaks. */
  address: string | null;
  /** ISO 3166-1 alpha-2 */
  country: string | null;
  taxId: string | null;
  kind: CustomerKind;
  /** BCP 47; decides the language of documents, mails and pages. Falls back to the account's. */
  locale: string | null;
  createdAt: string;
  updatedAt: string;
}

export const CUSTOMER_KINDS = ['company', 'person'] as const;
type CustomerKind = (typeof CUSTOMER_KINDS)[number];

/** As the API returns it. */
export interface CustomerRecord extends Customer {
  metadata: Metadata;
}

/** What the business says of a customer; what is left out is empty. */
export type CustomerInput = Pick<Customer, 'name'> &
  Partial<Pick<Customer, 'email' | 'phone' | 'address' | 'country' | 'taxId' | 'locale'>> & {
    kind?: CustomerKind | null;
    metadata?: MetadataChange;
  };

export type CustomerPatch = Partial<CustomerInput>;

/** As it was said, or by whether there is a tax identifier. */
export function kindOfCustomer({ kind, taxId }: Pick<CustomerInput, 'kind' | 'taxId'>): CustomerKind {
  return kind ?? (taxId?.trim() ? 'company' : 'person');
}

/** The whole customer anew: what the input does not name is cleared, and only the time of creation stays. */
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
    kind: kindOfCustomer(input),
    locale: input.locale ?? null,
    createdAt: before?.createdAt ?? at,
    updatedAt: before ? changedAt(before, now) : at,
    metadata: mergeMetadata({}, input.metadata),
  };
}

/** A merge patch: absent is unchanged, `null` empties. One that changes nothing gives the very customer back. */
export function patchCustomer(current: CustomerRecord, patch: CustomerPatch, now: number): CustomerRecord {
  const metadata = mergeMetadata(current.metadata, patch.metadata);
  const next = composeCustomer(current.id, { ...current, ...patch, metadata }, current, now);
  return isSameCustomer(current, next) ? current : next;
}

export function asShown({ metadata: _metadata, ...customer }: CustomerRecord): Customer {
  return customer;
}

/** Whether they say the same of the customer, whenever that was written down. */
export function isSameCustomer(before: CustomerRecord | undefined, after: CustomerRecord): boolean {
  return (
    before !== undefined &&
    JSON.stringify({ ...after, updatedAt: before.updatedAt }) === JSON.stringify(before)
  );
}

export function customerIdError(id: string): string | undefined {
  return /^[A-Za-z0-9][A-Za-z0-9._:@-]{0,127}$/.test(id)
    ? undefined
    : 'must have 1 to 128 letters, digits or . _ : @ - and begin with a letter or digit';
}
