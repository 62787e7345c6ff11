/** Selects customers that match all given fields. */
export interface CustomerFilter {
  /** Part of the identifier, the name or the email address. */
  search?: string | undefined;
  /** The whole email address, in any case. */
  email?: string | undefined;
  metadata?: readonly { key: string; value: string }[] | undefined;
}
