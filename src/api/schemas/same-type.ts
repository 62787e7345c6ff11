/**
 * `true` if two types have the same fields with the same types, and the same fields are optional. Mutual assignability
 * would not be enough: a field that is optional in one type could be missing in the other. A line
 * `true satisfies Same<Static<typeof CustomerSchema>, Customer>` next to a schema keeps schema and type in sync.
 */
export type Same<One, Other> =
  (<T>() => T extends Plain<One> ? 1 : 2) extends <T>() => T extends Plain<Other> ? 1 : 2 ? true : false;

/** Flattens a type, so that intersections and aliases compare equal. */
type Plain<T> = T extends readonly (infer Entry)[]
  ? Plain<Entry>[]
  : T extends object
    ? { [Name in keyof T]: Plain<T[Name]> }
    : T;
