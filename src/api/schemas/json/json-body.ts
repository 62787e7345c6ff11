import { isUtf8 } from 'node:buffer';
import { type FieldError, Problem } from '../../../domain/errors.ts';
import { findJsonErrors } from './json-errors.ts';
import { SAFE_DIGITS } from './json-number.ts';

const MAX_DEPTH = 32;

/**
 * Parses a JSON body strictly: UTF-8, limited depth, no NUL, no lone surrogates, no duplicate names in an object, and no
 * number that a double would change. Errors of single values are returned with their paths, so that they can be listed
 * together with those of the schema.
 */
export function parseJsonBody(body: Buffer): { value: unknown; errors: FieldError[] } {
  if (!isUtf8(body)) throw createMalformedProblem('The body is not valid UTF-8. Send it as UTF-8.');
  const text = body.toString('utf8');
  const { isTooDeep, mayHaveErrors, names } = scanText(text);
  if (isTooDeep) throw createMalformedProblem(`The body is nested deeper than ${MAX_DEPTH} levels.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw createMalformedProblem('The body is not valid JSON. Check quotes, commas and brackets.');
  }
  return { value, errors: mayHaveErrors || names > countNames(value) ? findJsonErrors(text) : [] };
}

function createMalformedProblem(detail: string): Problem {
  return new Problem('malformed_json', detail);
}

/** Scans the text once, so that a usual body is parsed only by `JSON.parse`. */
function scanText(text: string): { isTooDeep: boolean; mayHaveErrors: boolean; names: number } {
  const result = { isTooDeep: false, mayHaveErrors: false, names: 0 };
  let depth = 0;
  let digits = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const char = text.charCodeAt(index);
    if (inString) {
      if (char === 0x5c) {
        index++;
        if (text.charCodeAt(index) === 0x75) result.mayHaveErrors = true;
      } else if (char === 0x22) inString = false;
    } else if (char >= 0x30 && char <= 0x39) {
      if (++digits > SAFE_DIGITS) result.mayHaveErrors = true;
    } else if (char !== 0x2e) {
      // A number with an exponent can be inexact even if it has few digits.
      if (digits > 0 && (char === 0x65 || char === 0x45)) result.mayHaveErrors = true;
      digits = 0;
      if (char === 0x22) inString = true;
      else if (char === 0x3a) result.names++;
      else if (char === 0x7b || char === 0x5b) {
        if (++depth > MAX_DEPTH) return { ...result, isTooDeep: true };
      } else if (char === 0x7d || char === 0x5d) depth--;
    }
  }
  return result;
}

/** Counts the names in a value at all levels. The text has more if an object contains a name twice. */
function countNames(value: unknown): number {
  if (value === null || typeof value !== 'object') return 0;
  let count = 0;
  if (Array.isArray(value)) for (const entry of value) count += countNames(entry);
  else for (const name in value) count += 1 + countNames((value as Record<string, unknown>)[name]);
  return count;
}
