import { fillParts } from '../../../i18n/fill.ts';
import { breakLongWords, hasRightToLeft, runsRightToLeft } from './clean-text.ts';
import { toOneLine, type ViewContext } from './context.ts';
import type { Isolated, Text } from './document-view.ts';

/** Values for the `{placeholders}` of a message. */
type Values = Record<string, string | Isolated>;

/** Fills the placeholders of a message. Isolation keeps the surrounding words from reordering a value. */
export function composeText(message: string, values: Values): Text {
  return joinParts(fillParts(message, (name) => values[name] ?? '', getLetters));
}

/** Isolates a number, address, name or title in its own direction; without letters, left to right. */
export function isolate(context: ViewContext, text: string): string | Isolated {
  const clean = toOneLine(context, text);
  const isolated = context.locale.direction === 'rtl' || hasRightToLeft(clean);
  return isolated ? { text: clean, rtl: runsRightToLeft(clean) ?? false } : clean;
}

/** Isolates a label only if its letters run against the document's direction, where its full stop would move. */
export function isolateLabel(context: ViewContext, text: string): string | Isolated {
  const name = isolate(context, text);
  const runsAlong = typeof name !== 'string' && name.rtl === (context.locale.direction === 'rtl');
  return runsAlong ? name.text : name;
}

/** Isolates an amount, rate or date in the direction of its language. */
export function isolateFormatted({ locale }: ViewContext, text: string): string | Isolated {
  return locale.direction === 'rtl' ? { text, rtl: true } : text;
}

/** Keeps a date or time on one line, in any script. */
export function keepWhole({ locale }: ViewContext, text: string): Isolated {
  return { text, rtl: locale.direction === 'rtl', whole: true };
}

/** Keeps a date on one line. With time and zone it may need two. */
export function keepOnOneLine(date: string): string {
  return date.length <= MAX_DATE_LENGTH ? date.replaceAll(' ', '\u00a0') : date;
}

const MAX_DATE_LENGTH = 24;

/** Formats an identifier after its label. */
export function formatIdentifier(context: ViewContext, label: string | null, text: string): Text {
  const id = isolate(context, text);
  const breakable = typeof id === 'string' ? breakLongWords(id) : { ...id, text: breakLongWords(id.text) };
  return joinParts(label === null ? [breakable] : [isolateLabel(context, label), ' ', breakable]);
}

export function joinParts(parts: (string | Isolated)[]): Text {
  const texts = parts.filter((part) => typeof part === 'string');
  return texts.length === parts.length ? texts.join('') : { parts };
}

/** Returns the text without its structure. */
export function toPlainText(text: Text): string {
  if (typeof text === 'string') return text;
  if ('text' in text) return text.text;
  return text.parts.map(getLetters).join('');
}

function getLetters(part: string | Isolated): string {
  return typeof part === 'string' ? part : part.text;
}
