/**
 * The time that a sending may take, each longer than the one before: the mail server, then the database that has to be
 * told of it, then the lease after which the process that sends is taken for dead.
 */
export const MAIL_SERVER_MS = 20_000;
export const WRITE_DOWN_MS = 25_000;
export const SENDING_LEASE_MS = 30_000;

/** Who waits for the response hears within five seconds that the database is away. */
export const CALLER_WAITS_MS = 4500;
