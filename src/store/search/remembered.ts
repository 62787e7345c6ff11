import { asNewest } from '../../domain/bounded-memory.ts';
import type { Sql } from '../database.ts';

/** What one process knows of a database, and brings up to date when it is asked for. */
export interface Known<Value> {
  value: Value;
  underWay?: Promise<unknown> | undefined;
}

export interface Remembered<Value> {
  has(sql: Sql, key: string): boolean;
  /** From now on as the newest. */
  of(sql: Sql, key: string): Known<Value>;
}

const MAX_REMEMBERED = 64;

/** Of each database, by what was asked for; the oldest goes first. */
export function remembering<Value>(nothing: Value): Remembered<Value> {
  const all = new WeakMap<Sql, Map<string, Known<Value>>>();
  return {
    has: (sql, key) => all.get(sql)?.has(key) ?? false,
    of(sql, key) {
      const memory = all.get(sql) ?? new Map<string, Known<Value>>();
      all.set(sql, memory);
      return asNewest(memory, MAX_REMEMBERED, key, () => ({ value: nothing }));
    },
  };
}

/** Whoever asks while somebody renews it would only do the same. */
export async function upToDate<Value>(
  known: Known<Value>,
  isFresh: (value: Value) => boolean,
  renew: (value: Value) => Promise<Value>,
): Promise<Value> {
  while (known.underWay) await known.underWay.catch(() => {});
  if (isFresh(known.value)) return known.value;
  const renewal = renew(known.value).finally(() => {
    known.underWay = undefined;
  });
  known.underWay = renewal;
  known.value = await renewal;
  return known.value;
}
