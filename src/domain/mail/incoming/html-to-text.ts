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

interface State {
  lines: string[];
  /** Pieces of the current line: a growing string would be copied for every piece. */
  line: string[];
  length: number;
  /** Whether each open element of a name is a quote. */
  open: Map<string, boolean[]>;
  quotes: number;
  /** Outlook's reply header was seen: the rest of the mail is the original. */
  isRestQuoted: boolean;
  preformatted: number;
  link: { url: string; text: string } | undefined;
}

/** Converts HTML to plain text of about `maxLength` characters. Quoted lines begin with ">". */
export function convertHtmlToText(html: string, maxLength: number): string {
  const state: State = {
    ...{ lines: [], line: [], length: 0, open: new Map(), quotes: 0, isRestQuoted: false },
    ...{ preformatted: 0, link: undefined },
  };
  for (const token of tokenizeHtml(html)) {
    if (token.kind === 'text') addText(state, decodeEntities(token.text));
    else if (token.kind === 'open') openElement(state, token);
    else closeElement(state, token.name);
    if (state.length > maxLength) break;
  }
  endLine(state);
  return state.lines.join('\n').trim();
}

function addText(state: State, text: string): void {
  if (state.preformatted > 0) {
    const [first = '', ...rest] = text.split('\n');
    append(state, first);
    for (const line of rest) {
      breakLine(state);
      append(state, line);
    }
    return;
  }
  const words = text.replace(/[\s\u00a0]+/g, ' ');
  const isAfterSpace = state.line.at(-1)?.endsWith(' ') ?? true;
  append(state, isAfterSpace ? words.trimStart() : words);
}

function append(state: State, text: string): void {
  if (text === '') return;
  state.line.push(text);
  state.length += text.length;
  if (state.link) state.link.text += text;
}

function openElement(state: State, { name, attributes }: Extract<HtmlToken, { name: string }>): void {
  if (name === 'br') breakLine(state);
  if ((name === 'td' || name === 'th') && state.line.length > 0) append(state, ' ');
  if (BLOCKS.has(name)) startBlock(state, isSpaced(name, attributes));
  if (name === 'li') append(state, '- ');
  if (name === 'pre') state.preformatted++;
  if (name === 'a') state.link = { url: decodeEntities(attributes.get('href') ?? '').trim(), text: '' };
  if (attributes.get('id')?.endsWith('divRplyFwdMsg')) setQuote(state, () => (state.isRestQuoted = true));
  trackElement(state, name, isQuote(name, attributes));
}

function closeElement(state: State, name: string): void {
  if (name === 'a') endLink(state);
  if (name === 'pre') state.preformatted = Math.max(0, state.preformatted - 1);
  if (state.open.get(name)?.pop()) setQuote(state, () => state.quotes--);
  if (BLOCKS.has(name)) startBlock(state, SPACED.has(name) && name !== 'p');
}

/** Remembers elements that may be quotes, to find their ends. */
function trackElement(state: State, name: string, isQuoted: boolean): void {
  const open = state.open.get(name);
  if (open) open.push(isQuoted);
  else if (isQuoted || ['div', 'span', 'blockquote'].includes(name)) state.open.set(name, [isQuoted]);
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
  const mark = state.quotes > 0 || state.isRestQuoted ? '> ' : '';
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
