import { unreadableStatement } from './statement-problem.ts';

/** Encodings that XML declarations of banks name. UTF-16 is known by its first bytes. */
const ENCODINGS: Readonly<Record<string, string>> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'us-ascii': 'utf-8',
  'iso-8859-1': 'windows-1252',
  'iso-8859-15': 'iso-8859-15',
  'windows-1252': 'windows-1252',
};

/** Decodes a file. Without a declaration it is UTF-8, or else the encoding that banks used before. */
export function decodeStatement(bytes: Uint8Array): string {
  const known = findEncoding(bytes);
  const text = known ? decode(bytes, known) : (decode(bytes, 'utf-8') ?? decode(bytes, 'windows-1252'));
  if (text === undefined)
    throw unreadableStatement(`The file is not in the encoding ${known} that it names.`);
  return text;
}

function findEncoding(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be';
  const start = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  if (!/^(?:\xef\xbb\xbf)?\s*</.test(start)) return undefined;
  const [, declared = 'utf-8'] = /^[^>]*\bencoding\s*=\s*["']([\w.-]{1,40})["']/.exec(start) ?? [];
  const encoding = ENCODINGS[declared.toLowerCase()];
  if (encoding) return encoding;
  throw unreadableStatement(`The encoding ${declared} is not read here. Export the statement in UTF-8.`);
}

function decode(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
