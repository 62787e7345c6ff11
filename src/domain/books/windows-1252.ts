/** The characters of the bytes 0x80 to 0x9f. Those that the encoding leaves undefined are left out. */
const HIGH = new Map(
  [...new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 32 }, (_, index) => 0x80 + index))]
    .map((character, index) => [character, 0x80 + index] as const)
    .filter(([character, byte]) => character.charCodeAt(0) !== byte),
);

function findByte(character: string): number | undefined {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x80 || (code >= 0xa0 && code <= 0xff) ? code : HIGH.get(character);
}

export function fitsWindows1252(text: string): boolean {
  return [...text.normalize('NFC')].every((character) => findByte(character) !== undefined);
}

/** Encodes a text. What the encoding lacks becomes a question mark. */
export function toWindows1252(text: string): Uint8Array {
  return Uint8Array.from([...text.normalize('NFC')], (character) => findByte(character) ?? 0x3f);
}
