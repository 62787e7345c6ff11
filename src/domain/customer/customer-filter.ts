/** Selects customers that match all given fields. */
export interface CustomerFilter {
  /** Part of the identifier, the name or the email address. */
  search?: string | undefined;
  /** The whole email address, in any case. */
  email?: string | undefined;
  /** Times in milliseconds; ranges include both ends. */
  createdFrom?: number | undefined;
  createdTo?: number | undefined;
  updatedFrom?: number | undefined;
  updatedTo?: number | undefined;
  metadata?: readonly { key: string; value: string }[] | undefined;
}

/** The sort orders of customers. `-` means descending. */
export const CUSTOMER_SORTS = [
  'id',
  '-id',
  'name',
  '-name',
  'createdAt',
  '-createdAt',
  'updatedAt',
  '-updatedAt',
] as const;
export type CustomerSort = (typeof CUSTOMER_SORTS)[number];
