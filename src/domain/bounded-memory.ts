/** Adds an entry. Clears the cache first if it is full. */
export function remember<Key, Value>(known: Map<Key, Value>, most: number, key: Key, value: Value): void {
  if (known.size >= most) known.clear();
  known.set(key, value);
}

/** Returns the cached value of a key, or creates and caches it. */
export function madeOnce<Key, Value>(
  known: Map<Key, Value>,
  most: number,
  key: Key,
  make: () => Value,
): Value {
  let value = known.get(key);
  if (value === undefined) {
    value = make();
    remember(known, most, key, value);
  }
  return value;
}

/** Returns the value of a key, creating it if necessary, and marks it as most recently used. Evicts the least recently used. */
export function asNewest<Key, Value>(
  known: Map<Key, Value>,
  most: number,
  key: Key,
  make: () => Value,
): Value {
  const value = known.get(key) ?? make();
  known.delete(key);
  known.set(key, value);
  for (const oldest of known.keys()) {
    if (known.size <= most) break;
    known.delete(oldest);
  }
  return value;
}
