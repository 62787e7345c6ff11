/** 465 has TLS from the first byte; the others require STARTTLS. */
export const SMTP_PORTS: readonly number[] = [465, 587, 2525];
export const IMAP_PORTS: readonly number[] = [993];

/** The same words for an unknown and for a private host: others would tell a stranger which names a private network has. */
export const UNUSABLE_HOST =
  'No public address was found for the host. Check the name. Servers in a private network must be named by the operator in MAIL_PRIVATE_HOSTS.';

/**
 * Returns the host name in ASCII and lower case, or the address in its usual form without brackets; `undefined` if the
 * text is neither. Forms such as `127.1` are addresses too.
 */
export function normalizeHost(text: string): string | undefined {
  if (text.length > 253 || /[^\p{L}\p{M}\p{N}.:[\]_-]/u.test(text)) return undefined;
  const isAddress = text.includes(':') && !text.startsWith('[');
  const url = URL.parse(`https://${isAddress ? `[${text}]` : text}`);
  const host = url?.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  return host && url?.port === '' ? host : undefined;
}
