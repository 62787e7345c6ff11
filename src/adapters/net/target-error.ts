import { isIP } from 'node:net';
import { isPublicAddress } from './check-address.ts';

/**
 * Returns the error in the URL of an endpoint, without a DNS lookup; the addresses of the host are checked at every
 * attempt. Local names are known to be private without a lookup.
 */
export function findTargetError(text: string, isPrivateAllowed: boolean): string | undefined {
  const url = URL.parse(text);
  if (!url || url.hostname === '') return 'must be a URL such as https://example.com/webhooks';
  if (url.protocol !== 'https:' && !(isPrivateAllowed && url.protocol === 'http:')) {
    return isPrivateAllowed ? 'must begin with https:// or http://' : 'must begin with https://';
  }
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  if (text.includes('#')) return 'must not contain a fragment (#…)';
  if (isPrivateAllowed || isPublicHost(getHost(url))) return undefined;
  return 'must point to a public address, not to a private or reserved one';
}

/** Returns the host without the brackets of IPv6 and the trailing dot of a name. */
export function getHost({ hostname }: URL): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname.replace(/\.$/, '');
}

function isPublicHost(host: string): boolean {
  if (isIP(host) !== 0) return isPublicAddress(host);
  return host !== '' && host !== 'localhost' && !host.endsWith('.localhost');
}
