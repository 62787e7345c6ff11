/** Decodes UTF-8, or UTF-16LE with a byte order mark, as spreadsheets save it. Returns `undefined` for anything else. */
export function decodeText(bytes: Uint8Array): string | undefined {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  try {
    return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
