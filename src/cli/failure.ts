import { ConfigError } from '../config.ts';
import { DatabaseUnavailable } from '../domain/outage.ts';
import { CliError } from './command.ts';

const SYSTEM: Record<string, string> = {
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

const SQLITE: Record<number, string> = {
  5: 'another process holds the database',
  8: 'the database file is not writable: change its owner or rights',
  10: 'the database cannot be read or written: is the disk full, over its quota, or failing?',
  11: 'the database file is damaged: restore a backup',
  13: 'no space left on the disk: make room, then start again',
  14: 'the database file cannot be opened: does the folder exist, and may this user write there?',
  26: 'proffer.db is not a Proffer database: restore a backup, or set DATA_DIR to another folder',
};

const NOT_ALLOWED = '42501';
const MAY_CREATE =
  '. The user of DATABASE_URL must be able to create tables: make it the owner of the database (ALTER DATABASE … OWNER TO …), or let the owner GRANT USAGE, CREATE ON SCHEMA public TO it';

/** Describes an error in one line. Only unexpected errors, which are bugs, come with a stack trace. */
export function describeFailure(error: unknown): string {
  return explain(error) ?? `unexpected error, please report it:\n${(error as Error)?.stack ?? error}`;
}

/** Explains an error in one line, or returns `undefined` for unexpected errors. */
export function explain(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof DatabaseUnavailable && hasErrcode(error.cause)) return explain(error.cause);
  if ([CliError, ConfigError, DatabaseUnavailable].some((type) => error instanceof type)) {
    return oneLine(error.message);
  }
  const { code, path, errcode } = error as NodeJS.ErrnoException & { errcode?: number };
  if (errcode !== undefined)
    return SQLITE[errcode & 0xff] ?? `the database failed: ${oneLine(error.message)}`;
  const known = code && SYSTEM[code];
  if (known) return path ? `${path}: ${known}` : known;
  // Errors of PostgreSQL carry a five-character SQLSTATE.
  if (code && 'severity' in error && /^[0-9A-Z]{5}$/.test(code))
    return `PostgreSQL says: ${oneLine(error.message)}${code === NOT_ALLOWED ? MAY_CREATE : ''}`;
  return undefined;
}

function hasErrcode(cause: unknown): boolean {
  return cause instanceof Error && 'errcode' in cause;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*[\r\n]+\s*/g, ' ').trim();
}
