import { createKey, revokeKeys } from '../../actions/account/accounts.ts';
import type { Account } from '../../domain/account/account.ts';
import type { Clock } from '../../domain/clock.ts';
import type { KeyAccess } from '../../domain/people/key-scopes.ts';
import type { Database } from '../../store/database.ts';
import { exitBySignal, onStopSignal } from '../serve/stop-signal.ts';

/** Limits a key that a killed command could not revoke. */
const KEY_TTL_MS = 3_600_000;
/** A command that runs for longer takes another key in time. */
const RENEW_MS = KEY_TTL_MS / 2;

export interface TemporaryKeyOptions {
  /** Name of the key, which events show as their actor. */
  name: string;
  access: KeyAccess;
  /** Whether the work ends by itself when a signal stops the command. */
  endsItself?: boolean;
  clock?: Clock;
}

/** Creates a key for the work, and revokes it afterwards, or when a signal stops the command. */
export async function withTemporaryKey<T>(
  db: Database,
  account: Account,
  { name, access, endsItself = false, clock = Date.now }: TemporaryKeyOptions,
  work: (getKey: () => Promise<string>) => Promise<T>,
): Promise<T> {
  const create = async () => {
    const now = clock();
    const input = { name, access, expiresAt: now + KEY_TTL_MS };
    return { ...(await db.write((tx) => createKey(tx, account, input, now))), createdAt: now };
  };
  let current = create();
  const revoke = async () => revokeKeys({ db }, [(await current).id], clock());
  const getKey = async () => {
    const key = await current;
    if (clock() < key.createdAt + RENEW_MS) return key.secret;
    const next = await create();
    current = Promise.resolve(next);
    await revokeKeys({ db }, [key.id], clock());
    return next.secret;
  };
  const removeListener = endsItself
    ? () => {}
    : onStopSignal((signal) => void revoke().finally(() => exitBySignal(signal)));
  try {
    await current;
    return await work(getKey);
  } finally {
    await revoke();
    removeListener();
  }
}
