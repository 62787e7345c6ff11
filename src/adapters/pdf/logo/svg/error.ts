/** The error in an SVG picture, in words for its owner. */
export class SvgError extends Error {}

export const EXTERNAL = 'must be an SVG picture that refers to nothing outside itself';
export const TOO_COMPLEX = 'must be a simpler SVG picture';

/** Shortens an excerpt of the file for an error message. */
export function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
