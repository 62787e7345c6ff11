import type { Draft } from '../draft/draft.ts';
import type { PendingCreate } from './saver.ts';

/** What this device keeps of a draft until the service has all of it. */
export interface LocalCopy {
  draft: Draft;
  /** What the service had when it was last heard of. */
  base: Draft | null;
  etag: string | null;
  /** Once the quote is stored, whatever address it was begun under. */
  id: string | null;
  pending: PendingCreate | null;
  at: number;
}

export interface FoundCopy {
  key: string;
  copy: LocalCopy;
}

const PREFIX = 'proffer:draft';
const SHAPE = 1;
/** A session that ended leaves its copies for 14 days. */
const MAX_AGE_MS = 14 * 24 * 60 * 60 * 1000;

/** Copies belong to one person in one account. Every window has one of its own: two of them do not write over each other. */
export function copyPrefix(accountId: string, userId: string): string {
  return `${PREFIX}:${accountId}:${userId}:`;
}

/** Whether it is really kept: a device may be full, or allow nothing to be kept. */
export function keepCopy(storage: Storage | null, key: string, copy: LocalCopy): boolean {
  try {
    storage?.setItem(key, JSON.stringify({ shape: SHAPE, ...copy }));
    return storage !== null;
  } catch {
    return false;
  }
}

export function dropCopy(storage: Storage | null, key: string): void {
  try {
    storage?.removeItem(key);
  } catch {
    // It could not be kept either.
  }
}

/** Copies of windows that are gone, the latest first. */
export function findCopies(
  storage: Storage | null,
  prefix: string,
  isOpen: (key: string) => boolean,
): FoundCopy[] {
  return keysOf(storage, prefix)
    .filter((key) => !isOpen(key))
    .flatMap((key) => {
      const copy = read(storage?.getItem(key));
      return copy ? [{ key, copy }] : [];
    })
    .sort((a, b) => b.copy.at - a.copy.at);
}

/** The keys of all copies of a person, in any account. */
export function copiesOf(storage: Storage | null, userId: string): string[] {
  return keysOf(storage, `${PREFIX}:`).filter((key) => key.split(':')[3] === userId);
}

export function titleIn(storage: Storage | null, key: string): string {
  return read(storage?.getItem(key))?.draft.title.trim() ?? '';
}

/** Removes copies that nobody came back for, whoever they belong to. */
export function dropOldCopies(storage: Storage | null, now: number): void {
  for (const key of keysOf(storage, `${PREFIX}:`)) {
    const at = read(storage?.getItem(key))?.at;
    if (at !== undefined && now - at > MAX_AGE_MS) dropCopy(storage, key);
  }
}

function keysOf(storage: Storage | null, prefix: string): string[] {
  const keys = storage ? Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '') : [];
  return keys.filter((key) => key.startsWith(prefix));
}

/** Of another version of the program, or spoilt: it is not touched, and not shown. */
function read(text: string | null | undefined): LocalCopy | undefined {
  try {
    const value = JSON.parse(text ?? '');
    return value?.shape === SHAPE && Array.isArray(value.draft?.rows) ? value : undefined;
  } catch {
    return undefined;
  }
}
