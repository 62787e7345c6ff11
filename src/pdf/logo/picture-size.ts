// By hand and not with a library that reads sizes: those look at the head of a file and believe it. A logo that is damaged
// behind its head would fail each document that it is set in, so `png.ts` and `jpeg.ts` walk through the file to its end.
/** A picture is unpacked to typeset it: this bounds the memory and the time that a small file can ask for. */
export const MOST_PIXELS = 16_000_000;
export const TOO_MANY_PIXELS = 'must have at most 16 million pixels';

/** Of a picture made of pixels. */
export interface PixelSize {
  width: number;
  height: number;
}
