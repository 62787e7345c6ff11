import { hasGlyph } from '../typst/fonts.ts';

/** Stands for a character that no font has. */
const REPLACEMENT = '\ufffd';

/**
 * A text as it can be printed: well-formed, without control characters, every character with a glyph. Line
 * breaks and spaces stay as they were written. A character that no font has becomes a visible mark, and is
 * counted by its code point in `missing`.
 */
export function cleanText(text: string, missing: Map<number, number>): string {
  const plain = text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029\v\f\x85]/g, '\n')
    .replaceAll('\t', '    ')
    .replace(INVISIBLE, '');
  return keepSpaces(markMissing(plain, missing));
}

/** A word that is wider than its column would run over its neighbour: let it break, best at a joint. */
export function breakLongWords(text: string): string {
  if (!/\S{21}/.test(text)) return text;
  return text.replace(/\S{21,}/gu, (word) =>
    BREAKS_BY_ITSELF.test(word)
      ? word
      : word
          .replace(/[@./_\-=&?:,;](?=[^@./_\-=&?:,;])/g, '$&\u200b')
          .replace(
            /[^\u200b]{20}(?<!\u200d)(?=[^\u200b]{4})(?![\u200d\p{M}\p{Emoji_Modifier}])/gu,
            '$&\u200b',
          ),
  );
}

/** `true` when the first letter that has a direction runs from right to left, `undefined` without one. */
export function runsRightToLeft(text: string): boolean | undefined {
  const first = /\p{L}/u.exec(text)?.[0];
  return first === undefined ? undefined : RIGHT_TO_LEFT.test(first);
}

export function hasRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

/**
 * Control characters, and the marks that would let a text rearrange what is printed beside it. The joiners
 * (Persian, Indic scripts, emoji) and the plain direction marks stay.
 */
const INVISIBLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the purpose
  /[\x00-\x09\x0b-\x1f\x7f-\x9f\u00ad\u200b\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\p{Variation_Selector}|[\u{e0000}-\u{e007f}]/gu;
const NEEDS_NO_GLYPH = new Set([0x0a, 0x200c, 0x200d, 0x200e, 0x200f, 0x061c]);
const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
const BREAKS_BY_ITSELF =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]/u;

function markMissing(text: string, missing: Map<number, number>): string {
  if (/^[\n\x20-\x7e\xa0-\xff]*$/.test(text)) return text;
  let result = '';
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (hasGlyph(code) || NEEDS_NO_GLYPH.has(code)) {
      result += character;
    } else {
      missing.set(code, (missing.get(code) ?? 0) + 1);
      result += REPLACEMENT;
    }
  }
  return result;
}

/** Typesetting would swallow spaces at the start of a line, and break lines at the others. */
function keepSpaces(text: string): string {
  if (!/^ | {2}|« | [»!?:;]/m.test(text)) return text;
  return text
    .replace(/« | [»!?:;]/g, (pair) => pair.replace(' ', '\u00a0'))
    .replace(/^ +/gm, (spaces) => '\u00a0'.repeat(spaces.length))
    .replace(/ {2,}/g, (spaces) => `${'\u00a0'.repeat(spaces.length - 1)} `);
}
