/** Adds an entry. Clears the cache first if it is full. */
export function addToCache<Key, Value>(
  cache: Map<Key, Value>,
  maxSize: number,
  key: Key,
  value: Value,
): void {
  if (cache.size >= maxSize) cache.clear();
  cache.set(key, value);
}

/** Returns the cached value of a key, or creates and caches it. */
export function memoize<Key, Value>(
  cache: Map<Key, Value>,
  maxSize: number,
  key: Key,
  create: () => Value,
): Value {
  let value = cache.get(key);
  if (value === undefined) {
    value = create();
    addToCache(cache, maxSize, key, value);
  }
  return value;
}

/** Returns the value of a key, creating it if necessary, and marks it as most recently used. Evicts the least recently used. */
export function memoizeRecent<Key, Value>(
  cache: Map<Key, Value>,
  maxSize: number,
  key: Key,
  create: () => Value,
): Value {
  const value = cache.get(key) ?? create();
  cache.delete(key);
  cache.set(key, value);
  for (const oldest of cache.keys()) {
    if (cache.size <= maxSize) break;
    cache.delete(oldest);
  }
  return value;
}
