/**
 * `true` when two types have the same fields of the same types, with the same ones optional. That one can be assigned
 * to the other, and back, would not say so: a field that is optional in one of them could be missing in the other.
 * Written as `true satisfies Same<Static<typeof CustomerSchema>, Customer>` beside a schema, it lets neither of them
 * change alone.
 */
export type Same<One, Other> =
  (<T>() => T extends Plain<One> ? 1 : 2) extends <T>() => T extends Plain<Other> ? 1 : 2 ? true : false;

/** The fields written out, however the type was put together. */
type Plain<T> = T extends readonly (infer Entry)[]
  ? Plain<Entry>[]
  : T extends object
    ? { [Name in keyof T]: Plain<T[Name]> }
    : T;
