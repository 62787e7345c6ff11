// Does not use a library that reads image sizes: these trust the header. A logo with damaged data would fail every
// document that contains it, so `png.ts` and `jpeg.ts` read the file to its end.
/** Bounds the memory and time for decoding a picture, which may be a small file. */
export const MAX_PIXELS = 16_000_000;
export const TOO_MANY_PIXELS = 'must have at most 16 million pixels';

/** Size of a bitmap picture. */
export interface PixelSize {
  width: number;
  height: number;
}
