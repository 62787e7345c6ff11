import type { FieldError } from '../errors.ts';

/** What rules that need several values may still rely on, beside what is known to be wrong. */
export interface Soundness {
  /** Nothing is wrong with the value there, with a part of it, or with what it is a part of. */
  isSound(path: string): boolean;
  /** It is what it must be as a whole (an object, a list of a permitted length); parts of it may be wrong. */
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

/** The path itself and those of all that it is a part of, but for the whole. */
function upwards(path: string): string[] {
  const places: string[] = [];
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) places.push(path.slice(0, end));
  return places;
}
