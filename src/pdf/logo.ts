import { Buffer } from 'node:buffer';
import { crc32, inflateSync } from 'node:zlib';
import { checkSvg } from './svg.ts';

const LARGEST = 512 * 1024;
/** A picture is unpacked to typeset it: this bounds the memory that a small file can ask for. */
const MOST_PIXELS = 16_000_000;

export interface LogoFile {
  extension: 'png' | 'jpg' | 'svg';
  bytes: Uint8Array;
}

/** What is wrong with a logo, in words for its owner; `undefined` when nothing is. */
export function checkLogo(dataUrl: string): string | undefined {
  const logo = logoFile(dataUrl);
  return typeof logo === 'string' ? logo : undefined;
}

/** The picture inside the data URL, or what is wrong with it. */
export function logoFile(dataUrl: string): LogoFile | string {
  const match = /^data:image\/(png|jpeg|svg\+xml)(?:;charset=utf-8)?(;base64)?,/i.exec(dataUrl.slice(0, 100));
  if (!match) return 'must be a data URL of a PNG, JPEG or SVG picture';
  if (dataUrl.length > LARGEST * 3 + 100) return TOO_LARGE;
  const bytes = decode(dataUrl.slice(match[0].length), match[2] !== undefined);
  if (!bytes || bytes.length === 0) return 'must be a data URL whose content can be decoded';
  if (bytes.length > LARGEST) return TOO_LARGE;
  const type = match[1]?.toLowerCase();
  if (type === 'png') return checkPng(bytes) ?? { extension: 'png', bytes };
  if (type === 'jpeg') return checkJpeg(bytes) ?? { extension: 'jpg', bytes };
  return checkSvg(bytes) ?? { extension: 'svg', bytes };
}

const TOO_LARGE = 'must be at most 512 KiB';
const TOO_MANY_PIXELS = 'must have at most 16 million pixels';

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

const PNG_BROKEN = 'must be a whole PNG picture: this one is damaged';

function checkPng(bytes: Buffer): string | undefined {
  if (bytes.toString('latin1', 0, 8) !== '\x89PNG\r\n\x1a\n') return PNG_BROKEN;
  const data: Buffer[] = [];
  let header: Buffer | undefined;
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const end = at + 12 + length;
    if (end > bytes.length) return PNG_BROKEN;
    const type = bytes.toString('latin1', at + 4, at + 8);
    const body = bytes.subarray(at + 8, end - 4);
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return PNG_BROKEN;
    if (type === 'IHDR') header = body;
    if (type === 'IDAT') data.push(body);
    if (type === 'IEND') return header?.length === 13 ? checkPixels(header, Buffer.concat(data)) : PNG_BROKEN;
    at = end;
  }
  return PNG_BROKEN;
}

/** Bits of one pixel by the colour type of a PNG. */
const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

function checkPixels(header: Buffer, data: Buffer): string | undefined {
  const width = header.readUInt32BE(0);
  const height = header.readUInt32BE(4);
  const channels = CHANNELS[header[9] ?? -1];
  if (width === 0 || height === 0 || !channels) return PNG_BROKEN;
  if (width * height > MOST_PIXELS) return TOO_MANY_PIXELS;
  const rowBytes = Math.ceil((width * channels * (header[8] ?? 8)) / 8) + 1;
  try {
    const pixels = inflateSync(data, { maxOutputLength: rowBytes * height * 2 + 4096 });
    // An interlaced picture has rows of other lengths, but never fewer bytes.
    return pixels.length >= (rowBytes - 1) * height ? undefined : PNG_BROKEN;
  } catch {
    return PNG_BROKEN;
  }
}

const END_OF_IMAGE = Buffer.of(0xff, 0xd9);
const JPEG_BROKEN = 'must be a whole JPEG picture: this one is damaged';

function checkJpeg(bytes: Buffer): string | undefined {
  if (bytes.readUInt16BE(0) !== 0xffd8 || bytes.lastIndexOf(END_OF_IMAGE) < 0) {
    return JPEG_BROKEN;
  }
  let frame: Buffer | undefined;
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return JPEG_BROKEN;
    const marker = bytes[at + 1] ?? 0;
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end > bytes.length) return JPEG_BROKEN;
    if (marker >= 0xc0 && marker <= 0xc2) frame = bytes.subarray(at + 4, end);
    else if (marker >= 0xc3 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      return 'must be a baseline or progressive JPEG picture';
    }
    if (marker === 0xda) return frame ? checkFrame(frame) : JPEG_BROKEN;
    at = end;
  }
  return JPEG_BROKEN;
}

function checkFrame(frame: Buffer): string | undefined {
  if (frame.length < 6) return JPEG_BROKEN;
  const height = frame.readUInt16BE(1);
  const width = frame.readUInt16BE(3);
  if (width === 0 || height === 0) return JPEG_BROKEN;
  if (width * height > MOST_PIXELS) return TOO_MANY_PIXELS;
  // Printing colours mean nothing without their profile, which an archive would have to contain.
  return frame[5] === 1 || frame[5] === 3 ? undefined : 'must be a JPEG picture in RGB or grey, not CMYK';
}
