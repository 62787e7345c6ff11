import { Buffer } from 'node:buffer';

export type PictureType = 'png' | 'jpeg' | 'svg+xml';

export interface Picture {
  type: PictureType;
  bytes: Buffer;
}

const LARGEST = 512 * 1024;
const TOO_LARGE = 'must be at most 512 KiB';
const HEAD = /^data:image\/(png|jpeg|svg\+xml)(?:;charset=utf-8)?(;base64)?,/i;
const LONGEST_HEAD = 100;

/** What can be told of a data URL without decoding it; `undefined` when it may be a picture. */
export function dataUrlProblem(dataUrl: string): string | undefined {
  if (!HEAD.test(dataUrl.slice(0, LONGEST_HEAD))) return 'must be a data URL of a PNG, JPEG or SVG picture';
  return dataUrl.length > LARGEST * 3 + LONGEST_HEAD ? TOO_LARGE : undefined;
}

/** The picture inside the data URL, or what is wrong with it. It grows with the URL: not for the event loop. */
export function pictureIn(dataUrl: string): Picture | string {
  const problem = dataUrlProblem(dataUrl);
  if (problem) return problem;
  const [head, type = '', base64] = HEAD.exec(dataUrl.slice(0, LONGEST_HEAD)) ?? [''];
  const bytes = decode(dataUrl.slice(head.length), base64 !== undefined);
  if (!bytes || bytes.length === 0) return 'must be a data URL whose content can be decoded';
  if (bytes.length > LARGEST) return TOO_LARGE;
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
