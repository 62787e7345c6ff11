export interface DecodedText {
  text: string;
  /** Set if nothing in the file says how it is encoded. */
  assumed?: 'Windows-1252';
}

/**
 * Decodes UTF-8, UTF-16LE with a byte order mark, or Windows-1252, as spreadsheets save it. Returns `undefined` for a
 * file that is not text.
 */
export function decodeText(bytes: Uint8Array): DecodedText | undefined {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  try {
    return { text: new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes) };
  } catch {
    if (isUtf16 || bytes.some(isNoText)) return undefined;
    return { text: new TextDecoder('windows-1252').decode(bytes), assumed: 'Windows-1252' };
  }
}

/** Bytes that Windows-1252 leaves undefined, and control characters that no text has. */
function isNoText(byte: number): boolean {
  return byte < 0x09 || (byte > 0x0d && byte < 0x20) || [0x81, 0x8d, 0x8f, 0x90, 0x9d].includes(byte);
}
