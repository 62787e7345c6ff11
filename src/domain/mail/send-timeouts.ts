/** Time limit for one message, from the wait for a connection to the mail server's reply. */
export const MAIL_SERVER_TIMEOUT_MS = 20_000;
/** Time limit for writing the outcome to the database. */
export const RECORD_TIMEOUT_MS = 25_000;
/** Time after which the process that sends a document counts as dead. */
export const SEND_LEASE_MS = 60_000;
/** Reserve for a busy machine and for clocks that differ. */
const LEASE_RESERVE_MS = 10_000;

/** A caller learns within five seconds that the database is unavailable. */
export const MAX_CALLER_WAIT_MS = 4500;

/**
 * Time by which an email must be delivered, so that its outcome is recorded before the lease ends. Otherwise another
 * process could send the email again while the mail server may still accept the first one.
 */
export function deliveryDeadline(leaseEnd: number): number {
  return leaseEnd - RECORD_TIMEOUT_MS - LEASE_RESERVE_MS;
}
