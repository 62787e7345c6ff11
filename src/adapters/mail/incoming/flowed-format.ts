import type { FlowedFormat } from '../../../domain/mail/incoming/flowed-text.ts';

/** The headers of the text come early in a mail, before its attachments. */
const SEARCHED_BYTES = 64 * 1024;

/**
 * Finds out whether the lines of the text are flowed (RFC 3676), and removes that mark from the source: the MIME parser
 * would join quoted lines with those of the answer.
 */
export function takeFlowedFormat(source: Uint8Array): { source: Uint8Array; flowed?: FlowedFormat } {
  const start = Buffer.from(source.subarray(0, SEARCHED_BYTES)).toString('latin1');
  const marks = [...start.matchAll(/\bformat="?(flowed)/dgi)];
  if (marks.length === 0) return { source };
  const copy = Uint8Array.from(source);
  for (const { indices } of marks) copy.set(FIXED, indices?.[1]?.[0] ?? 0);
  return { source: copy, flowed: { removesSpace: /\bdelsp="?yes/i.test(start) } };
}

/** Replaces "flowed" in place, so it has the same length. */
const FIXED = Buffer.from('fixed ');
