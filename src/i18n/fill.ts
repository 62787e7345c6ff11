import { memoize } from '../domain/bounded-cache.ts';

const cache = new Map<string, readonly string[]>();
const MAX_CACHED = 2000;

/** Splits a message: literal text at even indexes, placeholder names at odd ones. */
function splitMessage(message: string): readonly string[] {
  return memoize(cache, MAX_CACHED, message, () => message.split(/\{(\w+)\}/));
}

/** Fills the `{placeholders}` of a message. */
export function fill(message: string, values: Record<string, string>): string {
  return fillParts<string>(message, (name) => values[name] ?? `{${name}}`, String).join('');
}

/**
 * Returns the literal texts and values of a message in order. If a value ends with a full stop (“2026 р.”, “Acme
 * Inc.”), the full stop after it is dropped.
 */
export function fillParts<Value>(
  message: string,
  valueFor: (name: string) => Value,
  toText: (value: Value) => string,
): (string | Value)[] {
  let stopped = false;
  return splitMessage(message).map((part, index, parts) => {
    if (index % 2 === 0) return stopped ? part.slice(1) : part;
    const value = valueFor(part);
    stopped = parts[index + 1]?.startsWith('.') === true && toText(value).endsWith('.');
    return value;
  });
}
