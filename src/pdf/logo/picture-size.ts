/** A picture is unpacked to typeset it: this bounds the memory and the time that a small file can ask for. */
export const MOST_PIXELS = 16_000_000;
export const TOO_MANY_PIXELS = 'must have at most 16 million pixels';

/** Of a picture made of pixels. */
export interface PixelSize {
  width: number;
  height: number;
}
