import { MAX_LENGTH } from '../../field-limits.ts';
import type { IncomingMail } from '../incoming-mail.ts';
import { cleanText, cutText } from './clean-text.ts';
import { convertHtmlToText } from './html-to-text.ts';
import { splitQuotedText } from './quoted-text.ts';

/** Bounds the work on a long text. What was written by hand is far shorter. */
const MAX_READ_LENGTH = 1_000_000;

/** Separates what the sender wrote from the text that the mail quotes. The plain text is preferred to the HTML. */
export function readReply(body: {
  plain: string | undefined;
  html: string | undefined;
}): Pick<IncomingMail, 'text' | 'quotedText' | 'isCut'> {
  const plain = cleanText((body.plain ?? '').slice(0, MAX_READ_LENGTH));
  const whole =
    plain.trim() === ''
      ? cleanText(convertHtmlToText((body.html ?? '').slice(0, 4 * MAX_READ_LENGTH), MAX_READ_LENGTH))
      : plain;
  const { text, quotedText } = splitQuotedText(whole);
  return {
    ...cutText(text, MAX_LENGTH.message),
    quotedText: quotedText && cutText(quotedText, MAX_LENGTH.longText).text,
  };
}
