import { fill } from '../../i18n/fill.ts';
import { taxIdLabel } from '../../i18n/tax-words.ts';
import { joined, textOf, value } from './compose.ts';
import { content, kindOf, plain, type ViewContext } from './context.ts';
import type { Isolated, PageFrame, Text } from './document-view.ts';
import { estimatedWidth } from './text-width.ts';

/** Width between the margins of the narrower paper without the gutter, in em. */
const HEADER_WIDTH = 56;
const RUNNING_WIDTH = 36;
const FOOTER_WIDTH = 55.5;
const SEPARATOR = '  ·  ';
/** Number of footer lines that the account's name may fill before it is cut. */
const NAME_LINES = 2;

/** Builds the header and footer of every page, within a fixed number of lines. */
export function frameOf(context: ViewContext): PageFrame {
  const { account } = context.source;
  const { number, title } = content(context.source);
  // Accounts stored with older accepted documents have no registrations.
  const registrations = account.registrations ?? [];
  const taxId = { label: taxIdLabel(account, context.locale.language), value: account.taxId };
  const contact = [account.email, account.website].map((detail) => ({ label: null, value: detail }));
  const kind = `${kindOf(context)} `;
  const shortNumber = shortened(plain(context, number), RUNNING_WIDTH / 2);
  const taken = estimatedWidth(kind + shortNumber + SEPARATOR);
  const shortTitle = shortened(plain(context, title), Math.max(0, RUNNING_WIDTH - taken));
  const left = HEADER_WIDTH - taken - estimatedWidth(shortTitle);
  return {
    running: joined([kind, value(context, shortNumber), SEPARATOR, value(context, shortTitle)]),
    author: joined([value(context, shortened(plain(context, account.name), left))]),
    footer: footerOf(context, [taxId, ...registrations, ...contact]),
  };
}

interface Named {
  label: string | null;
  value: string | null;
}

function footerOf(context: ViewContext, details: Named[]): Text[] {
  const pageNumber = fill(context.messages.page, { page: '999', pages: '999' });
  const width = FOOTER_WIDTH - estimatedWidth(pageNumber);
  const name = wrapped(plain(context, context.source.account.name), width, NAME_LINES);
  const lines = name.map((line) => [[value(context, line)]]);
  for (const detail of details) {
    const part = detailOf(context, detail, width);
    if (part.length === 0) continue;
    const last = lines.at(-1);
    if (last && estimatedWidth(textOf(separated([...last, part]))) <= width) last.push(part);
    else lines.push([part]);
  }
  return lines.map(separated);
}

/** Isolates the label and its value, so that neither reorders the other. */
function detailOf(context: ViewContext, { label, value: named }: Named, width: number) {
  const text = plain(context, named ?? '');
  if (text === '') return [];
  const before = label === null ? '' : plain(context, label);
  if (before === '') return [value(context, shortened(text, width))];
  const whole = `${before} ${text}`;
  if (estimatedWidth(whole) > width) return [value(context, shortened(whole, width))];
  return [value(context, before), ' ', value(context, text)];
}

function separated(parts: (string | Isolated)[][]): Text {
  return joined(parts.flatMap((part, index) => [...(index > 0 ? [SEPARATOR] : []), ...part]));
}

function wrapped(text: string, width: number, most: number): string[] {
  const lines: string[] = [];
  let rest = text;
  while (lines.length < most - 1 && estimatedWidth(rest) > width) {
    const line = beginning(rest, width);
    const space = line.lastIndexOf(' ');
    const end = space > 0 ? space : line.length;
    lines.push(line.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  return [...lines, shortened(rest, width)];
}

function shortened(text: string, width: number): string {
  if (estimatedWidth(text) <= width) return text;
  return `${beginning(text, width - 1).trimEnd()}…`;
}

/** Takes as many whole graphemes as fit. */
function beginning(text: string, width: number): string {
  let result = '';
  let taken = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    taken += estimatedWidth(segment);
    if (taken > width) return result;
    result += segment;
  }
  return result;
}
