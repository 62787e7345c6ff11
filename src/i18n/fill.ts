/** The texts of a message at even places, the names of what is to be put between them at odd ones. */
export function partsOf(message: string): string[] {
  return message.split(/\{(\w+)\}/);
}

/** A message with its `{places}` filled. */
export function fill(message: string, values: Record<string, string>): string {
  return partsOf(message)
    .map((part, index) => (index % 2 === 0 ? part : (values[part] ?? `{${part}}`)))
    .join('');
}
