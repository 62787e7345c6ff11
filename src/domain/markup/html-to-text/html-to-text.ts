import { decodeEntities } from './html-entities.ts';
import { type HtmlToken, tokenizeHtml } from './html-tokens.ts';

const BLOCKS = new Set([
  ...[
    'address',
    'article',
    'aside',
    'blockquote',
    'body',
    'center',
    'dd',
    'div',
    'dl',
    'dt',
    'fieldset',
    'figure',
  ],
  ...[
    'footer',
    'form',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'header',
    'hr',
    'li',
    'main',
    'nav',
    'ol',
    'p',
    'pre',
  ],
  ...['section', 'table', 'tr', 'ul'],
]);
/** Blocks with an empty line above and below. */
const SPACED = new Set(['blockquote', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ol', 'p', 'pre', 'table', 'ul']);

/** Classes and ids of elements in which mail programs put the mail that is answered, or the line that introduces it. */
const QUOTE_NAMES = [
  ...['gmail_attr', 'moz-cite-prefix', 'protonmail_quote', 'mail_android_quote', 'OLK_SRC_BODY_SECTION'],
  ...['mail-editor-reference-message-container', 'ms-outlook-mobile-reference-message'],
];
const MAX_URL_LENGTH = 500;
const ENTRY = '- ';

/** Elements that have no end. */
const VOID = new Set([
  ...[
    'area',
    'base',
    'br',
    'col',
    'embed',
    'hr',
    'img',
    'input',
    'link',
    'meta',
    'param',
    'source',
    'track',
    'wbr',
  ],
]);
/** Elements that another one of the same name ends. */
const SELF_ENDING = new Set(['dd', 'dt', 'li', 'p', 'td', 'th', 'tr']);
const MAX_STYLE_LENGTH = 5000;

interface Element {
  isQuote: boolean;
  isHidden: boolean;
}

interface State {
  lines: string[];
  /** Pieces of the current line: a growing string would be copied for every piece. */
  line: string[];
  length: number;
  /** What each open element of a name is. */
  open: Map<string, Element[]>;
  quotes: number;
  hidden: number;
  /** Outlook's reply header was seen: the rest of the mail is the original. */
  isRestQuoted: boolean;
  preformatted: number;
  marksQuotes: boolean;
  keepsNoBreakSpaces: boolean;
  link: { url: string; text: string } | undefined;
}

export interface TextOptions {
  /** About as many characters are converted. Without it all are. */
  maxLength?: number;
  /** Whether quoted lines begin with ">". */
  marksQuotes?: boolean;
  /** Programs for emails write no-break spaces for empty lines and indents; in other texts a person meant them. */
  keepsNoBreakSpaces?: boolean;
}

/** Converts HTML to plain text. Elements that are not displayed are left out, unless one of them never ends. */
export function convertHtmlToText(
  html: string,
  { maxLength = Number.POSITIVE_INFINITY, marksQuotes = false, keepsNoBreakSpaces = false }: TextOptions = {},
): { text: string; isCut: boolean } {
  const options = { maxLength, marksQuotes, keepsNoBreakSpaces };
  const state = convert(html, options, true);
  const { lines, length } = state.hidden > 0 ? convert(html, options, false) : state;
  return { text: lines.join('\n').trim(), isCut: length > maxLength };
}

/** Whether the text has elements that begin a line. In a text without them line breaks are the writer's own. */
export function hasLineElements(html: string): boolean {
  const tags = html.matchAll(/<([a-z][a-z0-9]*)/gi);
  return tags.some(([, tag = '']) => tag.toLowerCase() === 'br' || BLOCKS.has(tag.toLowerCase()));
}

function convert(
  html: string,
  { maxLength, marksQuotes, keepsNoBreakSpaces }: Required<TextOptions>,
  leavesOut: boolean,
): State {
  const state: State = {
    ...{ lines: [], line: [], length: 0, open: new Map(), quotes: 0, hidden: 0, isRestQuoted: false },
    ...{ preformatted: 0, marksQuotes, keepsNoBreakSpaces, link: undefined },
  };
  for (const token of tokenizeHtml(html)) {
    if (token.kind === 'text') addText(state, decodeEntities(token.text));
    else if (token.kind === 'open') openElement(state, token, leavesOut && isHiding(token));
    else closeElement(state, token.name);
    if (state.length > maxLength) break;
  }
  endLine(state);
  return state;
}

function isHiding({ name, attributes }: Extract<HtmlToken, { name: string }>): boolean {
  const style = attributes.get('style')?.slice(0, MAX_STYLE_LENGTH);
  if (!style || VOID.has(name)) return false;
  return /(?:^|[;\s])(?:display\s?:\s?none|visibility\s?:\s?hidden)/i.test(decodeEntities(style));
}

function addText(state: State, text: string): void {
  if (state.hidden > 0) return;
  if (state.preformatted > 0) {
    const [first = '', ...rest] = text.split('\n');
    append(state, first);
    for (const line of rest) {
      breakLine(state);
      append(state, line);
    }
    return;
  }
  const words = text.replace(state.keepsNoBreakSpaces ? /[^\S\u00a0]+/g : /\s+/g, ' ');
  const isAfterSpace = state.line.at(-1)?.endsWith(' ') ?? true;
  append(state, isAfterSpace ? words.trimStart() : words);
}

function append(state: State, text: string): void {
  if (text === '') return;
  state.line.push(text);
  state.length += text.length;
  if (state.link) state.link.text += text;
}

function openElement(
  state: State,
  { name, attributes }: Extract<HtmlToken, { name: string }>,
  isHidden: boolean,
): void {
  if (SELF_ENDING.has(name) && state.open.get(name)?.at(-1)?.isHidden) closeElement(state, name);
  const element = { isQuote: isQuote(name, attributes), isHidden };
  if (state.hidden > 0) {
    trackElement(state, name, element);
    return;
  }
  if (name === 'br') breakLine(state);
  if ((name === 'td' || name === 'th') && state.line.length > 0) append(state, ' ');
  if (BLOCKS.has(name) && !isNewEntry(state, name)) startBlock(state, isSpaced(name, attributes));
  if (name === 'li') append(state, ENTRY);
  if (name === 'pre') state.preformatted++;
  if (name === 'a') state.link = { url: decodeEntities(attributes.get('href') ?? '').trim(), text: '' };
  if (attributes.get('id')?.endsWith('divRplyFwdMsg')) setQuote(state, () => (state.isRestQuoted = true));
  trackElement(state, name, element);
}

function closeElement(state: State, name: string): void {
  const wasHidden = state.hidden > 0;
  const ended = state.open.get(name)?.pop();
  if (ended?.isHidden) state.hidden--;
  if (ended?.isQuote) setQuote(state, () => state.quotes--);
  if (wasHidden) return;
  if (name === 'a') endLink(state);
  if (name === 'pre') state.preformatted = Math.max(0, state.preformatted - 1);
  if (BLOCKS.has(name)) startBlock(state, SPACED.has(name) && name !== 'p');
}

/** Remembers elements that may be quotes or hidden, to find their ends. */
function trackElement(state: State, name: string, element: Element): void {
  const { isQuote: isQuoted, isHidden } = element;
  const open = state.open.get(name);
  if (open) open.push(element);
  else if (isQuoted || isHidden || ['div', 'span', 'blockquote'].includes(name))
    state.open.set(name, [element]);
  if (isHidden) state.hidden++;
  if (isQuoted) setQuote(state, () => state.quotes++);
}

function isQuote(name: string, attributes: ReadonlyMap<string, string>): boolean {
  if (name === 'blockquote') return true;
  const names = [attributes.get('id') ?? '', ...(attributes.get('class') ?? '').split(/\s+/)];
  return names.some((each) => QUOTE_NAMES.includes(each) || each.startsWith('yahoo_quoted'));
}

/** Paragraphs of Outlook have no space between them. */
function isSpaced(name: string, attributes: ReadonlyMap<string, string>): boolean {
  return SPACED.has(name) && !attributes.get('class')?.startsWith('Mso');
}

function setQuote(state: State, change: () => void): void {
  endLine(state);
  change();
}

/** Whether a block, such as a paragraph, is the first in the entry of a list: it begins behind the hyphen. */
function isNewEntry({ line }: State, name: string): boolean {
  return name !== 'li' && line.length === 1 && line[0] === ENTRY;
}

function startBlock(state: State, isSpacedBlock: boolean): void {
  endLine(state);
  const last = state.lines.at(-1);
  if (isSpacedBlock && last !== undefined && !isEmpty(last)) breakLine(state);
}

function endLine(state: State): void {
  if (state.line.some((piece) => piece.trim() !== '')) breakLine(state);
  else state.line = [];
}

function breakLine(state: State): void {
  const mark = state.marksQuotes && (state.quotes > 0 || state.isRestQuoted) ? '> ' : '';
  state.lines.push(`${mark}${state.line.join('')}`.trimEnd());
  state.length += 1;
  state.line = [];
}

function isEmpty(line: string): boolean {
  return line === '' || line === '>';
}

/** Shows where a link leads, unless its text says so. */
function endLink(state: State): void {
  const { link } = state;
  state.link = undefined;
  if (!link || !/^(https?:\/\/|mailto:)/i.test(link.url) || link.url.length > MAX_URL_LENGTH) return;
  const text = link.text.trim();
  const [address = ''] = link.url.replace(/^mailto:/i, '').split('?', 1);
  const target = link.url.startsWith('http') ? link.url : address;
  if (text !== '' && simplify(text) !== simplify(target)) append(state, ` (${target})`);
}

function simplify(url: string): string {
  return url
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/\/$/, '');
}
