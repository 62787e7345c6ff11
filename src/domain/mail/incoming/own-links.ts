/** First parts of the paths that end with a token: anybody who knows such a URL may open it. */
const PATHS = 'q|i|pdf|pay|unsubscribe';

/** Services that check links wrap them into their own and encode them, some of them twice. Others write `_` and `-3A`. */
const SLASH = '(?:/|%2F|%252F|_)';
const COLON = '(?::|%3A|%253A|-3A)';

/** Characters of the token of a customer page. */
const TOKEN_LENGTH = 43;
/** Mail programs may break a long line inside a link, and mark the next one as quoted. */
const BREAK = '(?:[ \\t]{0,3}\\n[> \\t]{0,20})?';
const TOKEN = `${BREAK}[\\w-](?:${BREAK}[\\w-]){0,${TOKEN_LENGTH - 1}}`;
const REST = '[^\\s<>"\'()\\[\\]]*';

/** The token of a reply address of any mailbox, also of one that the account had earlier. */
const REPLY_TOKEN = /(?<=\+|%2B|-2B)[a-z2-7]{26}(?=@|%40|-40)/gi;

/**
 * Replaces the links to pages of customers and the tokens of reply addresses in the text of a mail. A reply often quotes
 * them, and not everybody who may read the reply may open the page of the customer.
 */
export function hideOwnLinks(text: string, publicUrl: string): string {
  return text.replace(createLinkPattern(publicUrl), '…').replace(REPLY_TOKEN, '…');
}

/** Every repetition has a limit or cannot overlap with what follows, so the time is proportional to the text. */
function createLinkPattern(publicUrl: string): RegExp {
  const base = publicUrl.slice(publicUrl.indexOf('://') + 3);
  const place = [...base].map(toPattern).join('');
  return new RegExp(
    `(?:https?${COLON}${SLASH}{2})?${place}${SLASH}(?:${PATHS})${SLASH}${TOKEN}${REST}`,
    'giu',
  );
}

function toPattern(char: string): string {
  if (char === '/') return SLASH;
  if (char === ':') return COLON;
  if (char === '-') return '-(?:2D)?';
  return /\w/.test(char) ? char : `\\u{${char.codePointAt(0)?.toString(16)}}`;
}
