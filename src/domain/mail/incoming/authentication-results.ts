import type { IncomingMail } from '../incoming-mail.ts';
import { type Header, removeComments } from './message-headers.ts';

const MAX_HEADERS = 20;
const MAX_NAME_LENGTH = 253;

/**
 * Reads the results of DMARC from `Authentication-Results` (RFC 8601), topmost first. A server adds its header on top,
 * and any header below may be the sender's: only those of a trusted server count.
 */
export function parseDmarcResults(headers: readonly Header[]): IncomingMail['dmarc'] {
  return headers
    .filter(({ name }) => name === 'authentication-results')
    .slice(0, MAX_HEADERS)
    .flatMap(({ value }) => parseResults(value));
}

function parseResults(value: string): IncomingMail['dmarc'] {
  const [server = '', ...results] = splitUnquoted(removeComments(value), ';');
  // A version may follow the name of the server. Microsoft writes no name: its first part is a result.
  const isResult = splitUnquoted(server, '=').length > 1;
  const [authservId = ''] = isResult ? [] : splitUnquoted(server.trim().replaceAll('\t', ' '), ' ');
  if (authservId.length > MAX_NAME_LENGTH) return [];
  return (isResult ? [server, ...results] : results).flatMap((result) => {
    const dmarc = parseDmarc(result);
    return dmarc === undefined ? [] : [{ authservId: unquote(authservId).toLowerCase(), result: dmarc }];
  });
}

/** Reads the result of "dmarc=pass action=none header.from=example.com", also with a version as in "dmarc/1 = pass". */
function parseDmarc(text: string): string | undefined {
  const equals = text.indexOf('=');
  const [method = ''] = text.slice(0, equals).split('/');
  if (method.trim().toLowerCase() !== 'dmarc') return undefined;
  const [result] =
    /^[a-z]{1,20}(?![^\s])/.exec(
      text
        .slice(equals + 1)
        .trim()
        .toLowerCase(),
    ) ?? [];
  return result;
}

/** Splits a text at a separator that is not part of a quoted string. */
function splitUnquoted(text: string, separator: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') isQuoted = !isQuoted;
    else if (text[at] === separator && !isQuoted) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)];
}

function unquote(text: string): string {
  return text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;
}
