/** Remembers one more; when there are as many as there may be, all others are forgotten first. */
export function setBounded<Key, Value>(map: Map<Key, Value>, limit: number, key: Key, value: Value): void {
  if (map.size >= limit) map.clear();
  map.set(key, value);
}
