import { isIP } from 'node:net';

/** Longer than any address with its zone and port. */
const MAX_LENGTH = 100;

/**
 * Returns the IP address of the client, or `null` if it is not a valid address: behind a proxy that passes
 * X-Forwarded-For on unchecked, the header holds anything a client wrote there.
 */
export function getClientAddress(request: { ip: string }): string | null {
  return parseIpAddress(request.ip);
}

/**
 * Parses an IP address as proxies write it, and removes brackets, port and zone. An IPv4-mapped IPv6 address becomes
 * the IPv4 address, so that a client has one address.
 */
export function parseIpAddress(text: string | undefined): string | null {
  if (text === undefined || text.length > MAX_LENGTH) return null;
  const bare = stripZone(stripPort(text.trim()));
  if (isIP(bare) === 0) return null;
  const address = bare.toLowerCase();
  const mapped = address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : '';
  return isIP(mapped) === 4 ? mapped : address;
}

function stripPort(text: string): string {
  if (text.startsWith('[')) {
    const end = text.indexOf(']');
    return isPort(text.slice(end + 1)) && isIP(stripZone(text.slice(1, end))) === 6
      ? text.slice(1, end)
      : text;
  }
  const colon = text.indexOf(':');
  return colon === text.lastIndexOf(':') && isPort(text.slice(colon)) ? text.slice(0, colon) : text;
}

function isPort(text: string): boolean {
  return text === '' || (/^:\d{1,5}$/.test(text) && Number(text.slice(1)) <= 65_535);
}

/** The zone of a link-local address is an interface of the proxy's machine and means nothing elsewhere. */
function stripZone(text: string): string {
  const percent = text.indexOf('%');
  return percent > 0 && text.includes(':') ? text.slice(0, percent) : text;
}
