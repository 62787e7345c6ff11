import { ConfigError } from '../app/config/config.ts';
import { DatabaseUnavailable, StoredDataDamaged } from '../domain/outage.ts';
import { CliError } from './command.ts';

const SYSTEM_ERRORS: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  ENOENT: 'no such file or folder',
  ENOTDIR: 'not a folder',
  EISDIR: 'is a folder, not a file',
  EEXIST: 'exists already',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space left on the disk: make room, then try again',
  EDQUOT: 'the disk quota is used up',
  EMFILE: 'too many open files',
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'the host name cannot be resolved now',
  ETIMEDOUT: 'no response in time',
};

const SQLITE_ERRORS: Record<number, string> = {
  5: 'another process holds the database',
  8: 'the database file is not writable: change its owner or rights',
  10: 'the database cannot be read or written: is the disk full, over its quota, or failing?',
  11: 'the database file is damaged: restore a backup',
  13: 'no space left on the disk: make room, then start again',
  14: 'the database file cannot be opened: does the folder exist, and may this user write there?',
  26: 'proffer.db is not a Proffer database: restore a backup, or set DATA_DIR to another folder',
};

const INSUFFICIENT_PRIVILEGE = '42501';
const PRIVILEGE_HINT =
  '. The user of DATABASE_URL must be able to create tables: make it the owner of the database (ALTER DATABASE … OWNER TO …), or let the owner GRANT USAGE, CREATE ON SCHEMA public TO it';

/** Describes an error in one line. Only unexpected errors, which are bugs, come with a stack trace. */
export function describeFailure(error: unknown): string {
  return explainError(error) ?? `unexpected error, please report it:\n${(error as Error)?.stack ?? error}`;
}

/** Explains an error in one line, or returns `undefined` for unexpected errors. */
export function explainError(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ((error instanceof DatabaseUnavailable || error instanceof StoredDataDamaged) && hasErrcode(error.cause))
    return explainError(error.cause);
  if ([CliError, ConfigError, DatabaseUnavailable].some((type) => error instanceof type)) {
    return toOneLine(error.message);
  }
  const { code, path, errcode } = error as NodeJS.ErrnoException & { errcode?: number };
  if (errcode !== undefined)
    return SQLITE_ERRORS[errcode & 0xff] ?? `the database failed: ${toOneLine(error.message)}`;
  const known = code && SYSTEM_ERRORS[code];
  if (known) return path ? `${path}: ${known}` : known;
  // Errors of PostgreSQL carry a five-character SQLSTATE.
  if (code && 'severity' in error && /^[0-9A-Z]{5}$/.test(code))
    return `PostgreSQL says: ${toOneLine(error.message)}${code === INSUFFICIENT_PRIVILEGE ? PRIVILEGE_HINT : ''}`;
  return undefined;
}

function hasErrcode(cause: unknown): boolean {
  return cause instanceof Error && 'errcode' in cause;
}

function toOneLine(text: string): string {
  return text.replaceAll(/\s*[\r\n]+\s*/g, ' ').trim();
}
