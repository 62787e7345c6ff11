import type { FieldError } from '../../errors.ts';

/** Tells rules that need several values which of them are valid, given the errors found so far. */
export interface Validity {
  /** Neither the value nor one of its parts or parents has an error. */
  isValid(path: string): boolean;
  /** The value itself is valid (an object, a list of a permitted length); its parts may have errors. */
  isReadable(path: string): boolean;
}

const ALL_VALID: Validity = { isValid: () => true, isReadable: () => true };

export function createValidity(errors: readonly FieldError[]): Validity {
  if (errors.length === 0) return ALL_VALID;
  const invalidPaths = new Set(errors.map(({ path }) => path));
  const affectedPaths = new Set([...invalidPaths].flatMap(listParents));
  const isReadable = (path: string) => !listParents(path).some((parent) => invalidPaths.has(parent));
  return { isReadable, isValid: (path) => !affectedPaths.has(path) && isReadable(path) };
}

/** Returns the path and the paths of all its parents, except the root. */
function listParents(path: string): string[] {
  const paths: string[] = [];
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) paths.push(path.slice(0, end));
  return paths;
}
