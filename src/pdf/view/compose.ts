import { fillParts } from '../../i18n/fill.ts';
import { breakLongWords, hasRightToLeft, runsRightToLeft } from './clean-text.ts';
import { plain, type ViewContext } from './context.ts';
import type { Isolated, Text } from './document-view.ts';

/** What stands in the `{places}` of a message. */
type Values = Record<string, string | Isolated>;

/** A message with its places filled, so that the words around a value never change the order of what is in it. */
export function composed(message: string, values: Values): Text {
  return joined(fillParts(message, (name) => values[name] ?? '', lettersOf));
}

/** A number or an address, a name or a title: whatever its letters say, and from left to right without any. */
export function value(context: ViewContext, text: string): string | Isolated {
  const clean = plain(context, text);
  const isolated = context.locale.direction === 'rtl' || hasRightToLeft(clean);
  return isolated ? { text: clean, rtl: runsRightToLeft(clean) ?? false } : clean;
}

/** The name of a number among words of the language: apart where its letters run the other way, or its point would move. */
export function nameOf(context: ViewContext, text: string): string | Isolated {
  const name = value(context, text);
  const runsAlong = typeof name !== 'string' && name.rtl === (context.locale.direction === 'rtl');
  return runsAlong ? name.text : name;
}

/** What the language itself wrote: an amount, a rate, a date. */
export function formatted({ locale }: ViewContext, text: string): string | Isolated {
  return locale.direction === 'rtl' ? { text, rtl: true } : text;
}

/** A day in one line; with its time and zone it may need two. */
export function unbroken(date: string): string {
  return date.length <= LONGEST_DAY ? date.replaceAll(' ', '\u00a0') : date;
}

const LONGEST_DAY = 24;

/** An identifier behind its name. */
export function numbered(context: ViewContext, label: string | null, text: string): Text {
  const id = value(context, text);
  const breakable = typeof id === 'string' ? breakLongWords(id) : { ...id, text: breakLongWords(id.text) };
  return joined(label === null ? [breakable] : [nameOf(context, label), ' ', breakable]);
}

export function joined(parts: (string | Isolated)[]): Text {
  const texts = parts.filter((part) => typeof part === 'string');
  return texts.length === parts.length ? texts.join('') : { parts };
}

/** Its letters alone. */
export function textOf(text: Text): string {
  if (typeof text === 'string') return text;
  if ('text' in text) return text.text;
  return text.parts.map(lettersOf).join('');
}

function lettersOf(part: string | Isolated): string {
  return typeof part === 'string' ? part : part.text;
}
