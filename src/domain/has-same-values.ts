/** Whether two objects have the same fields with the same values, in any order: upgraded JSON has later fields at its end. */
export function hasSameValues<T extends object>(one: T, other: T): boolean {
  const values = toTexts(other);
  const fields = [...toTexts(one)];
  return fields.length === values.size && fields.every(([field, text]) => values.get(field) === text);
}

function toTexts(object: object): Map<string, string | undefined> {
  const present = Object.entries(object).filter(([, value]) => value !== undefined);
  return new Map(present.map(([field, value]) => [field, JSON.stringify(value)]));
}
