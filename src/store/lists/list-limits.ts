/** Limits of lists. Tests lower them to reach every case with few rows. */
export const LIST_LIMITS = {
  /** Matches after which counting stops. */
  counted: 10_000,
  /** Rows after which counting stops, matching or not. */
  examined: 200_000,
  /** An index range with at most this many rows is read completely and sorted. */
  narrow: 2000,
  /** Most rows that one statement examines, so that other requests get the event loop in between. */
  step: 5000,
  /** Rows that the first statement examines; they often fill the page. */
  firstStep: 1000,
  /** Rows that one statement skips if all of them match. */
  skip: 20_000,
};
