/** Limits of lists. Tests lower them to reach every case with few rows. */
export const LIST_LIMITS = {
  /** Matches after which counting stops. */
  counted: 10_000,
  /** Rows up to which a plain page is read on the event loop. */
  near: 5000,
  /** Cost of looking up a row, relative to reading the next one. */
  lookup: 6,
  /** Rows of the account from which each list is planned for its values. */
  planned: 100_000,
  /** Rows that are sorted rather than walked in their order, which takes long if the matches come last. */
  sorted: 200_000,
  /** Customers that are compared by their identifiers rather than by their names. */
  named: 2000,
  /** Matches that one statement of an export finds. */
  keys: 5000,
};
