import {
  type Attribution,
  findAttribution,
  findRole,
  isBlank,
  isHeaderBlock,
  isOriginalSeparator,
  isQuoteLine,
  isSeparator,
} from './quote-lines.ts';

/** Lines from `start` up to but not including `end`. */
interface Range {
  start: number;
  end: number;
  /** Whether a line such as "Rosa wrote:" introduces the quoted lines. */
  isAttributed: boolean;
}

/**
 * Separates what the sender wrote from the text that the mail quotes. Text below quoted lines belongs to the sender.
 * Answers between quoted lines are kept together with these lines, and nothing is removed if nothing else would remain.
 */
export function splitQuotedText(text: string): { text: string; quotedText: string | null } {
  const lines = text.split('\n');
  const end = findOriginal(lines);
  const quote = selectFolded(lines, findQuotes(lines, end), end) ?? { start: end, end };
  const ownText = joinLines([...lines.slice(0, quote.start), ...lines.slice(quote.end, end)]);
  const quotedText = joinLines([...lines.slice(quote.start, quote.end), ...lines.slice(end)]);
  return ownText === ''
    ? { text: joinLines(lines), quotedText: null }
    : { text: ownText, quotedText: quotedText || null };
}

/** Finds where a quoted mail begins that goes on to the end. Its lines have no mark of their own. */
function findOriginal(lines: readonly string[]): number {
  const lastQuoteLine = lines.findLastIndex(isQuoteLine);
  const roles = lines.map(findRole);
  for (const [index, line] of lines.entries()) {
    if (isQuoteLine(line) || isBlank(line)) continue;
    const isStart =
      isHeaderBlock(lines, roles, index, isSeparator(lines[previousLine(lines, index)])) ||
      (isOriginalSeparator(line) && !isQuoteLine(lines[nextLine(lines, index)]));
    if (isStart) return includeSeparator(lines, index);
    if (index < lastQuoteLine) continue;
    const attribution = findAttribution(lines, index);
    if (attribution?.isCertain && nextLine(lines, index) < lines.length) return attribution.start;
  }
  return lines.length;
}

/** Moves the start up to a line of dashes or underscores above it. */
function includeSeparator(lines: readonly string[], start: number): number {
  const above = previousLine(lines, start);
  return isSeparator(lines[above]) ? above : start;
}

/** Finds the blocks of lines with ">", with the blank lines in each and the line that introduces it. */
function findQuotes(lines: readonly string[], end: number): Range[] {
  const ranges: Range[] = [];
  for (let index = 0; index < end; index++) {
    if (!isQuoteLine(lines[index])) continue;
    const last = ranges.at(-1);
    if (last && previousLine(lines, index) === last.end - 1) last.end = index + 1;
    else ranges.push(startRange(lines, index, last?.end ?? 0));
  }
  return ranges;
}

function startRange(lines: readonly string[], index: number, earliest: number): Range {
  const above = previousLine(lines, index);
  const attribution = above < earliest ? undefined : findIntroduction(lines, above);
  const isInside = findAttribution([(lines[index] ?? '').replace(/^[\s>]+/, '')], 0) !== undefined;
  return {
    start: attribution && attribution.start >= earliest ? attribution.start : index,
    end: index + 1,
    isAttributed: attribution !== undefined || isInside,
  };
}

function findIntroduction(lines: readonly string[], index: number): Pick<Attribution, 'start'> | undefined {
  return isOriginalSeparator(lines[index] ?? '') ? { start: index } : findAttribution(lines, index);
}

/** Chooses the quote that the reader does not need to understand the answer, if there is one. */
function selectFolded(lines: readonly string[], ranges: readonly Range[], end: number): Range | undefined {
  const last = ranges.at(-1);
  if (!last) return undefined;
  const isOnly = ranges.length === 1 && (last.isAttributed || previousLine(lines, last.start) < 0);
  return isOnly || nextLine(lines, last.end - 1) >= end ? last : undefined;
}

/** Index of the next line that is not blank, or the number of lines. */
function nextLine(lines: readonly string[], index: number): number {
  let next = index + 1;
  while (next < lines.length && isBlank(lines[next])) next++;
  return next;
}

/** Index of the line above that is not blank, or -1. */
function previousLine(lines: readonly string[], index: number): number {
  let previous = index - 1;
  while (previous >= 0 && isBlank(lines[previous])) previous--;
  return previous;
}

function joinLines(lines: readonly string[]): string {
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
