/**
 * Whether the text is one mailbox as `local@domain`, and nothing that a header or an SMTP command could read as more
 * than one address. Letters of every script are allowed on both sides; quoted local parts, comments and address
 * literals are not.
 */
export function isMailAddress(text: string): boolean {
  // Rejects long input before the expensive checks.
  if (text.length > MAX_ADDRESS_LENGTH) return false;
  const parts = text.split('@');
  const [local, domain] = parts;
  if (parts.length !== 2 || !local || !domain) return false;
  const host = toAsciiDomain(domain);
  if (!host || !LOCAL_PART.test(local)) return false;
  const localBytes = new TextEncoder().encode(local).length;
  return localBytes <= MAX_LOCAL_PART_BYTES && localBytes + 1 + host.length <= MAX_ADDRESS_LENGTH;
}

/** Whether the mail server must support SMTPUTF8 for this address. The domain can always be written in ASCII. */
export function needsSmtpUtf8(address: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is exactly ASCII
  return !/^[\x00-\x7f]*$/.test(address.slice(0, address.lastIndexOf('@')));
}

/** Builds a Message-ID from an identifier and the domain of the sender. */
export function formatMessageId(id: string, sender: string): string {
  return `<${id}@${toAsciiDomain(sender.slice(sender.lastIndexOf('@') + 1)) ?? 'localhost'}>`;
}

/** Whether two addresses are the same mailbox: mail servers hardly ever tell upper from lower case. */
export function isSameAddress(one: string, other: string): boolean {
  return one.length <= MAX_COMPARED && other.length <= MAX_COMPARED && fold(one) === fold(other);
}

/** Whether this is a Message-ID that `formatMessageId` builds. */
export function isOwnMessageId(messageId: string): boolean {
  return OWN_MESSAGE_ID.test(messageId);
}

const OWN_MESSAGE_ID = /^<(?:mail|snd)_[0-9a-z]{26}@/;
const MAX_COMPARED = 1000;

function fold(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  return `${address.slice(0, at).normalize().toLowerCase()}@${toAsciiDomain(domain) ?? domain.toLowerCase()}`;
}

const MAX_ADDRESS_LENGTH = 254;
const MAX_LOCAL_PART_BYTES = 64;

const ATOM = "[A-Za-z0-9!#$%&'*+\\-/=?^_`{|}~\\p{L}\\p{M}\\p{N}]+";
const LOCAL_PART = new RegExp(`^${ATOM}(?:\\.${ATOM})*$`, 'u');
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Returns a host name in ASCII and lower case, or `undefined` if it is not one. */
export function toAsciiDomain(domain: string): string | undefined {
  // The URL parser maps names like resolvers do, but it would also cut at a slash and decode percent signs.
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return undefined;
  const host = URL.parse(`http://${domain}`)?.hostname;
  if (!host) return undefined;
  const labels = host.split('.');
  const numeric = /^\d+$/.test(labels.at(-1) ?? '');
  return host.length <= 253 && !numeric && labels.every((label) => LABEL.test(label)) ? host : undefined;
}
