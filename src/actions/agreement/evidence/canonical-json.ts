import { createHash } from 'node:crypto';
import type { DecisionRecord } from '../../../domain/quote/decision.ts';

/** Writes a record in the form in which it is signed: what cannot be JSON is not in it. */
export function formatRecord(decision: DecisionRecord): string {
  return canonicalize(JSON.parse(JSON.stringify(decision)));
}

export function hashRecord(decision: DecisionRecord): string {
  return createHash('sha256').update(formatRecord(decision)).digest('hex');
}

/**
 * JSON in canonical form (RFC 8785): no spaces, members sorted by UTF-16 code units. JSON.stringify writes numbers and
 * strings in that form already. The value must be one that JSON can express.
 */
export function canonicalize(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalize).join(',')}]`;
  // An object would move names that look like numbers to the front.
  const members = Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, part]) => `${JSON.stringify(name)}:${canonicalize(part)}`);
  return `{${members.join(',')}}`;
}
