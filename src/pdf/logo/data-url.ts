import { Buffer } from 'node:buffer';
import {
  LARGEST_PICTURE,
  LONGEST_HEAD,
  logoUrlProblem,
  PICTURE_HEAD,
  PICTURE_TOO_LARGE,
} from '../../domain/account/logo-url.ts';

type PictureType = 'png' | 'jpeg' | 'svg+xml';

export interface Picture {
  type: PictureType;
  bytes: Buffer;
}

/**
 * Decodes the picture in the data URL, or returns the error. The time grows with the URL, so keep it off the event
 * loop.
 */
export function pictureIn(dataUrl: string): Picture | string {
  const problem = logoUrlProblem(dataUrl);
  if (problem) return problem;
  const [head, type = '', base64] = PICTURE_HEAD.exec(dataUrl.slice(0, LONGEST_HEAD)) ?? [''];
  const bytes = decode(dataUrl.slice(head.length), base64 !== undefined);
  if (!bytes || bytes.length === 0) return 'must be a data URL whose content can be decoded';
  if (bytes.length > LARGEST_PICTURE) return PICTURE_TOO_LARGE;
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
