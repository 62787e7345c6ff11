import { madeOnce } from '../domain/bounded-memory.ts';

const known = new Map<string, readonly string[]>();
const MAX_KNOWN = 2000;

/** The texts of a message at even places, the names of what is to be put between them at odd ones. */
function partsOf(message: string): readonly string[] {
  return madeOnce(known, MAX_KNOWN, message, () => message.split(/\{(\w+)\}/));
}

/** A message with its `{places}` filled. */
export function fill(message: string, values: Record<string, string>): string {
  return fillParts<string>(message, (name) => values[name] ?? `{${name}}`, String).join('');
}

/**
 * The texts of a message and the values between them. A value that ends with a stop (“2026 р.”, “Acme Inc.”) ends the
 * sentence too.
 */
export function fillParts<Value>(
  message: string,
  valueFor: (name: string) => Value,
  textOf: (value: Value) => string,
): (string | Value)[] {
  let stopped = false;
  return partsOf(message).map((part, index, parts) => {
    if (index % 2 === 0) return stopped ? part.slice(1) : part;
    const value = valueFor(part);
    stopped = parts[index + 1]?.startsWith('.') === true && textOf(value).endsWith('.');
    return value;
  });
}
