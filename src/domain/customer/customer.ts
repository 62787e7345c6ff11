import type { ElectronicAddress } from '../account/particulars/electronic-address.ts';
import { computeUpdatedAt } from '../clock.ts';
import { type FieldValues, readValues } from '../fields.ts';
import { hasSameValues } from '../has-same-values.ts';
import { type Metadata, type MetadataChange, mergeMetadata } from '../metadata.ts';
import { CUSTOMER_FIELDS, type CUSTOMER_KINDS } from './customer-fields.ts';

type Values = FieldValues<typeof CUSTOMER_FIELDS>;

/** A customer as documents, pages and emails show it. */
export interface Customer extends Values {
  id: string;
  electronicAddress: ElectronicAddress | null;
  createdAt: string;
  updatedAt: string;
}

type CustomerKind = (typeof CUSTOMER_KINDS)[number];

/** A customer as the API returns it. */
export interface CustomerRecord extends Customer {
  metadata: Metadata;
  /** Set once the customer was erased: what is left is an identifier that retained documents name. */
  erasedAt?: string;
}

/** The fields that a caller can set. Absent fields are empty. */
export type CustomerInput = Pick<Values, 'name'> &
  Partial<Omit<Values, 'name' | 'kind'>> & {
    kind?: CustomerKind | null;
    electronicAddress?: ElectronicAddress | null;
    metadata?: MetadataChange;
  };

export type CustomerPatch = Partial<CustomerInput>;

/** Returns the given kind; the default is `company` if there is a tax identifier. */
export function inferCustomerKind({ kind, taxId }: Pick<CustomerInput, 'kind' | 'taxId'>): CustomerKind {
  return kind ?? (taxId?.trim() ? 'company' : 'person');
}

/** Replaces the whole customer: absent fields are cleared, and only `createdAt`, the price list and the debtor number stay. */
export function composeCustomer(
  id: string,
  input: CustomerInput,
  before: CustomerRecord | undefined,
  now: number,
): CustomerRecord {
  const at = new Date(now).toISOString();
  return {
    id,
    ...readValues(CUSTOMER_FIELDS, { ...input, kind: inferCustomerKind(input) }),
    priceListId: input.priceListId === undefined ? (before?.priceListId ?? null) : input.priceListId,
    debtorNumber: input.debtorNumber === undefined ? (before?.debtorNumber ?? null) : input.debtorNumber,
    electronicAddress: input.electronicAddress ?? null,
    createdAt: before?.createdAt ?? at,
    updatedAt: before ? computeUpdatedAt(before, now) : at,
    metadata: mergeMetadata({}, input.metadata),
  };
}

/** Applies a merge patch: absent fields stay, `null` clears. Returns the same object if nothing changes. */
export function patchCustomer(current: CustomerRecord, patch: CustomerPatch, now: number): CustomerRecord {
  const metadata = mergeMetadata(current.metadata, patch.metadata);
  const next = composeCustomer(current.id, { ...current, ...patch, metadata }, current, now);
  return isSameCustomer(current, next) ? current : next;
}

/** The record that is left of an erased customer while documents of it must be kept. */
export function composeErasedCustomer(
  { id, createdAt, debtorNumber }: Customer,
  now: number,
): CustomerRecord {
  const at = new Date(now).toISOString();
  const empty = composeCustomer(id, { name: ERASED_NAME, kind: 'person', debtorNumber }, undefined, now);
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
