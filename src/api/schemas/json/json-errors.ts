// Own scanner in addition to JSON.parse: usual bodies are parsed only by the engine, and a body that may have errors is
// scanned again here to find their paths. A parser that preserves number texts would have to replace the fast JSON.parse.
import type { FieldError } from '../../../domain/errors.ts';
import { escapePointerPart, MAX_FIELD_ERRORS } from '../../../domain/field-errors.ts';
import { isExactNumber } from './json-number.ts';

/** Longer numbers are rejected without being converted. */
const MAX_NUMBER_LENGTH = 100;

/** The state of the scanner for an open array or object. */
interface Frame {
  isArray: boolean;
  index: number;
  /** Position of the current entry's name, including the quotes. */
  keyStart: number;
  keyEnd: number;
  isKeyNext: boolean;
  /** The names seen so far. */
  keys?: Set<string>;
}

/**
 * Finds values of a valid JSON text that cannot be stored as written: numbers that a double would change, strings with
 * NUL or a lone surrogate, and duplicate names. Scans the text once, builds paths only for errors, and stops after one
 * error more than a response lists.
 */
export function findJsonErrors(text: string): FieldError[] {
  const errors: FieldError[] = [];
  const frames: Frame[] = [];
  const report = (message: string | undefined) => {
    if (message !== undefined) errors.push({ path: formatPath(text, frames), message });
  };
  for (let at = 0; at < text.length && errors.length <= MAX_FIELD_ERRORS; at++) {
    const char = text.charCodeAt(at);
    const frame = frames.at(-1);
    if (char === QUOTE) {
      const end = findStringEnd(text, at);
      if (frame?.isKeyNext) {
        frame.keyStart = at;
        frame.keyEnd = end;
        report(findDuplicateName(text.slice(at, end), frame));
      }
      report(findTextError(text.slice(at, end)));
      at = end - 1;
    } else if (char === MINUS || isDigit(char)) {
      const end = findNumberEnd(text, at);
      report(findNumberError(text, at, end));
      at = end - 1;
    } else if (char === COLON) {
      if (frame) frame.isKeyNext = false;
    } else if (char === COMMA) {
      if (frame) frame.index++;
      if (frame && !frame.isArray) frame.isKeyNext = true;
    } else if (char === OPEN_BRACKET || char === OPEN_BRACE) {
      const isArray = char === OPEN_BRACKET;
      frames.push({ isArray, index: 0, keyStart: 0, keyEnd: 0, isKeyNext: !isArray });
    } else if (char === CLOSE_BRACKET || char === CLOSE_BRACE) frames.pop();
  }
  return errors;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MINUS = 0x2d;
const PLUS = 0x2b;
const DOT = 0x2e;
const COLON = 0x3a;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

function formatPath(text: string, frames: readonly Frame[]): string {
  return frames
    .map(({ isArray, index, keyStart, keyEnd }) =>
      isArray ? `/${index}` : `/${escapePointerPart(JSON.parse(text.slice(keyStart, keyEnd)) as string)}`,
    )
    .join('');
}

function findDuplicateName(json: string, frame: Frame): string | undefined {
  const name = json.includes('\\') ? (JSON.parse(json) as string) : json.slice(1, -1);
  frame.keys ??= new Set();
  if (frame.keys.has(name)) return 'appears more than once';
  frame.keys.add(name);
  return undefined;
}

function findTextError(json: string): string | undefined {
  if (!json.includes('\\u')) return undefined;
  const text = JSON.parse(json) as string;
  if (text.includes('\0')) return 'must not contain the character NUL';
  return text.isWellFormed() ? undefined : 'must not contain a lone surrogate (half a character)';
}

function findNumberError(text: string, start: number, end: number): string | undefined {
  if (end - start > MAX_NUMBER_LENGTH) return `must be written with at most ${MAX_NUMBER_LENGTH} characters`;
  return isExactNumber(text.slice(start, end)) ? undefined : 'has more digits than can be stored exactly';
}

/** Returns the position after the closing quote. */
function findStringEnd(text: string, start: number): number {
  let at = start + 1;
  for (let char = text.charCodeAt(at); char !== QUOTE; char = text.charCodeAt(at)) {
    at += char === BACKSLASH ? 2 : 1;
  }
  return at + 1;
}

function findNumberEnd(text: string, start: number): number {
  let at = start;
  while (at < text.length && isNumberCharacter(text.charCodeAt(at))) at++;
  return at;
}

function isNumberCharacter(char: number): boolean {
  return isDigit(char) || char === DOT || char === MINUS || char === PLUS || char === 0x65 || char === 0x45;
}

function isDigit(char: number): boolean {
  return char >= 0x30 && char <= 0x39;
}
