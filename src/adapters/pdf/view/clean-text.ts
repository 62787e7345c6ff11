import { hasGlyph } from '../typst/fonts.ts';

/** Replaces a character without a glyph. */
const REPLACEMENT = '\ufffd';

/** Signs that stand for words, which are written out because no font has them: the basmala and the afghani. */
const WORDS: Partial<Record<string, string>> = {
  '\ufdfd': 'بسم الله الرحمن الرحيم',
  '\u060b': 'افغانی',
};

/**
 * Prepares a text for printing: well-formed, without control characters, every character with a glyph. Line breaks and
 * spaces stay. A character without a glyph is replaced by the letters that it stands for (ﷺ), else by a visible mark,
 * and then counted by its code point in `missing`.
 */
export function cleanText(text: string, missing: Map<number, number>): string {
  const plain = text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029\v\f\x85]/g, '\n')
    .replaceAll('\t', '    ')
    .replace(INVISIBLE, '');
  return keepSpaces(markMissing(plain, missing));
}

/** Lets a word wider than its column break, preferably at punctuation, so that it does not overflow. */
export function breakLongWords(text: string): string {
  return splitManyPhrases(breakWords(text));
}

/**
 * Marks where the typesetter takes a long text apart: it gives up if one regular expression of the template (`one-face` in
 * `frame.typ`) matches more than 512 times in a text. At the beginning of a match this changes nothing.
 */
function splitManyPhrases(text: string): string {
  if (text.length < MAX_PHRASES || !hasRightToLeft(text)) return text;
  let count = 0;
  return text.replace(PHRASE, (phrase) => (++count % MAX_PHRASES === 0 ? `\x1f${phrase}` : phrase));
}

/** The typesetter may join the texts of a cell to one. */
const MAX_PHRASES = 100;
const PHRASE =
  /\p{Ps}*(?:\p{Script=Arabic}[\p{Script=Arabic}\p{M}\p{P}\p{Zs}\p{Cf}]*|\p{Script=Hebrew}[\p{Script=Hebrew}\p{M}\p{P}\p{Zs}\p{Cf}]*)|\p{Ps}+/gu;

function breakWords(text: string): string {
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

/** Returns the direction of the first letter: `true` for right to left, `undefined` without letters. */
export function runsRightToLeft(text: string): boolean | undefined {
  const first = /\p{L}/u.exec(text)?.[0];
  return first === undefined ? undefined : RIGHT_TO_LEFT.test(first);
}

export function hasRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

/**
 * Control characters, and marks that would let a text reorder its surroundings. Joiners (Persian, Indic scripts, emoji)
 * and plain direction marks stay.
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
    if (isPrintable(code)) {
      result += character;
      continue;
    }
    const words = WORDS[character] ?? character.normalize('NFKC');
    if (words !== character && [...words].every((letter) => isPrintable(letter.codePointAt(0) ?? 0))) {
      result += words;
      continue;
    }
    missing.set(code, (missing.get(code) ?? 0) + 1);
    result += REPLACEMENT;
  }
  return result;
}

function isPrintable(code: number): boolean {
  return hasGlyph(code) || NEEDS_NO_GLYPH.has(code);
}

/** Keeps spaces that typesetting would drop at the start of a line, and prevents line breaks at others. */
function keepSpaces(text: string): string {
  if (!/^ | {2}|« | [»!?:;]/m.test(text)) return text;
  return text
    .replace(/« | [»!?:;]/g, (pair) => pair.replace(' ', '\u00a0'))
    .replace(/^ +/gm, (spaces) => '\u00a0'.repeat(spaces.length))
    .replace(/ {2,}/g, (spaces) => `${'\u00a0'.repeat(spaces.length - 1)} `);
}
