import { cleanLine } from '../clean-text.ts';

const MAX_NAME_LENGTH = 200;
const MAX_EXTENSION_LENGTH = 20;

/** Names of devices on Windows, with any extension. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

const EXTENSIONS: Record<string, string> = {
  'message/rfc822': 'eml',
  'message/global': 'eml',
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'text/calendar': 'ics',
  'text/csv': 'csv',
  'text/html': 'html',
  'text/plain': 'txt',
  'image/gif': 'gif',
  'image/jpeg': 'jpg',
  'image/png': 'png',
};

/** Returns a file name that every system accepts, without the folders that a sender may have put before it. */
export function toSafeFileName(name: string | null, contentType: string): string {
  const line = cleanLine(name?.slice(-MAX_NAME_LENGTH * 4) ?? '', MAX_NAME_LENGTH * 4);
  const base = line.slice(Math.max(line.lastIndexOf('/'), line.lastIndexOf('\\')) + 1);
  const safe = base
    .replace(/[:*?"<>|]/g, '_')
    .replace(/^[\s.]+/, '')
    .replace(/(?<![\s.])[\s.]+$/, '')
    .replace(RESERVED, '_$&');
  if (safe === '') return addExtension('attachment', contentType);
  return shorten(
    contentType.startsWith('message/') && !safe.includes('.') ? addExtension(safe, contentType) : safe,
  );
}

function addExtension(name: string, contentType: string): string {
  const extension = EXTENSIONS[contentType];
  return extension ? `${name}.${extension}` : name;
}

/** Shortens a name before its extension, by which systems choose a program. */
function shorten(name: string): string {
  const characters = [...name];
  if (characters.length <= MAX_NAME_LENGTH) return name;
  const dot = characters.lastIndexOf('.');
  const extension = characters.length - dot <= MAX_EXTENSION_LENGTH && dot > 0 ? characters.slice(dot) : [];
  return [...characters.slice(0, MAX_NAME_LENGTH - extension.length), ...extension].join('');
}
