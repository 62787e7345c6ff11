/**
 * Time limits of a send, each longer than the one before: the mail server's reply, writing the outcome to the database,
 * and the lease after which the sending process counts as dead.
 */
export const MAIL_SERVER_TIMEOUT_MS = 20_000;
export const RECORD_TIMEOUT_MS = 25_000;
export const SEND_LEASE_MS = 30_000;

/** A caller learns within five seconds that the database is unavailable. */
export const MAX_CALLER_WAIT_MS = 4500;
