/** Beginning of an image's data URL. Captures the type, and `;base64` if present. */
export const PICTURE_HEAD = /^data:image\/(png|jpeg|svg\+xml)(?:;charset=utf-8)?(;base64)?,/i;
export const LONGEST_HEAD = 100;
export const LARGEST_PICTURE = 512 * 1024;
export const PICTURE_TOO_LARGE = 'must be at most 512 KiB';

/** Checks a data URL without decoding it. Returns what is wrong, or `undefined` if it may be an image. */
export function logoUrlProblem(dataUrl: string): string | undefined {
  if (!PICTURE_HEAD.test(dataUrl.slice(0, LONGEST_HEAD))) {
    return 'must be a data URL of a PNG, JPEG or SVG image';
  }
  return dataUrl.length > LARGEST_PICTURE * 3 + LONGEST_HEAD ? PICTURE_TOO_LARGE : undefined;
}
