import { DatabaseUnavailable, type Outage, StoredDataDamaged } from '../../domain/outage.ts';

const BUSY = 5;
const LOCKED = 6;
const NO_MEMORY = 7;
const READ_ONLY = 8;
const IO_ERROR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANNOT_OPEN = 14;
const PROTOCOL = 15;
const NOT_A_DATABASE = 26;
/** Caused by the disk or by other users of the file, not by the statement: a retry may succeed. */
const TEMPORARY_CODES = new Map<number | undefined, Outage>([
  [BUSY, 'away'],
  [LOCKED, 'away'],
  [NO_MEMORY, 'away'],
  [READ_ONLY, 'read_only'],
  [IO_ERROR, 'unwritable'],
  [FULL, 'full'],
  [CANNOT_OPEN, 'unwritable'],
  [PROTOCOL, 'away'],
]);

/** Translates SQLite errors into those of the store. */
export function translateDatabaseError(error: unknown): unknown {
  if (isDamage(error)) return new StoredDataDamaged((error as Error).message, { cause: error });
  const reason = TEMPORARY_CODES.get(getPrimaryCode(error));
  return reason ? new DatabaseUnavailable((error as Error).message, { cause: error, reason }) : error;
}

export function isBusy(error: unknown): boolean {
  const code = getPrimaryCode(error);
  return code === BUSY || code === LOCKED;
}

/** Whether the file, as it is now, cannot be what was written. */
function isDamage(error: unknown): boolean {
  const code = getPrimaryCode(error);
  return code === CORRUPT || code === NOT_A_DATABASE;
}

/** Primary error code: extended codes use the upper bytes too. */
function getPrimaryCode(error: unknown): number | undefined {
  const { errcode } = error as { errcode?: number };
  return errcode === undefined ? undefined : errcode & 0xff;
}
