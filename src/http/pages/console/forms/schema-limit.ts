/** Reads the maximum number of characters or entries of a field from its schema, so that forms do not repeat it. */
export function findMaxLength(schema: object): number {
  const { maxLength, maxItems } = schema as { maxLength?: number; maxItems?: number };
  const max = maxLength ?? maxItems;
  if (max === undefined) throw new Error('the schema has no limit');
  return max;
}
