/**
 * Why the database cannot be used: it does not respond (`away`), has no space left, cannot be written for another reason,
 * is set to read-only, or its file was deleted or replaced.
 */
export type Outage = 'away' | 'full' | 'unwritable' | 'read_only' | 'replaced';

/** The database does not respond or accepts no writes. The caller may retry later. */
export class DatabaseUnavailable extends Error {
  readonly reason: Outage;
  /** Advice for the operator. Every caller sees it, so it must not contain secrets. */
  readonly advice: string | undefined;

  constructor(message: string, options: ErrorOptions & { reason?: Outage; advice?: string } = {}) {
    super(message, options);
    this.reason = options.reason ?? 'away';
    this.advice = options.advice;
  }
}

/** What is stored cannot be what was stored: a page of the file was overwritten, for example. It is never passed on. */
export class StoredDataDamaged extends Error {}
