/** A series of numbers that the account has given, such as `INV-2026-{seq}`, and the digits of the shortest of them. */
export interface GivenSeries {
  key: string;
  digits: number;
}

/** Finds the numbers of some series in texts. */
export interface NumberPattern {
  expression: RegExp;
  /** Finds anything with the letters of the series next to digits, and its whole form within a word. */
  like: RegExp | undefined;
  /** What surrounds the digits of the sequence. */
  before: string;
  after: string;
}

/** What a text says about numbers. */
export interface FoundNumbers {
  numbers: string[];
  /** Whether something in the text looks like one of our numbers, even if none is. */
  hasLike: boolean;
}

const MAX_PATTERNS = 40;
/** Characters between two parts of a number, such as a dash with a blank on each side. */
const MAX_GAP = 4;
/** Letters and digits that agree by chance in no other word. */
const MIN_LONG = 6;
/** Words that banks and payers write directly before a number. */
const TAGS =
  'SVWZ|EREF|KREF|MREF|ABWA|REMI|ROC|URI|REF|DES|INFO|TXT|NEFT|IMPS|RTGS|UPI|FPI|BGC|TRF|CR|CREDIT|PMT|PAYMENT|TRANSFER|ZAHLUNG|BETREFF|NR|NO|RG|RE|RNR|RENR|RGNR|INVOICE|RECHNUNG|RECHNUNGSNR|FACT|FACTURE|FACTURA|FATTURA|FAKTURA|FACTUUR|FACTUURNR';
/** Letters of scripts that are written without blanks are no part of a number before them. */
const LETTER = '[\\p{L}--[\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Hang}\\p{sc=Thai}]]';
const NOT_IN_WORD = `(?:(?<!${LETTER})|(?<=(?<!\\p{L})(?:${TAGS})))`;
/** What MT940 puts into texts, such as `?21`. */
const FIELD_MARK = /\?(?:2\d|3[0-3]|6[0-3])/g;
const DASH = /^[-\u2010-\u2015\u2212]$/u;
const DIGIT = '\\d';
const GAP = '[ .,\\-]?';

/** Compiles one pattern for all series that differ only in digits, such as the years of a format. */
export function compilePatterns(series: readonly GivenSeries[]): NumberPattern[] {
  const byShape = new Map<string, GivenSeries>();
  for (const each of series) {
    const shape = each.key.replaceAll(/\d/g, '0');
    const digits = Math.min(each.digits, byShape.get(shape)?.digits ?? each.digits);
    byShape.set(shape, { key: each.key, digits });
  }
  return [...byShape.values()].slice(-MAX_PATTERNS).map(compile);
}

function compile({ key, digits }: GivenSeries): NumberPattern {
  const [before = '', after = ''] = key.split('{seq}', 2);
  const [start, end] = [listParts(before), listParts(after)];
  const hasLetters = [...start, ...end].some((part) => part !== DIGIT);
  // Digits without letters are put together only if nothing divides them.
  const sequence = hasLetters ? `${DIGIT}(?:[ \\-]?${DIGIT}){${digits - 1}}\\d*` : `\\d{${digits},}`;
  const boundary = isLetter(start[0]) ? NOT_IN_WORD : `(?<!\\d[ .,]?|[\\p{L}\\p{N}]-)${NOT_IN_WORD}`;
  const ending = isLetter(end.at(-1)) ? '(?![\\p{L}\\p{N}])' : `(?!-?\\d${hasLetters ? '' : '|[.,]\\d'})`;
  const expression = new RegExp(boundary + [...start, sequence, ...end].join(GAP) + ending, 'gv');
  // Within a word a long form is not certain to be ours, but something like it.
  const isLong = start.slice(0, 2).every(isLetter) && start.length + digits >= MIN_LONG;
  const like = hasLetters ? compileLike(start, end) : compileYear(before, digits);
  if (isLong) like.push([...start, sequence, ...end].join(GAP));
  return { expression, like: like.length > 0 ? new RegExp(like.join('|'), 'v') : undefined, before, after };
}

function compileLike(start: readonly string[], end: readonly string[]): string[] {
  const first = start.slice(0, Math.max(0, start.indexOf(DIGIT) < 0 ? start.length : start.indexOf(DIGIT)));
  if (first.length > 0) return [NOT_IN_WORD + [...first, DIGIT].join(GAP)];
  const last = end.slice(end.lastIndexOf(DIGIT) + 1);
  return last.length > 0 ? [`${[DIGIT, ...last].join(GAP)}(?!\\p{L})`] : [];
}

/** Digits alone look like much else, unless they begin as those of the series do. */
function compileYear(before: string, digits: number): string[] {
  const first = before.match(/\d/g) ?? [];
  return first.length > 1 ? [`(?<!\\d)${first.join(GAP)}${GAP}\\d{${digits}}(?!\\d)`] : [];
}

function isLetter(part: string | undefined): boolean {
  return part !== undefined && part !== DIGIT;
}

/** Lists the letters and digits. Each digit stands for any: the year is another one next year. */
function listParts(text: string): string[] {
  return (normalize(text).match(/[\p{L}\p{N}]/gu) ?? []).map((part) => (/\p{L}/u.test(part) ? part : DIGIT));
}

/** Reduces a text to capitals, digits, and one character for what is between them: a line break for much. */
function normalize(text: string): string {
  return text
    .replaceAll(FIELD_MARK, '')
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll('ー', '-')
    .replaceAll(/[^\p{L}\p{N}]+/gu, (gap) => {
      if (gap.length > MAX_GAP) return '\n';
      return gap === '.' || gap === ',' ? gap : DASH.test(gap) ? '-' : ' ';
    });
}

/** Finds the numbers that a text has, however they are divided, and says whether it has something like them. */
export function findNumbers(text: string, patterns: readonly NumberPattern[]): FoundNumbers {
  const plain = normalize(text);
  const numbers = new Set<string>();
  let hasLike = false;
  for (const { expression, like, before, after } of patterns) {
    for (const [found] of plain.matchAll(expression)) numbers.add(restore(found, before, after));
    hasLike ||= like?.test(plain) ?? false;
  }
  return { numbers: [...numbers], hasLike };
}

/** Writes a number as the series does. */
function restore(found: string, before: string, after: string): string {
  const digits = found.replaceAll(/\D/g, '');
  const [first, last] = [before, after].map((text) => text.replaceAll(/\D/g, '').length) as [number, number];
  const fill = (text: string, from: string) => {
    let at = 0;
    return text.replaceAll(/\d/g, () => from[at++] ?? '');
  };
  const end = digits.length - last;
  return fill(before, digits) + digits.slice(first, end) + fill(after, digits.slice(end));
}
