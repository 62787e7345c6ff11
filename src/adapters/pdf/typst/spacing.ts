import type { Buffer } from 'node:buffer';
import { findReference, type PdfFile, readPdf, readStreamContent } from '../archive/pdf-file.ts';
import type { DocumentData, DocumentView } from '../view/document-view.ts';

/** Points per millimetre. */
const MM = 72 / 25.4;
const PAGE_HEIGHT = { a4: 841.89, 'us-letter': 792 };
// The margins of the pages, and what the template takes from each space at most.
const TOP_MM = 23;
const BOTTOM_MM = 25;
const FOOTER_LINE_MM = 4.2;
const GAP_MM = 4;
const ROW_MM = 1.6;
const SECTION_MM = 2;
const SIGNATURE_MM = 3;
const NOTE_MM = 2;
/** The head of the table on the last page, which goes with that page. */
const TABLE_HEAD_MM = 4.5;
/** Reserve for what the estimate does not know, such as the descent of the last line. */
const SLACK_MM = 2.5;
/** Spaces shrink in steps of an eighth. */
const STEPS = 8;
/** A document that lacks a little more room than the estimate finds is tried nevertheless. */
const MAX_ESTIMATE_ERROR = 1.2;

/**
 * Estimates how much of the usual spacing lets a document end one page earlier, from 1 to 0, by how far it reaches on its
 * last two pages. Returns `null` if even the tightest spacing would not save the last page.
 */
export function estimateEase(pdf: Uint8Array, { data, style }: DocumentView): number | null {
  const bottom = BOTTOM_MM + Math.max(0, style['footer-lines'] - 2) * FOOTER_LINE_MM;
  const file = readPdf(pdf);
  const [previous, last] = file ? listPages(file).slice(-2) : [];
  if (!file || !previous || !last) return 0;
  const top = PAGE_HEIGHT[style.paper] / MM - TOP_MM;
  const used = top - findLowestLine(file, last, bottom) - TABLE_HEAD_MM;
  const free = findLowestLine(file, previous, bottom) - bottom;
  const missing = used - free + SLACK_MM;
  const available = sumSpaces(data);
  if (missing > available * MAX_ESTIMATE_ERROR) return null;
  const steps = Math.floor((1 - missing / available) * STEPS);
  return Math.min(Math.max(0, steps), STEPS - 1) / STEPS;
}

function listPages({ objects }: PdfFile): string[] {
  return objects
    .filter((object) => object.length < 4000 && object.includes('/Type /Page\n'))
    .map((object) => object.toString('latin1'));
}

/** Returns the height of the lowest line above the footer, in millimetres from the bottom of the page. */
function findLowestLine({ objects }: PdfFile, page: string, bottom: number): number {
  const content: Buffer | undefined = readStreamContent(objects[findReference(page, 'Contents') ?? 0]);
  let lowest = Number.POSITIVE_INFINITY;
  for (const [, y] of content?.toString('latin1').matchAll(/1 0 0 -1 [\d.]+ ([\d.]+) cm/g) ?? []) {
    const height = Number(y) / MM;
    if (height > bottom) lowest = Math.min(lowest, height);
  }
  return lowest;
}

/** Adds up what the spaces of a document can give, in millimetres. */
function sumSpaces(data: DocumentData): number {
  const { texts, acceptance, payment, listing, description, record } = data;
  const head = 3 + Number(data['total-on-top']) + Number(data['parties-first'] && description !== null);
  const closing = [acceptance, payment, listing].filter((part) => part !== null).length + texts.length;
  const notes = Number(data['tax-notes'].length > 0) + Number(data['total-in-words'] !== null);
  return (
    (head + closing) * GAP_MM +
    data.items.length * ROW_MM +
    (listing?.rows.length ?? 0) +
    Object.keys(data.groups).length * SECTION_MM +
    (acceptance !== null || record !== null ? SIGNATURE_MM : 0) +
    notes * NOTE_MM
  );
}
