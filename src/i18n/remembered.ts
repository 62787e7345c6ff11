const MAX_REMEMBERED = 2000;

/** Makes it once for each key; when there are as many as there may be, all are forgotten first. */
export function remembered<T>(known: Map<string, T>, key: string, make: () => T): T {
  let value = known.get(key);
  if (value === undefined) {
    value = make();
    if (known.size >= MAX_REMEMBERED) known.clear();
    known.set(key, value);
  }
  return value;
}
