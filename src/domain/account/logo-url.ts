/** How the data URL of a picture begins: its type, and whether the rest is in base64. */
export const PICTURE_HEAD = /^data:image\/(png|jpeg|svg\+xml)(?:;charset=utf-8)?(;base64)?,/i;
export const LONGEST_HEAD = 100;
export const LARGEST_PICTURE = 512 * 1024;
export const PICTURE_TOO_LARGE = 'must be at most 512 KiB';

/** What can be told of a data URL without decoding it; `undefined` when it may be a picture. */
export function logoUrlProblem(dataUrl: string): string | undefined {
  if (!PICTURE_HEAD.test(dataUrl.slice(0, LONGEST_HEAD))) {
    return 'must be a data URL of a PNG, JPEG or SVG picture';
  }
  return dataUrl.length > LARGEST_PICTURE * 3 + LONGEST_HEAD ? PICTURE_TOO_LARGE : undefined;
}
