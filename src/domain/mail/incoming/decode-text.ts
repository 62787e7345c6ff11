const UTF_8 = /^utf-?8$/;
/** Character sets that programs name for text that is UTF-8, and one of which they use for text that they call UTF-8. */
const WESTERN = /^(?:us-)?ascii$|^iso-?8859-?(?:1|15)$|^latin-?[19]$|^(?:windows-|cp-?)1252$/;

/**
 * Decodes a text whose character set is not the one that its mail names: Western text that is called UTF-8, or the
 * reverse. Returns `undefined` if the name is right, or is that of another set.
 */
export function decodeMislabelled(content: Uint8Array, charset: string | undefined): string | undefined {
  const label = (charset ?? 'utf-8').trim().toLowerCase();
  if (UTF_8.test(label))
    return isWestern(content) ? new TextDecoder('windows-1252').decode(content) : undefined;
  if (!WESTERN.test(label)) return undefined;
  const text = decodeUtf8(content);
  return text === undefined || isAscii(text) ? undefined : text;
}

/** Whether hardly any character beyond ASCII is valid UTF-8. A text in UTF-8 may contain a broken one. */
function isWestern(content: Uint8Array): boolean {
  const text = new TextDecoder('utf-8').decode(content);
  const broken = text.match(/\ufffd/g)?.length ?? 0;
  if (broken === 0) return false;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is exactly ASCII
  const valid = text.match(/[^\x00-\x7f\ufffd]/g)?.length ?? 0;
  return broken > valid;
}

function decodeUtf8(content: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return undefined;
  }
}

function isAscii(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is exactly ASCII
  return /^[\x00-\x7f]*$/.test(text);
}
