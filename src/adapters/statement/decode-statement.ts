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

/** What banks of some countries used before UTF-8; elsewhere it was that of Western Europe. */
const BY_COUNTRY: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    'windows-1250': 'PL CZ SK HU HR SI BA RO AL',
    'windows-1251': 'RU UA BG BY KZ RS MK KG MN',
    'windows-1253': 'GR CY',
    'windows-1254': 'TR AZ',
    'windows-1255': 'IL',
    'windows-1256': 'SA AE EG KW QA BH OM JO LB IQ MA TN DZ',
    'windows-1257': 'EE LV LT',
    'windows-1258': 'VN',
    'windows-874': 'TH',
    shift_jis: 'JP',
    gb18030: 'CN',
    big5: 'TW HK MO',
    'euc-kr': 'KR',
  }).flatMap(([encoding, countries]) => countries.split(' ').map((country) => [country, encoding])),
);

/** Decodes a file. Without a declaration it is UTF-8, or else the encoding that banks used before. */
export function decodeStatement(bytes: Uint8Array, country: string | null = null): string {
  const ofCountry = BY_COUNTRY[country ?? ''] ?? 'windows-1252';
  const earlier = ofCountry === 'windows-1250' && isLatin2(bytes) ? 'iso-8859-2' : ofCountry;
  const known = findEncoding(bytes);
  const text = known
    ? decode(bytes, known)
    : (decode(bytes, 'utf-8') ?? decode(bytes, earlier) ?? decode(bytes, 'windows-1252'));
  if (text === undefined)
    throw unreadableStatement(`The file is not in the encoding ${known} that it names.`);
  return text;
}

/** Whether letters are where only ISO-8859-2 has them, and none where only Windows-1250 does. */
function isLatin2(bytes: Uint8Array): boolean {
  const own = [0xa1, 0xa6, 0xa9, 0xac, 0xae, 0xb1, 0xb6, 0xbc];
  return own.some((byte) => bytes.includes(byte)) && !bytes.some((byte) => byte >= 0x80 && byte < 0xa0);
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
