/**
 * Time limits of a send, each longer than the one before: the mail server's reply, writing the outcome to the database,
 * and the lease after which the sending process counts as dead.
 */
export const MAIL_SERVER_MS = 20_000;
export const WRITE_DOWN_MS = 25_000;
export const SENDING_LEASE_MS = 30_000;

/** A caller learns within five seconds that the database is unavailable. */
export const CALLER_WAITS_MS = 4500;
