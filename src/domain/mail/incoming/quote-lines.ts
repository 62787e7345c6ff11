import { QUOTE_PHRASES } from './quote-phrases.ts';

type Role = 'from' | 'date' | 'to' | 'subject';

const PHRASES = Object.values(QUOTE_PHRASES);
const VERBS = PHRASES.flatMap(({ wrote }) => wrote);
const OPENINGS = PHRASES.flatMap(({ openings }) => openings);
const ORIGINAL = new Set(PHRASES.flatMap(({ original }) => original));
const ROLES = new Map<string, Role>(
  PHRASES.flatMap((phrases) =>
    (['from', 'date', 'to', 'subject'] as const).flatMap((role) =>
      phrases[role].map((label): [string, Role] => [label, role]),
    ),
  ),
);

const MAX_ATTRIBUTION_LINES = 3;
const MAX_ATTRIBUTION_LENGTH = 400;
/** Long lists of recipients continue on lines without a label. */
const MAX_HEADER_LINES = 15;
const MAX_LABEL_LENGTH = 30;
const MAX_HEADER_LENGTH = 500;

export function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === '';
}

export function isQuoteLine(line: string | undefined): boolean {
  return line?.trimStart().startsWith('>') ?? false;
}

/** Whether the line says "Original Message" in any language, between dashes. */
export function isOriginalSeparator(line: string): boolean {
  if (line.length > 100 || !line.trim().startsWith('--')) return false;
  const text = normalize(line);
  return text.endsWith('--') && ORIGINAL.has(text.replaceAll('--', '').replace(/^-?\s*|\s*-?$/g, ''));
}

/** Whether the line only separates what is above and below it, possibly with a title between dashes. */
export function isSeparator(line: string | undefined): boolean {
  const text = line?.trim().slice(0, 100) ?? '';
  return /^(?:-{5,}|_{5,})/.test(text) && /(?:-{5,}|_{5,})$/.test(text);
}

/**
 * Whether lines such as "From:", "Sent:", "To:" and "Subject:" begin here. Somebody may write such a list, too, so one of
 * them has an address or a time, or a line of dashes or underscores is above.
 */
export function isHeaderBlock(
  lines: readonly string[],
  roles: readonly (Role | undefined)[],
  start: number,
  isSeparated: boolean,
): boolean {
  if (!roles[start]) return false;
  const block = roles.slice(start, start + MAX_HEADER_LINES);
  const found = new Set(block);
  found.delete(undefined);
  if (!found.has('from') || !found.has('subject') || found.size < 3) return false;
  return isSeparated || block.some((role, index) => isOfProgram(role, lines[start + index] ?? ''));
}

/** Whether a header line has what a mail program writes into it: an address, or a date with its time. */
function isOfProgram(role: Role | undefined, line: string): boolean {
  const value = line.slice(0, MAX_HEADER_LENGTH);
  if (role === 'from' || role === 'to') return /[^\s@]@[^\s@]+\.[^\s@]/.test(value);
  if (role !== 'date') return false;
  const hasTime = /\p{Nd}[:：h時点时시]\s?\p{Nd}{2}|\s\p{Nd}{1,2}\.\p{Nd}{2}\s?$/u.test(value);
  return hasTime && (value.match(/\p{Nd}/gu)?.length ?? 0) > 5;
}

/** Returns what a line such as "From: Rosa" says. */
export function findRole(line: string): Role | undefined {
  const start = normalize(line.slice(0, 2 * MAX_LABEL_LENGTH)).replaceAll('*', '');
  const colon = start.search(/[:：]/);
  return colon > 0 && colon <= MAX_LABEL_LENGTH ? ROLES.get(start.slice(0, colon).trim()) : undefined;
}

export interface Attribution {
  start: number;
  /** Whether the line is an attribution even if no line with ">" follows. */
  isCertain: boolean;
}

/** Finds the line "On Monday, Rosa wrote:" that ends here. Programs wrap it if it is long. */
export function findAttribution(lines: readonly string[], end: number): Attribution | undefined {
  if (!/[:：][*_\s]*$/.test(lines[end]?.slice(-10) ?? '')) return undefined;
  let text = '';
  let best: (Attribution & { score: number }) | undefined;
  for (let start = end; start > end - MAX_ATTRIBUTION_LINES && start >= 0; start--) {
    const line = lines[start] ?? '';
    if (isBlank(line) || isQuoteLine(line) || text.length + line.length > MAX_ATTRIBUTION_LENGTH) break;
    text = `${normalize(line)} ${text}`;
    const found = judgeAttribution(text.trim());
    if (found && found.score > (best?.score ?? -1)) best = { start, ...found };
  }
  return best;
}

/** The score is higher for a line that is complete: one with a date, an address and the usual beginning. */
function judgeAttribution(text: string): { score: number; isCertain: boolean } | undefined {
  // A line that begins with an address continues the line before it.
  if (text.startsWith('<') || !/[:：]$/.test(text)) return undefined;
  const hasDate = (text.match(/\p{Nd}/gu)?.length ?? 0) >= 4;
  const hasAddress = /@[^\s<>@]+>/.test(text);
  const hasOpening = OPENINGS.some((opening) => text.startsWith(opening)) || /^\(?\p{Nd}/u.test(text);
  const isComplete = hasAddress || hasOpening;
  const isIntroduction = VERBS.some((verb) => text.includes(verb))
    ? hasDate || isComplete
    : hasDate && /@[^\s<>@]+>\)?\s?[:：]$/.test(text);
  if (!isIntroduction) return undefined;
  const score = (hasDate ? 4 : 0) + (hasAddress ? 2 : 0) + (hasOpening ? 1 : 0);
  return { score, isCertain: hasDate && isComplete };
}

function normalize(line: string): string {
  return line
    .replace(/[\u00a0\u202f]/g, ' ')
    .replace(/^[\s*_]+/, '')
    .trim()
    .replace(/[*_]+$/, '')
    .trimEnd()
    .toLowerCase();
}
