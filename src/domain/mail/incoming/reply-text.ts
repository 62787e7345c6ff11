import { MAX_LENGTH } from '../../field-limits.ts';
import { cleanText, cutText } from '../clean-text.ts';
import type { IncomingMail } from '../incoming-mail.ts';
import { type FlowedFormat, joinFlowedLines } from './flowed-text.ts';
import { convertHtmlToText } from './html-to-text.ts';
import { splitQuotedText } from './quoted-text.ts';

/** Bounds the work on a long text. What was written by hand is far shorter. */
const MAX_READ_LENGTH = 1_000_000;

export interface MailBody {
  plain?: string | undefined;
  html?: string | undefined;
  /** The format of the plain text, if its lines are wrapped. */
  flowed?: FlowedFormat | undefined;
}

/** Separates what the sender wrote from the text that the mail quotes. The plain text is preferred to the HTML. */
export function readReply(body: MailBody): Pick<IncomingMail, 'text' | 'quotedText' | 'isCut'> {
  const { text, quotedText } = splitQuotedText(readPlainText(body) || readHtml(body));
  return {
    ...cutText(text, MAX_LENGTH.message),
    quotedText: quotedText && cutText(quotedText, MAX_LENGTH.longText).text,
  };
}

function readPlainText({ plain = '', flowed }: MailBody): string {
  const text = cleanText(plain.slice(0, MAX_READ_LENGTH));
  if (text.trim() === '') return '';
  return flowed ? joinFlowedLines(text, flowed) : text;
}

function readHtml({ html = '' }: MailBody): string {
  return cleanText(convertHtmlToText(html.slice(0, 4 * MAX_READ_LENGTH), MAX_READ_LENGTH));
}
