/** The texts of a message at even places, the names of what is to be put between them at odd ones. */
function partsOf(message: string): string[] {
  return message.split(/\{(\w+)\}/);
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
  return partsOf(message).map((part, index) => {
    if (index % 2 === 0) return stopped && part.startsWith('.') ? part.slice(1) : part;
    const value = valueFor(part);
    stopped = textOf(value).endsWith('.');
    return value;
  });
}
