import type { AuthenticationResults, IncomingMail } from '../incoming-mail.ts';
import { toAsciiDomain } from '../mail-address.ts';
import { type Header, removeComments } from './message-headers.ts';

const MAX_HEADERS = 20;
const MAX_NAME_LENGTH = 253;
const CHECKED_DOMAIN = 'header.from=';

/**
 * Whether the trusted server confirmed the sender (DMARC); `null` without such a server. A server adds its header on
 * top, and any header below may be the sender's, so only its topmost header counts.
 */
export function isSenderVerified(
  { from, authentication }: Pick<IncomingMail, 'from' | 'authentication'>,
  trusted: string | null,
): boolean | null {
  if (trusted === null) return null;
  const [only, ...more] = findTrustedResults(authentication, trusted);
  return only !== undefined && more.length === 0 && only.result === 'pass' && isOfSender(only, from);
}

/**
 * Whether the trusted server found that somebody else sent the mail. A domain without DMARC says nothing: such a sender
 * is neither confirmed nor refuted.
 */
export function isSenderRefuted(
  { from, authentication }: Pick<IncomingMail, 'from' | 'authentication'>,
  trusted: string | null,
): boolean {
  const results = trusted === null ? [] : findTrustedResults(authentication, trusted);
  return (
    results.length > 1 ||
    results.some((one) => one.result === 'fail' || (one.result === 'pass' && !isOfSender(one, from)))
  );
}

type DmarcResult = AuthenticationResults['dmarc'][number];

function findTrustedResults(
  authentication: readonly AuthenticationResults[],
  trusted: string,
): DmarcResult[] {
  return authentication.find(({ authservId }) => authservId === trusted.toLowerCase())?.dmarc ?? [];
}

function isOfSender({ domains }: DmarcResult, from: IncomingMail['from']): boolean {
  if (!from) return false;
  const domain = normalizeDomain(from.address);
  return domains.every((one) => normalizeDomain(one) === domain);
}

/** Returns the domain of an address, or a domain itself, in ASCII. */
function normalizeDomain(address: string): string {
  const domain = address.slice(address.lastIndexOf('@') + 1);
  return toAsciiDomain(domain) ?? domain.toLowerCase();
}

/** Reads the `Authentication-Results`, topmost first. */
export function parseAuthenticationResults(headers: readonly Header[]): AuthenticationResults[] {
  return headers
    .filter(({ name }) => name === 'authentication-results')
    .slice(0, MAX_HEADERS)
    .flatMap(({ value }) => parseResults(value));
}

function parseResults(value: string): AuthenticationResults[] {
  const [server = '', ...results] = splitUnquoted(removeComments(value).replaceAll('\t', ' '), ';');
  // A version may follow the name of the server. Microsoft writes no name: its first part is a result.
  const isResult = splitUnquoted(server, '=').length > 1;
  const [authservId = ''] = isResult ? [] : splitUnquoted(server.trim(), ' ');
  if (authservId.length > MAX_NAME_LENGTH) return [];
  const dmarc = (isResult ? [server, ...results] : results).flatMap(parseDmarc);
  return [{ authservId: unquote(authservId).toLowerCase(), dmarc }];
}

/** Reads the result of "dmarc=pass action=none header.from=example.com", also with a version as in "dmarc/1 = pass". */
function parseDmarc(text: string): AuthenticationResults['dmarc'] {
  const equals = text.indexOf('=');
  const [method = ''] = text.slice(0, equals).split('/');
  if (method.trim().toLowerCase() !== 'dmarc') return [];
  const [result = '', ...properties] = splitUnquoted(text.slice(equals + 1).trim(), ' ');
  const domains = properties
    .filter((property) => property.toLowerCase().startsWith(CHECKED_DOMAIN))
    .map((property) => unquote(property.slice(CHECKED_DOMAIN.length)));
  return [{ result: result.toLowerCase(), domains }];
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
