/**
 * Why nothing can be had from a database, or nothing stored in it: it does not answer, has no space left, cannot be
 * written for another reason, takes no writes by its own will, or its file was deleted or replaced.
 */
export type Outage = 'away' | 'full' | 'unwritable' | 'read_only' | 'replaced';

/** The database does not answer, or takes no writes: the caller may try again later. */
export class DatabaseUnavailable extends Error {
  readonly reason: Outage;
  /** What the one who runs the service has to do about it. It is shown to anyone: nothing secret is in it. */
  readonly advice: string | undefined;

  constructor(message: string, options: ErrorOptions & { reason?: Outage; advice?: string } = {}) {
    super(message, options);
    this.reason = options.reason ?? 'away';
    this.advice = options.advice;
  }
}
