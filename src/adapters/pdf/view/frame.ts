import { fill } from '../../../i18n/fill.ts';
import { getTaxIdLabel } from '../../../i18n/tax-labels.ts';
import { isolate, joinParts, toPlainText } from './compose.ts';
import { getContent, toOneLine, type ViewContext } from './context.ts';
import type { Isolated, PageFrame, Text } from './document-view.ts';
import { formatKind } from './head/kind.ts';
import { listPartyNumbers } from './head/particulars.ts';
import { estimateWidth } from './text-width.ts';

/** Width between the margins of the narrower paper without the gutter, in em. */
const HEADER_WIDTH = 56;
const RUNNING_WIDTH = 36;
const FOOTER_WIDTH = 55.5;
const SEPARATOR = '  ·  ';
/** Number of footer lines that the account's name may fill before it is cut. */
const MAX_NAME_LINES = 2;

/** Builds the header and footer of every page, within a fixed number of lines. */
export function buildFrame(context: ViewContext): PageFrame {
  const { account } = context.source;
  const { number, title } = getContent(context.source);
  // Accounts stored with older accepted documents have no registrations.
  const registrations = account.registrations ?? [];
  const taxId = { label: getTaxIdLabel(account, context.locale.language), value: account.taxId };
  const said = new Set(registrations.map(({ value }) => value.trim()));
  const numbers = listPartyNumbers(context, account).filter(({ value }) => !said.has(value?.trim() ?? ''));
  const contact = [account.email, account.website].map((detail) => ({ label: null, value: detail }));
  const kind = `${formatKind(context)} `;
  const shortNumber = shortenText(toOneLine(context, number), RUNNING_WIDTH / 2);
  const used = estimateWidth(kind + shortNumber + SEPARATOR);
  const shortTitle = shortenText(toOneLine(context, title), Math.max(0, RUNNING_WIDTH - used));
  const left = HEADER_WIDTH - used - estimateWidth(shortTitle);
  return {
    running: joinParts([kind, isolate(context, shortNumber), SEPARATOR, isolate(context, shortTitle)]),
    author: joinParts([isolate(context, shortenText(toOneLine(context, account.name), left))]),
    footer: buildFooter(context, [taxId, ...numbers, ...registrations, ...contact]),
  };
}

interface Named {
  label: string | null;
  value: string | null;
}

function buildFooter(context: ViewContext, details: Named[]): Text[] {
  const pageNumber = fill(context.messages.page, { page: '999', pages: '999' });
  const width = FOOTER_WIDTH - estimateWidth(pageNumber);
  const name = wrapText(toOneLine(context, context.source.account.name), width, MAX_NAME_LINES);
  const lines = name.map((line) => [[isolate(context, line)]]);
  for (const detail of details) {
    const part = formatDetail(context, detail, width);
    if (part.length === 0) continue;
    const last = lines.at(-1);
    if (last && estimateWidth(toPlainText(joinWithSeparator([...last, part]))) <= width) last.push(part);
    else lines.push([part]);
  }
  return lines.map(joinWithSeparator);
}

/** Isolates the label and its value, so that neither reorders the other. */
function formatDetail(context: ViewContext, { label, value: named }: Named, width: number) {
  const text = toOneLine(context, named ?? '');
  if (text === '') return [];
  const before = label === null ? '' : toOneLine(context, label);
  if (before === '') return [isolate(context, shortenText(text, width))];
  const whole = `${before} ${text}`;
  if (estimateWidth(whole) > width) return [isolate(context, shortenText(whole, width))];
  return [isolate(context, before), ' ', isolate(context, text)];
}

function joinWithSeparator(parts: (string | Isolated)[][]): Text {
  return joinParts(parts.flatMap((part, index) => [...(index > 0 ? [SEPARATOR] : []), ...part]));
}

function wrapText(text: string, width: number, maxLines: number): string[] {
  const lines: string[] = [];
  let rest = text;
  while (lines.length < maxLines - 1 && estimateWidth(rest) > width) {
    const line = takeGraphemes(rest, width);
    const space = line.lastIndexOf(' ');
    const end = space > 0 ? space : line.length;
    lines.push(line.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  return [...lines, shortenText(rest, width)];
}

function shortenText(text: string, width: number): string {
  if (estimateWidth(text) <= width) return text;
  return `${takeGraphemes(text, width - 1).trimEnd()}…`;
}

/** Takes as many whole graphemes as fit. */
function takeGraphemes(text: string, width: number): string {
  let result = '';
  let used = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    used += estimateWidth(segment);
    if (used > width) return result;
    result += segment;
  }
  return result;
}
