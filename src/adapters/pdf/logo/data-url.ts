import { Buffer } from 'node:buffer';
import {
  findLogoUrlError,
  IMAGE_URL_PREFIX,
  LOGO_TOO_LARGE,
  MAX_LOGO_BYTES,
  MAX_PREFIX_LENGTH,
} from '../../../domain/account/logo-url.ts';

type PictureType = 'png' | 'jpeg' | 'svg+xml';

export interface Picture {
  type: PictureType;
  bytes: Buffer;
}

/**
 * Decodes the picture in the data URL, or returns the error. The time grows with the URL, so keep it off the event
 * loop.
 */
export function decodePicture(dataUrl: string): Picture | string {
  const problem = findLogoUrlError(dataUrl);
  if (problem) return problem;
  const [head, type = '', base64] = IMAGE_URL_PREFIX.exec(dataUrl.slice(0, MAX_PREFIX_LENGTH)) ?? [''];
  const bytes = decode(dataUrl.slice(head.length), base64 !== undefined);
  if (!bytes || bytes.length === 0) return 'must be a data URL whose content can be decoded';
  if (bytes.length > MAX_LOGO_BYTES) return LOGO_TOO_LARGE;
  return { type: type.toLowerCase() as PictureType, bytes };
}

function decode(content: string, base64: boolean): Buffer | undefined {
  if (!base64) {
    try {
      return Buffer.from(decodeURIComponent(content));
    } catch {
      return undefined;
    }
  }
  const compact = content.replace(/\s/g, '');
  return /^[A-Za-z0-9+/]+={0,2}$/.test(compact) ? Buffer.from(compact, 'base64') : undefined;
}
