/** Beginning of an image's data URL. Captures the type, and `;base64` if present. */
export const IMAGE_URL_PREFIX = /^data:image\/(png|jpeg|svg\+xml)(?:;charset=utf-8)?(;base64)?,/i;
export const MAX_PREFIX_LENGTH = 100;
export const MAX_LOGO_BYTES = 512 * 1024;
export const LOGO_TOO_LARGE = 'must be at most 512 KiB';

/** Checks a data URL without decoding it. Returns what is wrong, or `undefined` if it may be an image. */
export function findLogoUrlError(dataUrl: string): string | undefined {
  if (!IMAGE_URL_PREFIX.test(dataUrl.slice(0, MAX_PREFIX_LENGTH))) {
    return 'must be a data URL of a PNG, JPEG or SVG image';
  }
  return dataUrl.length > MAX_LOGO_BYTES * 3 + MAX_PREFIX_LENGTH ? LOGO_TOO_LARGE : undefined;
}
