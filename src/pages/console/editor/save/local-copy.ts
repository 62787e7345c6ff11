import type { Draft, DraftKind } from '../draft/draft.ts';
import type { PendingCreate } from './saver.ts';

/** A copy of the draft on this device, until the service has all of it. */
export interface LocalCopy {
  kind: DraftKind;
  draft: Draft;
  /** The draft as last confirmed by the service. */
  base: Draft | null;
  etag: string | null;
  /** Set once the quote is stored, even if the copy was created under another URL. */
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
/** Copies of expired sessions are kept for 14 days. */
const MAX_AGE_MS = 14 * 24 * 60 * 60 * 1000;

/**
 * Prefix of the copies of one person in one account. Every window has its own copy, so that two windows do not
 * overwrite each other.
 */
export function getCopyPrefix(accountId: string, userId: string): string {
  return `${PREFIX}:${accountId}:${userId}:`;
}

/** Returns whether the copy was stored: storage can be full or disabled. */
export function storeCopy(storage: Storage | null, key: string, copy: LocalCopy): boolean {
  try {
    storage?.setItem(key, JSON.stringify({ shape: SHAPE, ...withoutCosts(copy) }, omitCost));
    return storage !== null;
  } catch {
    return false;
  }
}

/** Costs stay off the device, where they could be read without the right. A request without them cannot be repeated. */
function withoutCosts(copy: LocalCopy): LocalCopy {
  const isCosted = copy.pending?.body.items.some(({ cost }) => cost != null);
  return isCosted ? { ...copy, pending: null } : copy;
}

function omitCost(name: string, value: unknown): unknown {
  return name === 'cost' ? undefined : value;
}

export function deleteCopy(storage: Storage | null, key: string): void {
  try {
    storage?.removeItem(key);
  } catch {
    // The old copy could not be stored either.
  }
}

/** Finds copies of closed windows, latest first. */
export function findCopies(
  storage: Storage | null,
  prefix: string,
  isOpen: (key: string) => boolean,
): FoundCopy[] {
  return listKeys(storage, prefix)
    .filter((key) => !isOpen(key))
    .flatMap((key) => {
      const copy = read(storage?.getItem(key));
      return copy ? [{ key, copy }] : [];
    })
    .sort((a, b) => b.copy.at - a.copy.at);
}

/** Keys of all copies of a person, in any account. */
export function listCopyKeys(storage: Storage | null, userId: string): string[] {
  return listKeys(storage, `${PREFIX}:`).filter((key) => key.split(':')[3] === userId);
}

export function titleIn(storage: Storage | null, key: string): string {
  const { title = '', name = '' } = read(storage?.getItem(key))?.draft ?? {};
  return title.trim() || name.trim();
}

/** Removes expired copies of all people. */
export function deleteOldCopies(storage: Storage | null, now: number): void {
  for (const key of listKeys(storage, `${PREFIX}:`)) {
    const at = read(storage?.getItem(key))?.at;
    if (at !== undefined && now - at > MAX_AGE_MS) deleteCopy(storage, key);
  }
}

function listKeys(storage: Storage | null, prefix: string): string[] {
  const keys = storage ? Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '') : [];
  return keys.filter((key) => key.startsWith(prefix));
}

/** Skips copies that another version of Proffer wrote or that are malformed. */
function read(text: string | null | undefined): LocalCopy | undefined {
  try {
    const value = JSON.parse(text ?? '');
    const isCopy = value?.shape === SHAPE && Array.isArray(value.draft?.rows);
    return isCopy
      ? { kind: 'quote', ...value, draft: upgrade(value.draft), base: upgrade(value.base) }
      : undefined;
  } catch {
    return undefined;
  }
}

const ADDED: Partial<Draft> = { name: '', validityDays: '' };

/** Adds the fields that an earlier version did not store. */
function upgrade<Kept extends Draft | null>(draft: Kept): Kept {
  return draft && { ...ADDED, ...draft };
}
