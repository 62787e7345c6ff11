import { MAX_LENGTH } from '../../field-limits.ts';
import { convertHtmlToText } from '../../markup/html-to-text/html-to-text.ts';
import { cleanText, cutText } from '../clean-text.ts';
import type { IncomingMail } from '../incoming-mail.ts';
import { type FlowedFormat, joinFlowedLines } from './flowed-text.ts';
import { splitQuotedText } from './quoted-text.ts';

/** Bounds the work on a long text: many times what is kept of it. */
const MAX_READ_LENGTH = 200_000;

export interface MailBody {
  plain?: string | undefined;
  html?: string | undefined;
  /** The format of the plain text, if its lines are wrapped. */
  flowed?: FlowedFormat | undefined;
  /** Whether the mail was longer than this. */
  isCut?: boolean;
}

/** Separates what the sender wrote from the text that the mail quotes. The plain text is preferred to the HTML. */
export function readReply(body: MailBody): Pick<IncomingMail, 'text' | 'quotedText' | 'isCut'> {
  const read = readPlainText(body) ?? readHtml(body);
  const { text, quotedText } = splitQuotedText(joinBlankLines(read.text));
  const kept = cutText(text, MAX_LENGTH.message);
  return {
    text: kept.text,
    // The sender may have answered below a long quotation.
    isCut: kept.isCut || read.isCut || body.isCut === true,
    quotedText: quotedText && cutText(quotedText, MAX_LENGTH.longText).text,
  };
}

interface ReadText {
  text: string;
  isCut: boolean;
}

/** Returns `undefined` if there is no plain text. */
function readPlainText({ plain = '', flowed }: MailBody): ReadText | undefined {
  const text = cleanText(plain.slice(0, MAX_READ_LENGTH));
  if (text.trim() === '') return undefined;
  const isCut = plain.length > MAX_READ_LENGTH && plain.slice(MAX_READ_LENGTH).trim() !== '';
  return { text: flowed ? joinFlowedLines(text, flowed) : text, isCut };
}

function readHtml({ html = '' }: MailBody): ReadText {
  const options = { maxLength: MAX_READ_LENGTH, marksQuotes: true };
  const { text, isCut } = convertHtmlToText(html.slice(0, MAX_HTML_LENGTH), options);
  return { text: cleanText(text), isCut: isCut || html.length > MAX_HTML_LENGTH };
}

const MAX_HTML_LENGTH = 20 * MAX_READ_LENGTH;

/** Shortens gaps between lines, which nobody reads. */
function joinBlankLines(text: string): string {
  return text.replace(/\n{4,}/g, '\n\n\n');
}
