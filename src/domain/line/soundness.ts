import type { FieldError } from '../errors.ts';

/** Tells rules that need several values which of them are valid, given the errors found so far. */
export interface Soundness {
  /** Neither the value nor one of its parts or parents has an error. */
  isSound(path: string): boolean;
  /** The value itself is valid (an object, a list of a permitted length); its parts may have errors. */
  isReadable(path: string): boolean;
}

const ALL_SOUND: Soundness = { isSound: () => true, isReadable: () => true };

export function soundBeside(errors: readonly FieldError[]): Soundness {
  if (errors.length === 0) return ALL_SOUND;
  const wrong = new Set(errors.map(({ path }) => path));
  const around = new Set([...wrong].flatMap(upwards));
  const isReadable = (path: string) => !upwards(path).some((place) => wrong.has(place));
  return { isReadable, isSound: (path) => !around.has(path) && isReadable(path) };
}

/** Returns the path and the paths of all its parents, except the root. */
function upwards(path: string): string[] {
  const places: string[] = [];
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) places.push(path.slice(0, end));
  return places;
}
