import { fillParts } from '../../i18n/fill.ts';
import { breakLongWords, hasRightToLeft, runsRightToLeft } from './clean-text.ts';
import { plain, type ViewContext } from './context.ts';
import type { Isolated, Text } from './document-view.ts';

/** Values for the `{placeholders}` of a message. */
type Values = Record<string, string | Isolated>;

/** Fills the placeholders of a message. Isolation keeps the surrounding words from reordering a value. */
export function composed(message: string, values: Values): Text {
  return joined(fillParts(message, (name) => values[name] ?? '', lettersOf));
}

/** Isolates a number, address, name or title in its own direction; without letters, left to right. */
export function value(context: ViewContext, text: string): string | Isolated {
  const clean = plain(context, text);
  const isolated = context.locale.direction === 'rtl' || hasRightToLeft(clean);
  return isolated ? { text: clean, rtl: runsRightToLeft(clean) ?? false } : clean;
}

/** Isolates a label only if its letters run against the document's direction, where its full stop would move. */
export function nameOf(context: ViewContext, text: string): string | Isolated {
  const name = value(context, text);
  const runsAlong = typeof name !== 'string' && name.rtl === (context.locale.direction === 'rtl');
  return runsAlong ? name.text : name;
}

/** Isolates an amount, rate or date in the direction of its language. */
export function formatted({ locale }: ViewContext, text: string): string | Isolated {
  return locale.direction === 'rtl' ? { text, rtl: true } : text;
}

/** Keeps a date on one line. With time and zone it may need two. */
export function unbroken(date: string): string {
  return date.length <= LONGEST_DAY ? date.replaceAll(' ', '\u00a0') : date;
}

const LONGEST_DAY = 24;

/** Formats an identifier after its label. */
export function numbered(context: ViewContext, label: string | null, text: string): Text {
  const id = value(context, text);
  const breakable = typeof id === 'string' ? breakLongWords(id) : { ...id, text: breakLongWords(id.text) };
  return joined(label === null ? [breakable] : [nameOf(context, label), ' ', breakable]);
}

export function joined(parts: (string | Isolated)[]): Text {
  const texts = parts.filter((part) => typeof part === 'string');
  return texts.length === parts.length ? texts.join('') : { parts };
}

/** Returns the text without its structure. */
export function textOf(text: Text): string {
  if (typeof text === 'string') return text;
  if ('text' in text) return text.text;
  return text.parts.map(lettersOf).join('');
}

function lettersOf(part: string | Isolated): string {
  return typeof part === 'string' ? part : part.text;
}
