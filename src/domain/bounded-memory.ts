/** Remembers one more; when there are as many as there may be, all others are forgotten first. */
export function remember<Key, Value>(known: Map<Key, Value>, most: number, key: Key, value: Value): void {
  if (known.size >= most) known.clear();
  known.set(key, value);
}

/** Made once for each key that is remembered. */
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

/** What is remembered by this key, from now on as the newest: the oldest are forgotten first. */
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
